/** contract.md §5: partners, deals and what partners may buy; what is decided of creatives is the reviewers', secrets and the kill switch are settings. */
type Cells = Record<string, readonly [cell: string, named?: 'tenant' | null, staff?: 'crossing']>;
const P = '/api/programmatic';
const R = ['programmatic:R'] as const;
const W = ['programmatic:W'] as const;
const onRow = ['programmatic:W', 'tenant'] as const;
const crud = (path: string, named: readonly [string, 'tenant' | null] | readonly [string]): Cells => ({
  [`GET ${P}/${path}`]: R,
  [`GET ${P}/${path}/export`]: R,
  [`GET ${P}/${path}/:id`]: ['programmatic:R', 'tenant'],
  [`POST ${P}/${path}`]: named,
  [`PATCH ${P}/${path}/:id`]: onRow,
});
const removable = (path: string): Cells => ({
  [`DELETE ${P}/${path}/:id`]: onRow,
  [`POST ${P}/${path}/:id/restore`]: onRow,
});
const acts = (path: string, ...verbs: string[]): Cells =>
  Object.fromEntries(verbs.map(verb => [`POST ${P}/${path}/:id/${verb}`, onRow]));
/** A partner goes on buying after a visit to a tenant is over. */
const leftToItsOwn = (...calls: string[]): Cells =>
  Object.fromEntries(
    calls.map(call => {
      const [method, path = ''] = call.split(' ');
      return [
        `${method} ${P}/${path}`,
        ['programmatic:W', path.includes(':id') ? 'tenant' : null, 'crossing'],
      ];
    }),
  );
const decides = (verb: string): Cells => ({
  [`POST ${P}/creative-mappings/:id/${verb}`]: ['submissions:A', 'tenant'],
});

export const PARTNER_CALLS: Cells = {
  ...crud('partners', W),
  ...acts('partners', 'test'),
  ...leftToItsOwn('POST partners', 'PATCH partners/:id'),
  ...leftToItsOwn(...['activate', 'pause', 'suspend', 'archive'].map(verb => `POST partners/:id/${verb}`)),
  [`GET ${P}/partners/:id/capabilities`]: ['programmatic:R', 'tenant'],
  [`PUT ${P}/partners/:id/credentials`]: ['settings:W', 'tenant', 'crossing'],
  [`POST ${P}/partners/kill-switch`]: ['settings:W', null, 'crossing'],
  [`POST ${P}/partners/mock`]: W,
  ...crud('deals', W),
  ...removable('deals'),
  ...acts('deals', 'propose', 'accept', 'reject', 'activate', 'pause', 'cancel'),
  [`GET ${P}/deals/:id/explain`]: ['programmatic:R', 'tenant'],
  [`GET ${P}/deals/:id/delivery`]: ['programmatic:R', 'tenant'],
  [`POST ${P}/deals/:id/forecast`]: onRow,
  ...crud('placements', W),
  ...removable('placements'),
  [`POST ${P}/placements/from-screens`]: W,
  [`GET ${P}/venue-taxonomies/:taxonomy`]: R,
  ...crud('inventory-mappings', W),
  ...removable('inventory-mappings'),
  ...acts('inventory-mappings', 'confirm', 'disable', 'enable'),
  [`POST ${P}/inventory-mappings/confirm-all`]: W,
  [`POST ${P}/inventory-mappings/auto-match`]: W,
  [`POST ${P}/inventory-mappings/import`]: W,
  [`GET ${P}/mapping-matrix`]: R,
  ...crud('creative-mappings', W),
  ...removable('creative-mappings'),
  ...decides('approve'),
  ...decides('deny'),
  ...decides('recheck'),
  ...crud('slot-mappings', W),
  ...removable('slot-mappings'),
  ...crud('multiplier-models', W),
  ...removable('multiplier-models'),
};
