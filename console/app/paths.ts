/** Every path of the console, separate from the screens, so that the sign-in bundle contains only the paths. */
export const PUBLIC_PATHS = {
  pricing: '/pricing',
  register: '/register',
  terms: '/terms',
  privacy: '/privacy',
  dpa: '/dpa',
  contact: '/contact',
  jobs: '/jobs',
  translate: '/translate',
} as const;
/** The public pages that exist in this version. */
export const AVAILABLE_PUBLIC_PAGES = [
  'pricing',
  'translate',
  'terms',
  'privacy',
  'dpa',
] as const satisfies readonly (keyof typeof PUBLIC_PATHS)[];

export const PATHS = {
  ...PUBLIC_PATHS,

  creatives: '/creatives',
  upload: '/creatives/upload',
  creative: '/creatives/:id',
  playlists: '/playlists',
  newPlaylist: '/playlists/new',
  playlist: '/playlists/:id',
  editPlaylist: '/playlists/:id/edit',
  campaigns: '/campaigns',
  newCampaign: '/campaigns/new',
  campaign: '/campaigns/:id',
  editCampaign: '/campaigns/:id/edit',
  onboarding: '/onboarding',

  ownerDashboard: '/owner/dashboard',
  ownerDevice: '/owner/device',
  ownerEarnings: '/owner/earnings',
  ownerSupport: '/owner/support',

  overview: '/admin',
  analytics: '/admin/analytics',
  campaignAnalytics: '/admin/analytics/campaigns',
  creativeAnalytics: '/admin/analytics/creatives',
  audience: '/admin/analytics/audience',
  analyticsMap: '/admin/analytics/map',
  system: '/admin/system',
  devices: '/admin/devices',
  monitor: '/admin/devices/monitor',
  earnings: '/admin/earnings',
  listings: '/admin/listings',
  content: '/admin/content',
  localDiscovery: '/admin/content/local-discovery',
  entertainment: '/admin/content/entertainment',
  tourism: '/admin/content/tourism',
  offers: '/admin/content/deals',
  jobPosts: '/admin/content/jobs',
  news: '/admin/content/news',
  submissions: '/admin/submissions',
  validation: '/admin/content-validation',
  compliance: '/admin/compliance',
  support: '/admin/support',
  ticket: '/admin/support/:id',
  users: '/admin/users',
  pendingUsers: '/admin/pending-users',
  profile: '/admin/profile',
  migration: '/admin/data-migration',
  tenants: '/admin/tenants',
  settings: '/admin/settings',
  billing: '/admin/billing',
  contracts: '/admin/contracts',
  contractTemplates: '/admin/contracts/templates',
  audit: '/admin/audit',
  alerts: '/admin/emergency-alerts',
  policeKeys: '/admin/police-api-keys',
  media: '/admin/media',
  mediaItem: '/admin/media/:id',
  adminCampaigns: '/admin/campaigns',
  adminNewCampaign: '/admin/campaigns/new',
  adminCampaign: '/admin/campaigns/:id',
  adminEditCampaign: '/admin/campaigns/:id/edit',
  adminPlaylists: '/admin/playlists',
  adminNewPlaylist: '/admin/playlists/new',
  adminPlaylist: '/admin/playlists/:id',
  adminEditPlaylist: '/admin/playlists/:id/edit',

  partners: '/admin/programmatic/partners',
  deals: '/admin/programmatic/deals',
  mapping: '/admin/programmatic/delivery-mapping',
  plays: '/admin/programmatic/proof-of-play',
  tester: '/admin/programmatic/openrtb-tester',
  bidLogs: '/admin/programmatic/bid-logs',
  adapters: '/admin/programmatic/adapter-health',
  programmaticReports: '/admin/programmatic/reports',

  weights: '/admin/player-config/weights',
  pacing: '/admin/player-config/pacing',
  qrRules: '/admin/player-config/qr-rules',
  weather: '/admin/player-config/weather',
  ageGender: '/admin/player-config/age-gender',

  businessDashboard: '/business/dashboard',
  submit: '/business/submit',
  ownSubmissions: '/business/submissions',
  businessAnalytics: '/business/analytics',
  businessReports: '/business/reports',
  budget: '/business/budget',
  businessProfile: '/business/profile',
  locations: '/business/locations',
  whiteLabel: '/business/white-label/settings',
  subTenants: '/business/white-label/sub-tenants',
  businessSupport: '/business/support',
  businessContracts: '/business/contracts',
  businessContract: '/business/contracts/:id',
  businessAudit: '/business/audit',
} as const;
export type PageName = keyof typeof PATHS;

/** Old or short addresses of pages. */
export const REDIRECTS = {
  '/owner': PATHS.ownerDashboard,
  '/business': PATHS.businessDashboard,
  '/business/white-label': PATHS.whiteLabel,
  '/admin/reports': PATHS.analytics,
  '/admin/programmatic': PATHS.partners,
  '/admin/programmatic/inventory': PATHS.listings,
  '/admin/programmatic/performance': PATHS.plays,
  '/admin/player-config': PATHS.weights,
} as const;

const pathMatcher = (paths: readonly string[]) => {
  const patterns = paths.map(path => new RegExp(`^${path.replaceAll(/:[a-z_]+/g, '[^/]+')}/?$`));
  return (path: string) => patterns.some(pattern => pattern.test(path));
};
/** Is there a page at this path, whoever may open it? */
export const isKnownPath = pathMatcher([...Object.values(PATHS), ...Object.keys(REDIRECTS)]);
/** Drawn without sign-in. */
export const isPublicPath = pathMatcher(Object.values(PUBLIC_PATHS));

/** Where playlists stand: for everybody, and within the admin area. */
export const PLAYLIST_PAGES = ['playlists', 'adminPlaylists'] as const satisfies readonly PageName[];
