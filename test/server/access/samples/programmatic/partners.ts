/** A valid request for each call of partners, deals and what partners may buy. */
import type { PartnerRows } from '../../../../support/server/rows/programmatic/partnerRows.ts';
import type { Make } from '../../samples.ts';

const none: Make = () => ({});
type Kind = 'partner' | 'placement' | 'mapping' | 'deal' | 'crid' | 'slot' | 'model';
const on =
  <K extends Kind>(kind: K, which: keyof PartnerRows[K] & string, more: object = {}): Make =>
  ({ of }) => ({ params: { id: (of.partners[kind] as Record<string, string>)[which] ?? '' }, ...more });
const empty = { body: {} };
const REASON = { body: { reason: 'The buyer has left.' } };
const P = '/api/programmatic';
/** The reads, the changes and the removal that all of them have. */
const crud = (path: string, kept: Make, { create, patch }: { create: Make; patch: object }) => ({
  [`GET ${P}/${path}`]: none,
  [`GET ${P}/${path}/export`]: none,
  [`GET ${P}/${path}/:id`]: kept,
  [`POST ${P}/${path}`]: create,
  [`PATCH ${P}/${path}/:id`]: (given => ({ ...kept(given), body: patch, version: 1 })) as Make,
});
const removable = (path: string, kept: Make, deleted: Make) => ({
  [`DELETE ${P}/${path}/:id`]: (given => ({ ...kept(given), version: 1 })) as Make,
  [`POST ${P}/${path}/:id/restore`]: (given => ({ ...deleted(given), body: {} })) as Make,
});

export const PARTNER_SAMPLES: Record<string, Make> = {
  ...crud('partners', on('partner', 'draft'), {
    create: () => ({
      body: { name: 'Seaside', kind: 'vast_tag', endpoint_url: 'https://bid.example/', currencies: ['EUR'] },
    }),
    patch: { name: 'Seaside' },
  }),
  [`POST ${P}/partners/:id/test`]: on('partner', 'draft', empty),
  [`POST ${P}/partners/:id/activate`]: on('partner', 'testing', empty),
  [`POST ${P}/partners/:id/pause`]: on('partner', 'active', empty),
  [`POST ${P}/partners/:id/suspend`]: on('partner', 'active', empty),
  [`POST ${P}/partners/:id/archive`]: on('partner', 'draft', empty),
  [`GET ${P}/partners/:id/capabilities`]: on('partner', 'draft'),
  [`PUT ${P}/partners/:id/credentials`]: on('partner', 'draft', {
    ...{ body: { type: 'bearer', secret: 'a secret of the partner' }, version: 1 },
  }),
  [`POST ${P}/partners/kill-switch`]: () => ({ body: { scope: 'tenant' } }),
  [`POST ${P}/partners/mock`]: () => empty,
  ...crud('deals', on('deal', 'draft'), {
    create: ({ of }) => ({
      body: {
        ...{ partner_id: of.partners.partner.active, deal_code: 'D-9', name: 'Mornings', type: 'pmp' },
        floor: { mode: 'cpm', amount_micros: 1_000_000, currency: 'EUR' },
        ...{ starts_at: '2030-01-01T00:00:00.000Z', ends_at: '2030-02-01T00:00:00.000Z', tz: 'UTC' },
      },
    }),
    patch: { name: 'Mornings' },
  }),
  [`POST ${P}/deals/:id/propose`]: on('deal', 'draft', empty),
  [`POST ${P}/deals/:id/accept`]: on('deal', 'proposed', empty),
  [`POST ${P}/deals/:id/reject`]: on('deal', 'proposed', REASON),
  [`POST ${P}/deals/:id/activate`]: on('deal', 'accepted', empty),
  [`POST ${P}/deals/:id/pause`]: on('deal', 'active', empty),
  [`POST ${P}/deals/:id/cancel`]: on('deal', 'draft', REASON),
  [`GET ${P}/deals/:id/explain`]: on('deal', 'draft'),
  [`GET ${P}/deals/:id/delivery`]: on('deal', 'active'),
  [`POST ${P}/deals/:id/forecast`]: on('deal', 'active', empty),
  ...crud('placements', on('placement', 'free'), {
    create: ({ of }) => ({ body: { device_id: of.partners.spare_id, w: 800, h: 600 } }),
    patch: { w: 1024 },
  }),
  ...removable('deals', on('deal', 'draft'), on('deal', 'deleted')),
  ...removable('placements', on('placement', 'free'), on('placement', 'deleted')),
  [`POST ${P}/placements/from-screens`]: () => empty,
  [`GET ${P}/venue-taxonomies/:taxonomy`]: () => ({ params: { taxonomy: 'openooh_1_1' } }),
  ...crud('inventory-mappings', on('mapping', 'pending'), {
    create: ({ of }) => ({
      body: { partner_id: of.partners.partner.active, placement_id: of.partners.placement.free },
    }),
    patch: { external_screen_id: 'R-9' },
  }),
  ...removable('inventory-mappings', on('mapping', 'pending'), on('mapping', 'deleted')),
  [`POST ${P}/inventory-mappings/:id/confirm`]: on('mapping', 'pending', empty),
  [`POST ${P}/inventory-mappings/:id/disable`]: on('mapping', 'pending', empty),
  [`POST ${P}/inventory-mappings/:id/enable`]: on('mapping', 'disabled', empty),
  [`POST ${P}/inventory-mappings/confirm-all`]: ({ of }) => ({
    body: { partner_id: of.partners.partner.active },
  }),
  [`POST ${P}/inventory-mappings/auto-match`]: ({ of }) => ({
    body: { partner_id: of.partners.partner.active },
  }),
  [`POST ${P}/inventory-mappings/import`]: ({ of }) => ({
    body: { partner_id: of.partners.partner.active, csv: 'screen,external_screen_id\nHarbour cab,R-7' },
  }),
  [`GET ${P}/mapping-matrix`]: none,
  ...crud('creative-mappings', on('crid', 'pending'), {
    create: ({ of }) => ({ body: { partner_id: of.partners.partner.active, crid: 'c-9' } }),
    patch: { adomain: ['brand.example'] },
  }),
  ...removable('creative-mappings', on('crid', 'pending'), on('crid', 'deleted')),
  [`POST ${P}/creative-mappings/:id/approve`]: on('crid', 'pending', empty),
  [`POST ${P}/creative-mappings/:id/deny`]: on('crid', 'pending', REASON),
  [`POST ${P}/creative-mappings/:id/recheck`]: on('crid', 'approved', empty),
  ...crud('slot-mappings', on('slot', 'kept'), {
    create: ({ of }) => ({
      body: {
        ...{ name: 'Nights', playlist_id: of.partners.playlist_id },
        fallback_creative_id: of.partners.creative_id,
      },
    }),
    patch: { name: 'Nights' },
  }),
  ...removable('slot-mappings', on('slot', 'kept'), on('slot', 'deleted')),
  ...crud('multiplier-models', on('model', 'kept'), {
    create: () => ({ body: { name: 'Nights', sourcetype: 0, effective_from: '2026-01-01' } }),
    patch: { name: 'Nights' },
  }),
  ...removable('multiplier-models', on('model', 'kept'), on('model', 'deleted')),
};
