/** What a write changes in the answers of others, so that a client reads again only that. */

/** The first part of an address after `/api/`: `devices` of `/api/devices/:id/commands`. */
export const collectionOf = (path: string) => path.split('/')[2] ?? '';

/** A collection that is touched and has no line of its own does not compile. */
const table = <K extends string>(touches: Record<K, readonly NoInfer<K>[]>) => touches;

/** Where the slide of local content stands, or its title. */
const SHOWS_CARDS = [
  'analytics',
  'business',
  'campaigns',
  'creatives',
  'media',
  'own-submissions',
  'playlists',
  'programmatic',
  'submissions',
  'validations',
] as const;
/** All that names screens, counts them or depends on what they play; playlists are among the writes by being assigned. */
const SHOWS_DEVICES = [
  ...SHOWS_CARDS,
  ...([
    'alerts',
    'builds',
    'demo',
    'device-commands',
    'device-groups',
    'devices',
    'earnings',
    'incidents',
  ] as const),
  ...([
    'invoices',
    'listings',
    'owner',
    'onboarding',
    'own-tickets',
    'player-config',
    'schedule-entries',
  ] as const),
] as const;
/** Where somebody's name stands. */
const SHOWS_USERS = [
  'budgets',
  'contracts',
  'earnings',
  'owner',
  'own-submissions',
  'payouts',
  'pending-users',
  'programmatic',
  'submissions',
  'support',
  'validations',
] as const;
/** The tenant's row, whole or in part, and where its name stands. */
const SHOWS_TENANTS = [
  'compliance',
  'analytics',
  'auth',
  'budgets',
  'business',
  'campaigns',
  'contracts',
  'invoices',
  'earnings',
  /** Its limits of uploads. */
  'media',
  'owner',
  'onboarding',
  'pending-users',
  /** Days of its zone. */
  'programmatic',
  /** How long they last. */
  'sessions',
  'settings',
  'support',
  'tenants',
  'white-label',
] as const;

/**
 * The collections beside its own that a write touches. `test/server/access/touches.long.test.ts` derives the least of it
 * from the tables that each request reads and writes; more than that only costs a call.
 */
export const TOUCHES = table({
  'alert-feeds': ['alerts'],
  'alert-geocodes': ['alerts'],
  alerts: ['alert-feeds'],
  analytics: [],
  'audit-events': [],
  auth: [...SHOWS_USERS, 'demo', 'onboarding', 'sessions', 'users'],
  budgets: ['business', 'campaigns'],
  builds: [],
  business: SHOWS_TENANTS,
  /** Whoever is erased is named nowhere any more, and the day of the DPA stands in the tenant's row. */
  compliance: [...SHOWS_USERS, ...SHOWS_TENANTS, 'demo', 'own-contracts', 'own-privacy-requests', 'users'],
  contracts: ['business', 'invoices', 'own-contracts'],
  campaigns: [...SHOWS_DEVICES, 'budgets'],
  'content-items': ['feeds', ...SHOWS_CARDS],
  creatives: [...SHOWS_DEVICES, 'content-items'],
  demo: [
    ...SHOWS_DEVICES,
    'auth',
    'content-items',
    'feeds',
    'notices',
    'pending-users',
    'saved-views',
    'sessions',
    'users',
  ],
  'contract-templates': [],
  'device-commands': ['owner'],
  earnings: ['owner'],
  'device-groups': SHOWS_DEVICES,
  devices: SHOWS_DEVICES,
  feeds: [],
  incidents: [],
  invitations: ['onboarding'],
  invoices: ['own-tickets'],
  listings: ['campaigns', 'programmatic'],
  locations: ['devices', 'programmatic'],
  media: [...SHOWS_DEVICES, 'content-items'],
  migrations: [
    'campaigns',
    'content-items',
    'creatives',
    'devices',
    'earnings',
    'locations',
    'playlists',
    'users',
  ],
  notices: [],
  onboarding: [...SHOWS_USERS, 'auth', 'demo', 'users'],
  'own-contracts': ['business', 'contracts', 'invoices'],
  'own-privacy-requests': ['compliance'],
  'own-submissions': [...SHOWS_DEVICES, 'content-items'],
  'own-tickets': ['owner', 'support'],
  owner: SHOWS_DEVICES,
  payments: ['invoices', 'own-tickets'],
  payouts: ['earnings', 'owner'],
  'pending-users': [],
  'player-config': SHOWS_DEVICES,
  plans: [],
  playlists: [...SHOWS_DEVICES, 'content-items'],
  police: ['alerts'],
  programmatic: ['invoices', 'own-tickets'],
  reports: [],
  'saved-views': [],
  'schedule-entries': SHOWS_DEVICES,
  sessions: [],
  settings: SHOWS_TENANTS,
  submissions: [...SHOWS_DEVICES, 'content-items'],
  support: ['own-tickets', 'owner'],
  system: [],
  tenants: SHOWS_TENANTS,
  uploads: ['creatives', 'media', 'onboarding'],
  'validation-rules': [...SHOWS_DEVICES, 'content-items'],
  validations: [...SHOWS_DEVICES, 'content-items'],
  'sub-tenants': SHOWS_TENANTS,
  'white-label': [],
  users: [...SHOWS_USERS, ...SHOWS_TENANTS, 'demo'],
});

/** Every write leaves an entry in the audit log, where the uses of partners' keys stand, too; and the status page counts rows of many tables, as the figures of sub-tenants do. */
const BY_EVERY_WRITE = ['audit-events', 'police', 'sub-tenants', 'system'] as const;

/** The collections whose answers may differ after a write to this address. */
export function touchedBy(path: string): readonly string[] {
  const own = collectionOf(path);
  const others: Partial<Record<string, readonly string[]>> = TOUCHES;
  return [own, ...BY_EVERY_WRITE, ...(others[own] ?? [])];
}
