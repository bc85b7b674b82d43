/** What a screen points at, loaded with the form that picks one. */
export const playlistRelation = async () =>
  (await import('../../shared/contract/content/playlist.ts')).playlists;
export const userRelation = async () => (await import('../../shared/contract/identity/user.ts')).users;
export const groupRelation = async () =>
  (await import('../../shared/contract/fleet/deviceGroup.ts')).deviceGroups;
export const locationRelation = async () =>
  (await import('../../shared/contract/fleet/location.ts')).locations;
