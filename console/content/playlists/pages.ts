import type { PageName } from '../../app/paths.ts';

/** Where playlists stand: for everybody, and within the admin area. */
export const PLAYLIST_PAGES = ['playlists', 'adminPlaylists'] as const satisfies readonly PageName[];
