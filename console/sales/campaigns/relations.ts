/** What a campaign points at, loaded with the form that picks one. */
export const creativeRelation = async () =>
  (await import('../../../shared/contract/content/creative.ts')).creatives;
export const deviceRelation = async () => (await import('../../../shared/contract/fleet/device.ts')).devices;
export const groupRelation = async () =>
  (await import('../../../shared/contract/fleet/deviceGroup.ts')).deviceGroups;
export const locationRelation = async () =>
  (await import('../../../shared/contract/fleet/location.ts')).locations;
