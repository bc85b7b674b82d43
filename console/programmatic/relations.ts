/** What rows of the area point at, loaded with the form that picks one. */
export const partnerRelation = async () =>
  (await import('../../shared/contract/programmatic/partner.ts')).partners;
export const placementRelation = async () =>
  (await import('../../shared/contract/programmatic/placement.ts')).placements;
export const creativeRelation = async () =>
  (await import('../../shared/contract/content/creative.ts')).creatives;
export const playlistRelation = async () =>
  (await import('../../shared/contract/content/playlist.ts')).playlists;
export const listingRelation = async () => (await import('../../shared/contract/sales/listing.ts')).listings;
export const deviceRelation = async () => (await import('../../shared/contract/fleet/device.ts')).devices;
