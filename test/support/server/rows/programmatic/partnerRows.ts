/** Partners in the states that acts begin in, with what they may buy. */
import {
  creativeMappings,
  creatives,
  deals,
  devices,
  inventoryMappings,
  multiplierModels,
  partners,
  placements,
  slotMappings,
} from '../../../../../server/db/schema.ts';
import { eq } from 'drizzle-orm';
import { multiplierModelCreate } from '../../../../../shared/contract/programmatic/multiplierModel.ts';
import { partnerCreate } from '../../../../../shared/contract/programmatic/partner.ts';
import { TAXI_VENUE } from '../../../../../shared/contract/programmatic/venue.ts';
import { placementCreate } from '../../../../../shared/contract/programmatic/placement.ts';
import { uuid7 } from '../../../../../shared/random.ts';
import type { TestServer } from '../../server.ts';

interface Of {
  tenant_id: string;
  creative_id: string;
  playlist_id: string;
}
const PARTNER_ROWS = ['draft', 'testing', 'active', 'paused'] as const;
const DEAL_ROWS = ['draft', 'proposed', 'accepted', 'active', 'paused'] as const;
const DAY_MS = 86_400_000;

export async function addPartners({ db, server }: Pick<TestServer, 'db' | 'server'>, of: Of) {
  const { tenant_id, creative_id, playlist_id } = of;
  const now = server.clock.now();
  const fresh = () => uuid7(now);
  const deleted_at = new Date(now);
  const byState = <S extends string>(rows: readonly { id: string; state: S }[]) =>
    Object.fromEntries(rows.map(({ state, id }) => [state, id])) as Record<S, string>;
  const base = partnerCreate.parse({
    ...{ name: 'Roadside', kind: 'openrtb_dsp', currencies: ['EUR', 'USD'] },
    /** No call of a test leaves this machine: a partner there is refused. */
    endpoint_url: 'https://127.0.0.1:9/rtb',
  });
  const rows = PARTNER_ROWS.map(state => ({
    ...{ ...base, id: fresh(), tenant_id, state },
    /** Ready to be activated: the mock needs no test. */
    ...((state === 'testing' || state === 'paused') && { kind: 'mock' as const, endpoint_url: null }),
  }));
  await db.insert(partners).values(rows);
  const partner = byState(rows);

  const device_id = fresh();
  const spare_id = fresh();
  await db.insert(devices).values([
    { id: device_id, tenant_id, name: 'Harbour cab' },
    { id: spare_id, tenant_id, name: 'Spare cab' },
  ]);
  const model = { kept: fresh(), used: fresh(), deleted: fresh() };
  const table = multiplierModelCreate.parse({ name: 'Rides', sourcetype: 2, effective_from: '2026-01-01' });
  await db.insert(multiplierModels).values([
    { ...table, id: model.kept, tenant_id },
    { ...table, id: model.used, tenant_id },
    { ...table, id: model.deleted, tenant_id, deleted_at },
  ]);
  const placement = { mapped: fresh(), free: fresh(), deleted: fresh() };
  const place = placementCreate.parse({ device_id, w: 1280, h: 800 });
  const venue_ids = { openooh_1_1: TAXI_VENUE, openooh_1_2: null, dmi: null };
  const zones = { mapped: 'full', free: 'side', deleted: 'ticker' } as const;
  await db.insert(placements).values(
    (['mapped', 'free', 'deleted'] as const).map(which => ({
      ...{ ...place, id: placement[which], tenant_id, zone: zones[which], venue_ids },
      ...(which === 'mapped' && { multiplier_model_id: model.used }),
      ...(which === 'deleted' && { deleted_at }),
    })),
  );
  const mapping = { mapped: fresh(), ready: fresh(), pending: fresh(), disabled: fresh(), deleted: fresh() };
  const names = { tenant_id, venuetypetax: 5, venuetype: ['103'] };
  await db.insert(inventoryMappings).values([
    {
      ...{ ...names, id: mapping.mapped, partner_id: partner.testing, placement_id: placement.mapped },
      ...{ external_screen_id: 'R-1', state: 'mapped' },
    },
    {
      ...{ ...names, id: mapping.ready, partner_id: partner.paused, placement_id: placement.mapped },
      ...{ external_screen_id: 'R-1', state: 'mapped' },
    },
    {
      ...{ ...names, id: mapping.pending, partner_id: partner.active, placement_id: placement.mapped },
      ...{ external_screen_id: 'R-1', state: 'pending' },
    },
    {
      ...{ ...names, id: mapping.disabled, partner_id: partner.draft, placement_id: placement.mapped },
      ...{ external_screen_id: 'R-2', state: 'disabled' },
    },
    {
      ...{
        ...names,
        id: mapping.deleted,
        partner_id: partner.draft,
        placement_id: placement.free,
        deleted_at,
      },
      ...{ external_screen_id: 'R-3', state: 'pending' },
    },
  ]);
  const dealRows = DEAL_ROWS.map(state => ({
    ...{
      id: fresh(),
      tenant_id,
      partner_id: partner.active,
      deal_code: `D-${state}`,
      name: 'Evenings',
      state,
    },
    ...{ type: 'pmp' as const, private_auction: false, at: 1, tz: 'UTC', dayparts: [], priority: 8 },
    floor: { mode: 'cpm' as const, amount_micros: 2_500_000, currency: 'EUR' },
    starts_at: new Date(now - DAY_MS),
    ends_at: new Date(now + DAY_MS),
    inventory: { placement_ids: [], tags: [], venue_ids: [], geo: [], media: [] },
  }));
  const [draftDeal] = dealRows;
  const goneDeal = { ...draftDeal!, id: fresh(), deal_code: 'D-deleted', deleted_at };
  await db.insert(deals).values([...dealRows, goneDeal]);

  /** One of its own, because others change that of the tenant. */
  const [like] = await db.select().from(creatives).where(eq(creatives.id, creative_id));
  const own_id = fresh();
  if (!like) throw new Error('there is no creative');
  await db.insert(creatives).values({ ...like, id: own_id, state: 'approved', version: 1, deleted_at: null });
  const crid = { pending: fresh(), approved: fresh(), deleted: fresh() };
  const mapped = { tenant_id, partner_id: partner.active, creative_id: own_id };
  await db.insert(creativeMappings).values([
    { ...mapped, id: crid.pending, crid: 'c-1' },
    { ...mapped, id: crid.approved, crid: 'c-2', state: 'approved', sha256: like.approved_sha256 },
    { ...mapped, id: crid.deleted, crid: 'c-3', deleted_at },
  ]);
  const slot = { kept: fresh(), deleted: fresh() };
  const loop = {
    ...{ tenant_id, name: 'Evenings', playlist_id, fallback_creative_id: own_id },
    ...{ dayparts: [], mode: 'backfill' as const, max_programmatic_pct: 50 },
  };
  await db.insert(slotMappings).values([
    { ...loop, id: slot.kept },
    { ...loop, id: slot.deleted, deleted_at },
  ]);
  return {
    ...{
      partner,
      placement,
      mapping,
      deal: { ...byState(dealRows), deleted: goneDeal.id },
      crid,
      slot,
      model,
    },
    ...{ creative_id: own_id, playlist_id, device_id, spare_id },
  };
}
export type PartnerRows = Awaited<ReturnType<typeof addPartners>>;
