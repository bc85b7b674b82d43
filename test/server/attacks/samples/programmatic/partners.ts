/** For each write of partners, deals and mappings a body that is taken; each on rows of its own. */
import { addPartners, type PartnerRows } from '../../../../support/server/rows/programmatic/partnerRows.ts';
import { uuid7 } from '../../../../../shared/random.ts';
import { gone, type Make, type Sample } from '../../making.ts';
import type { World } from '../../world.ts';

const P = '/api/programmatic';
const rowsFor = ({ test, ours }: World) =>
  addPartners(test, {
    ...{ tenant_id: test.tenant_id, creative_id: ours.creative.id, playlist_id: ours.playlist.id },
  });
type Kind = 'partner' | 'placement' | 'mapping' | 'deal' | 'crid' | 'slot' | 'model';
type BodyOf = (rows: PartnerRows) => Record<string, unknown>;
const on =
  <K extends Kind>(kind: K, which: keyof PartnerRows[K] & string, body: Record<string, unknown> = {}): Make =>
  async world => ({
    params: { id: ((await rowsFor(world))[kind] as Record<string, string>)[which] ?? '' },
    ...{ body, version: 1 },
  });
const withRows =
  (bodyOf: BodyOf): Make =>
  async world => ({ body: bodyOf(await rowsFor(world)) });
const removed =
  (path: string, kept: Make): Make =>
  async (world): Promise<Sample> =>
    gone(world, `${P}/${path}`, await kept(world));
const REASON = { reason: 'The buyer has left.' };

const PARTNER = {
  ...{ name: 'Seaside', endpoint_url: 'https://bid.example/rtb', request_gzip: true, accept_gzip: true },
  ...{ tmax_ms: 250, qps_limit: 20, concurrency: 4, at: 1, currencies: ['EUR'], seats_allow: ['s-1'] },
  ...{ media: { banner: true, video: true, audio: false }, mimes: ['video/mp4'], max_duration_s: 30 },
  notices: { nurl: true, burl: true, lurl: false, price_in_lurl: false },
  schain: { asi: 'fleet.example', sid: '42' },
  ...{ revenue_share_bps: 1_500, max_lead_s: 1_800, report_deadline_s: 600, late_policy: 'makegood' },
  ...{ requires_creative_preapproval: true, test_mode: true, maintainer_email: 'ops@bid.example' },
};
const DEAL = {
  ...{ name: 'Mornings', type: 'guaranteed', private_auction: true, at: 3, wseat: ['s-1'] },
  ...{ wadomain: ['brand.example'], tz: 'Europe/Lisbon', priority: 3 },
  floor: { mode: 'cpm_per_sec', amount_micros: 600_000, currency: 'EUR' },
  ...{ starts_at: '2030-01-01T00:00:00.000Z', ends_at: '2030-02-01T00:00:00.000Z' },
  dayparts: [{ days: [1], start: '08:00', end: '10:00' }],
  inventory: { placement_ids: [], tags: ['airport'], venue_ids: ['103'], geo: [], media: ['banner'] },
  commit: { impressions: 1_000, plays: null, spend_micros: null },
  ...{ allowed_crids: ['c-1'], blocked_cats: ['IAB7'] },
};
const PLACEMENT = {
  ...{ w: 1024, h: 600, ppi: 160, media: ['banner'], mimes: ['image/png'], spot_len_s: [10] },
  ...{ allow_audio: true, boxing_allowed: false, movable: true, listing_id: null },
  venue_ids: { openooh_1_1: '103', openooh_1_2: '103', dmi: null },
};
const NAMES = {
  ...{ external_screen_id: 'R-7', external_venue_id: 'V-7', venuetypetax: 5, venuetype: ['103'] },
};
const CREATIVE = {
  ...{ adomain: ['brand.example'], cat: ['IAB1'], attr: [21], source_url: 'https://cdn.example/a.mp4' },
  expires_at: '2031-01-01T00:00:00.000Z',
};
const slotOf = ({ creative_id, partner }: PartnerRows) => ({
  ...{ name: 'Nights', mode: 'reserved', max_programmatic_pct: 40, partner_order: [partner.active] },
  dayparts: [{ days: [6], start: '20:00', end: '23:00' }],
  fallback_creative_id: creative_id,
});
const MODEL = {
  ...{ name: 'Nights', sourcetype: 1, vendor: 'audience.example', note: 'Counted' },
  ...{ effective_from: '2026-01-01', effective_to: '2027-01-01' },
  table: Array.from({ length: 7 }, () => Array<string>(24).fill('1.5')),
};

