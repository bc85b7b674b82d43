/** What a screen points at, loaded with the form that picks one. */
export const playlistRelation = async () =>
  (await import('../../shared/contract/content/playlist.ts')).playlists;
/** A playlist made for a part of the screen is the second zone of another; no screen may be given it. */
export const screenPlaylists = {
  as: 'pick',
  of: playlistRelation,
  query: { zone: 'full,main' },
} as const;
export const userRelation = async () => (await import('../../shared/contract/identity/user.ts')).users;
export const groupRelation = async () =>
  (await import('../../shared/contract/fleet/deviceGroup.ts')).deviceGroups;
export const locationRelation = async () =>
  (await import('../../shared/contract/fleet/location.ts')).locations;
