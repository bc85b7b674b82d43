/** Every address of the console, apart from what is drawn there: the sign-in page knows no more than these. */
export const PATHS = {
  overview: '/admin',
  devices: '/admin/devices',
  creatives: '/creatives',
  upload: '/creatives/upload',
  creative: '/creatives/:id',
  playlists: '/playlists',
  newPlaylist: '/playlists/new',
  playlist: '/playlists/:id',
  editPlaylist: '/playlists/:id/edit',
  plays: '/admin/programmatic/proof-of-play',
} as const;
export type PageName = keyof typeof PATHS;

const patterns = Object.values(PATHS).map(path => new RegExp(`^${path.replaceAll(/:[a-z_]+/g, '[^/]+')}/?$`));

/** Is there a page at this path, whoever may open it? */
export const isKnown = (path: string) => patterns.some(pattern => pattern.test(path));
