import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PulledLeases } from '../../../../shared/contract/playout/lease.ts';
import type { listPlays } from '../../../../shared/contract/proof/play.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
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
import { call } from '../../../support/server/playlist.ts';
import { campaignWorld } from '../../sales/world.ts';

const MINUTE_MS = 60_000;
let partner: TestPartner;
let w: Awaited<ReturnType<typeof campaignWorld>>;
const faults: unknown[] = [];
const onFault = (fault: unknown) => faults.push(fault);
const partner_id = uuid7(Date.parse('2026-11-24T09:00:00.000Z'));

const bidFor = ({ body }: PartnerRequest) => {
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

const playsUnder = makePlaysUnder(() => w);
const plan = async () => {
  await endSpots(w.test.server, onFault);
  await planAll(w.test.server, plannerMemory(w.test.server.clock), onFault);
};
const notices = async () => {
  while ((await noticeCalls(w.test.server, onFault).round()) > 0);
};
const heard = (what: string) =>
  partner.requests.map(({ path }) => path).filter(path => path.startsWith(`/${what}?`));
const spots = () => w.test.db.select().from(bids).where(eq(bids.outcome, 'won')).orderBy(bids.play_from);
const lastSpot = async () => (await spots()).at(-1)!;
async function sold() {
  await plan();
  await notices();
  await w.advance();
  const spot = await lastSpot();
  const answer = await w.screen.call('POST', '/api/player/leases/pull', { held: [], returned: [] });
  const lease = answer.json<PulledLeases>().leases.find(({ id }) => id === spot.lease_id)!;
  return { spot, lease };
}
const jumpTo = (at: Date) => w.clock.jump(at.getTime() - w.clock.now());

describe('a spot that was sold ahead', () => {
  it('is played by its screen and billed once, with the time of the play, on the proof alone', async () => {
    const { spot, lease } = await sold();
    expect(faults).toEqual([]);
    expect(heard('won')).toEqual(['/won?price=2.5']);
    expect((await lastSpot()).spot_state).toBe('delivered');
    jumpTo(spot.play_from!);
    w.clock.jump(MINUTE_MS);
    const played = w.clock.now();
    expect(await playsUnder(w.screen, lease, 1, { kind: 'programmatic' })).toEqual(['accepted']);
    expect(await lastSpot()).toMatchObject({ spot_state: 'billable', ended_at: null });
    expect(heard('billed')).toEqual([]);
    await notices();
    await notices();
    expect(heard('billed')).toEqual([`/billed?price=2.5&at=${played}&n=1.0000`]);
    expect((await lastSpot()).spot_state).toBe('billed');
    const listed = await call(w.test, w.seller, 'GET', '/api/programmatic/plays?state=billed');
    expect(listed.json<Answer<typeof listPlays>>().items).toMatchObject([
      { id: (await lastSpot()).play_id, state: 'billed' },
    ]);
    expect(await playsUnder(w.screen, lease, 1, { kind: 'programmatic' })).toEqual([
      'quarantined lease_spent',
    ]);
    await notices();
    expect(heard('billed')).toHaveLength(1);
    expect((await lastSpot()).spot_state).toBe('billed');
  });

  it('is released once no report can come in time, and billed no more by what comes later', async () => {
    const { spot, lease } = await sold();
    jumpTo(spot.report_deadline!);
    w.clock.jump(MINUTE_MS);
    await plan();
    await notices();
    const of = async () => (await spots()).find(({ id }) => id === spot.id)!;
    expect(heard('lost')).toEqual(['/lost?why=2']);
    expect((await of()).spot_state).toBe('released');
    await playsUnder(w.screen, lease, 1, {
      ...{ kind: 'programmatic', started_wall_ms: spot.play_from!.getTime() + MINUTE_MS },
    });
    await notices();
    expect(heard('billed')).toEqual([]);
    expect(['held', 'released']).toContain((await of()).spot_state);
  });

  it('costs at its bill what it was won at, where the second price is paid', async () => {
    await w.test.db.update(partners).set({ at: 2 });
    partner.state.answer = one => {
      if (one.path !== '/bid') return { status: 204 };
      const answer = JSON.parse(bidFor(one)) as { seatbid: { bid: { id: string; price: number }[] }[] };
      const [bid] = answer.seatbid[0]!.bid;
      answer.seatbid[0]!.bid.push({ ...bid!, id: 'b-2', price: 1.8 });
      return { status: 200, body: JSON.stringify(answer) };
    };
    const { spot, lease } = await sold();
    expect(heard('won')).toEqual(['/won?price=1.8']);
    jumpTo(spot.play_from!);
    await playsUnder(w.screen, lease, 1, { kind: 'programmatic' });
    await notices();
    expect(heard('billed').map(path => path.split('&')[0])).toEqual(['/billed?price=1.8']);
  });

  it('is taken back by the kill switch before it is shown', async () => {
    const { spot } = await sold();
    await w.test.db.update(partners).set({ state: 'suspended', suspended_by: 'kill_switch' });
    await plan();
    await notices();
    await w.advance();
    const [row] = await w.test.db.select().from(bids).where(eq(bids.id, spot.id));
    expect(row).toMatchObject({ spot_state: 'revoked', spot_reason: 'kill_switch' });
    expect(heard('lost')).toContain('/lost?why=2');
    expect((await w.lines())?.map(line => line.id) ?? []).not.toContain(spot.id);
  });
});
