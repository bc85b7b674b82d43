/** One screen that one partner knows and buys, with the real planner, notices and reports. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { PulledLeases } from '../../../../shared/contract/playout/lease.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { noticeCalls } from '../../../../server/programmatic/notices/worker.ts';
import { endSpots, planAll, plannerMemory } from '../../../../server/programmatic/planner/plan.ts';
import {
  bids,
  creativeMappings,
  devices,
  inventoryMappings,
  partners,
  placements,
} from '../../../../server/db/schema.ts';
import {
  startPartner,
  type PartnerRequest,
  type TestPartner,
} from '../../../support/programmatic/partner.ts';
import { partnerRow } from '../../../support/server/rows/programmatic/auctionRows.ts';
import { makePlaysUnder } from '../../sales/leases/playsUnder.ts';
import { campaignWorld } from '../../sales/world.ts';

export const MINUTE_MS = 60_000;
export let partner: TestPartner;
export let w: Awaited<ReturnType<typeof campaignWorld>>;
export const faults: unknown[] = [];
const onFault = (fault: unknown) => faults.push(fault);
export const partner_id = uuid7(Date.parse('2026-11-24T09:00:00.000Z'));

export const bidFor = ({ body }: PartnerRequest) => {
  const { id, imp } = JSON.parse(body) as { id: string; imp: { id: string; exp: number }[] };
  const at = (what: string) => `${partner.origin}/${what}`;
  const bid = {
    ...{ id: 'b-1', impid: imp[0]?.id, price: 2.5, crid: 'cr1', adomain: ['brand.example'], mtype: 1 },
    ...{ w: 1280, h: 800, adm: '<img src="https://cdn.example/a.png">', exp: imp[0]?.exp },
    nurl: at('won?price=${AUCTION_PRICE}'),
    burl: at('billed?price=${AUCTION_PRICE}&at=${AUCTION_IMP_TS}&n=${AUCTION_MULTIPLIER}'),
    lurl: at('lost?why=${AUCTION_LOSS}'),
  };
  return JSON.stringify({ id, cur: 'EUR', seatbid: [{ seat: 's1', bid: [bid] }] });
};

export function useSellingWorld(): void {
  beforeAll(async () => {
    partner = await startPartner();
    w = await campaignWorld({ partnerCalls: partner.calls });
    const { test, screen, spot } = w;
    const { db, tenant_id } = test;
    const at = w.clock.now();
    const placement_id = uuid7(at);
    await db.update(devices).set({ state: 'active' }).where(eq(devices.id, screen.id));
    await db
      .insert(partners)
      .values([partnerRow(partner_id, tenant_id, { name: 'DSP', endpoint_url: `${partner.origin}/bid` })]);
    await db.insert(placements).values({
      ...{ id: placement_id, tenant_id, device_id: screen.id, zone: 'full', w: 1280, h: 800 },
      ...{ media: ['banner'], mimes: ['image/png', 'image/jpeg'], spot_len_s: [10], allow_audio: false },
      ...{ boxing_allowed: true, movable: false },
      venue_ids: { openooh_1_1: '103', openooh_1_2: null, dmi: null },
    });
    await db.insert(inventoryMappings).values({
      ...{ id: uuid7(at), tenant_id, partner_id, placement_id, state: 'mapped' },
      ...{ external_screen_id: 'screen-1', venuetypetax: 5, venuetype: ['103'] },
    });
    await db.insert(creativeMappings).values({
      ...{ id: uuid7(at), tenant_id, partner_id, crid: 'cr1', creative_id: spot.id, state: 'approved' },
      sha256: spot.asset.sha256,
    });
  });
  afterAll(async () => {
    await w.test.close();
    await partner.close();
  });
  beforeEach(() => {
    partner.requests.length = 0;
    faults.length = 0;
    partner.state.answer = asked =>
      asked.path === '/bid' ? { status: 200, body: bidFor(asked) } : { status: 204 };
  });
}

export const playsUnder = makePlaysUnder(() => w);
/** While its screen is in reach. */
export const plan = async () => {
  await w.test.db.update(devices).set({ last_seen_at: new Date(w.clock.now()) });
  await endSpots(w.test.server, onFault);
  await planAll(w.test.server, plannerMemory(w.test.server.clock), onFault);
};
export const notices = async () => {
  while ((await noticeCalls(w.test.server, onFault).round()) > 0);
};
export const noticesOf = (what: string) =>
  partner.requests.map(({ path }) => path).filter(path => path.startsWith(`/${what}?`));
export const spots = () =>
  w.test.db.select().from(bids).where(eq(bids.outcome, 'won')).orderBy(bids.play_from);
export const lastSpot = async () => (await spots()).at(-1)!;
export async function sold() {
  await plan();
  await notices();
  await w.advance();
  const spot = await lastSpot();
  const answer = await w.screen.call('POST', '/api/player/leases/pull', { held: [], returned: [] });
  const lease = answer.json<PulledLeases>().leases.find(({ id }) => id === spot.lease_id)!;
  return { spot, lease };
}
export const jumpTo = (at: Date) => w.clock.jump(at.getTime() - w.clock.now());