export const PARTNER_SAMPLES: Record<string, Make> = {
  [`POST ${P}/partners`]: () => Promise.resolve({ body: { ...PARTNER, kind: 'prebid_server' } }),
  [`PATCH ${P}/partners/:id`]: on('partner', 'draft', PARTNER),
  [`POST ${P}/partners/:id/test`]: on('partner', 'draft'),
  [`POST ${P}/partners/:id/activate`]: on('partner', 'testing'),
  [`POST ${P}/partners/:id/pause`]: on('partner', 'active'),
  [`POST ${P}/partners/:id/suspend`]: on('partner', 'active'),
  [`POST ${P}/partners/:id/archive`]: on('partner', 'draft'),
  [`PUT ${P}/partners/:id/credentials`]: on('partner', 'draft', {
    ...{ type: 'query', name: 'key', secret: 'a secret of the partner' },
  }),
  [`POST ${P}/partners/kill-switch`]: withRows(({ partner }) => ({
    ...{ scope: 'partner', partner_id: partner.active },
  })),
  [`POST ${P}/partners/mock`]: ({ test }) => {
    test.server.config.mockDsp = true;
    return Promise.resolve({ body: { name: 'Mock', model_name: 'One' } });
  },
  [`POST ${P}/deals`]: withRows(({ partner }) => ({
    ...{ ...DEAL, partner_id: partner.active, deal_code: `D-${uuid7(Date.now())}` },
  })),
  [`PATCH ${P}/deals/:id`]: on('deal', 'draft', DEAL),
  [`DELETE ${P}/deals/:id`]: on('deal', 'draft'),
  [`POST ${P}/deals/:id/restore`]: removed('deals', on('deal', 'draft')),
  [`POST ${P}/deals/:id/propose`]: on('deal', 'draft'),
  [`POST ${P}/deals/:id/accept`]: on('deal', 'proposed'),
  [`POST ${P}/deals/:id/reject`]: on('deal', 'proposed', REASON),
  [`POST ${P}/deals/:id/activate`]: on('deal', 'accepted'),
  [`POST ${P}/deals/:id/pause`]: on('deal', 'active'),
  [`POST ${P}/deals/:id/cancel`]: on('deal', 'draft', REASON),
  [`POST ${P}/deals/:id/forecast`]: on('deal', 'active'),
  [`POST ${P}/placements`]: withRows(({ spare_id, model }) => ({
    ...{ ...PLACEMENT, device_id: spare_id, zone: 'main', multiplier_model_id: model.kept },
  })),
  [`PATCH ${P}/placements/:id`]: on('placement', 'free', PLACEMENT),
  [`DELETE ${P}/placements/:id`]: on('placement', 'free'),
  [`POST ${P}/placements/:id/restore`]: removed('placements', on('placement', 'free')),
  [`POST ${P}/placements/from-screens`]: withRows(({ model }) => ({ multiplier_model_id: model.kept })),
  [`POST ${P}/inventory-mappings`]: withRows(({ partner, placement }) => ({
    ...{ ...NAMES, partner_id: partner.active, placement_id: placement.free },
  })),
  [`PATCH ${P}/inventory-mappings/:id`]: on('mapping', 'pending', NAMES),
  [`DELETE ${P}/inventory-mappings/:id`]: on('mapping', 'pending'),
  [`POST ${P}/inventory-mappings/:id/restore`]: removed('inventory-mappings', on('mapping', 'pending')),
  [`POST ${P}/inventory-mappings/:id/confirm`]: on('mapping', 'pending'),
  [`POST ${P}/inventory-mappings/:id/disable`]: on('mapping', 'pending'),
  [`POST ${P}/inventory-mappings/:id/enable`]: on('mapping', 'disabled'),
  [`POST ${P}/inventory-mappings/confirm-all`]: withRows(({ partner }) => ({ partner_id: partner.active })),
  [`POST ${P}/inventory-mappings/auto-match`]: withRows(({ partner }) => ({ partner_id: partner.active })),
  [`POST ${P}/inventory-mappings/import`]: withRows(({ partner }) => ({
    ...{ partner_id: partner.active, csv: 'screen,external_screen_id\nHarbour cab,R-7' },
  })),
  [`POST ${P}/creative-mappings`]: withRows(({ partner, creative_id }) => ({
    ...{ ...CREATIVE, partner_id: partner.active, crid: 'c-9', creative_id },
  })),
  [`PATCH ${P}/creative-mappings/:id`]: on('crid', 'pending', CREATIVE),
  [`DELETE ${P}/creative-mappings/:id`]: on('crid', 'pending'),
  [`POST ${P}/creative-mappings/:id/restore`]: removed('creative-mappings', on('crid', 'pending')),
  [`POST ${P}/creative-mappings/:id/approve`]: on('crid', 'pending'),
  [`POST ${P}/creative-mappings/:id/deny`]: on('crid', 'pending', REASON),
  [`POST ${P}/creative-mappings/:id/recheck`]: on('crid', 'approved'),
  [`POST ${P}/slot-mappings`]: withRows(rows => ({ ...slotOf(rows), playlist_id: rows.playlist_id })),
  [`PATCH ${P}/slot-mappings/:id`]: async world => {
    const rows = await rowsFor(world);
    return { params: { id: rows.slot.kept }, body: slotOf(rows), version: 1 };
  },
  [`DELETE ${P}/slot-mappings/:id`]: on('slot', 'kept'),
  [`POST ${P}/slot-mappings/:id/restore`]: removed('slot-mappings', on('slot', 'kept')),
  [`POST ${P}/multiplier-models`]: () => Promise.resolve({ body: MODEL }),
  [`PATCH ${P}/multiplier-models/:id`]: on('model', 'kept', MODEL),
  [`DELETE ${P}/multiplier-models/:id`]: on('model', 'kept'),
  [`POST ${P}/multiplier-models/:id/restore`]: removed('multiplier-models', on('model', 'kept')),
};
