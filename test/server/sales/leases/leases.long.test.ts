import { and, eq, inArray, ne } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Lease, PulledLeases } from '../../../../shared/contract/playout/lease.ts';
import { BOOKED, targeting, type CampaignPatch } from '../../../../shared/contract/sales/campaign.ts';
import type { CampaignLeases } from '../../../../shared/contract/sales/campaignCalls.ts';
import { reportOf } from '../../../../server/demo/vehicles/report.ts';
import { ASK_AGAIN_MS } from '../../../../shared/sales/leaseGrant.ts';
import { instant } from '../../../../shared/clock.ts';
import { campaigns, devices, tenants } from '../../../../server/db/schema.ts';
import { makeScreen, playingAt, type Screen } from '../../../support/device.ts';
import { addLiveCampaign } from '../../../support/server/rows/sales/campaigns.ts';
import { call } from '../../../support/server/playlist.ts';
import { campaignWorld, DAY_MS } from '../world.ts';
import { HOUR_MS } from './fleet.ts';
import { makePlaysUnder } from './playsUnder.ts';

let w: Awaited<ReturnType<typeof campaignWorld>>;
beforeAll(async () => {
  w = await campaignWorld();
});
afterAll(() => w.test.close());
/** Nobody stays signed in for hours; and the next test begins with one screen and no campaign. */
async function signInAgain() {
  w.seller = await w.test.signIn('manager');
  w.test.admin = await w.test.signIn('admin');
}
afterEach(async () => {
  const { db } = w.test;
  await db
    .update(campaigns)
    .set({ state: 'ended' })
    .where(inArray(campaigns.state, [...BOOKED]));
  await db
    .update(devices)
    .set({ state: 'retired' })
    .where(and(ne(devices.id, w.screen.id), eq(devices.state, 'active')));
  await w.advance();
  await signInAgain();
});

type Used = { id: string; used: number }[];
async function pull(screen: Screen, held: Used = [], returned: Used = []): Promise<Lease[]> {
  const answer = await screen.call('POST', '/api/player/leases/pull', { held, returned });
  if (answer.statusCode !== 200) throw new Error(`pull answered ${answer.statusCode}: ${answer.body}`);
  return answer.json<PulledLeases>().leases;
}
const live = (more: CampaignPatch = {}) =>
  addLiveCampaign(w.test, w.both(), { creatives: w.shown(), pacing: 'asap', goal_amount: 100, ...more });
const playsUnder = makePlaysUnder(() => w);
const NOBODY = '0198f0a0-0000-7000-8000-0000000000a1';

describe('a lease', () => {
  it('is granted from a twentieth of what is left, counts against the goal, and is free again once reported', async () => {
    const { id } = await live();
    expect((await w.lines())?.[0]).toMatchObject({ campaign_id: id, leased: true });
    const [lease, ...none] = await pull(w.screen);
    expect(none).toEqual([]);
    expect(lease).toMatchObject({ campaign_id: id, max_plays: 5 });
    expect(await w.read(id)).toMatchObject({ delivered: 0, outstanding: 5 });
    expect(await pull(w.screen, [{ id: lease!.id, used: 2 }])).toEqual([]);
    expect(await playsUnder(w.screen, lease!, 3)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(await w.read(id)).toMatchObject({ delivered: 3, outstanding: 2 });
    const list = (await call(w.test, w.seller, 'GET', `/api/campaigns/${id}/leases`)).json<CampaignLeases>();
    expect(list).toMatchObject({
      outstanding: 2,
      leases: [{ device_name: 'Taxi 101', state: 'held', max_plays: 5, outstanding: 2 }],
    });
    const [more] = await pull(w.screen, [{ id: lease!.id, used: 3 }]);
    expect(more!.max_plays).toBe(2);
    expect(await w.read(id)).toMatchObject({ delivered: 3, outstanding: 4 });
  });

  it('is granted ahead for the next flight, too, within the same bound, and to no screen of a tenant that is suspended', async () => {
    const now = w.clock.now();
    const at = (hours: number) => instant(now + hours * HOUR_MS);
    const { id } = await live({
      flights: [
        { starts_at: at(-1), ends_at: at(1), dayparts: [], sov_s_per_h: null },
        { starts_at: at(1), ends_at: at(24), dayparts: [], sov_s_per_h: null },
      ],
    });
    const setStatus = (status: 'active' | 'suspended') =>
      w.test.db.update(tenants).set({ status }).where(eq(tenants.id, w.test.tenant_id));
    await setStatus('suspended');
    expect(await pull(w.screen)).toEqual([]);
    await setStatus('active');
    const leases = await pull(w.screen);
    const lines = (await w.lines()) ?? [];
    expect(leases.map(({ line_id }) => line_id)).toEqual(lines.map(line => line.id));
    expect(leases.map(({ window_start }) => window_start)).toEqual([instant(now), at(1)]);
    expect(leases.every(({ max_plays }) => max_plays > 0)).toBe(true);
    expect((await w.read(id)).outstanding).toBeLessThanOrEqual(5);
  });

  it('whose answer was lost is given again, until the screen has named it', async () => {
    const { id } = await live();
    const [lost] = await pull(w.screen);
    const [again, ...none] = await pull(w.screen);
    expect([again, none]).toEqual([lost, []]);
    expect(await pull(w.screen, [{ id: lost!.id, used: 0 }])).toEqual([]);
    expect(await pull(w.screen, [])).toEqual([]);
    expect(await w.read(id)).toMatchObject({ outstanding: 5 });
  });

  it('that comes back is free at once but for what was played, and what is not reported by its last day after it', async () => {
    const { id } = await live();
    const [lease] = await pull(w.screen);
    await pull(w.screen, [], [{ id: lease!.id, used: 2 }]);
    /** Half of what it held was used when it asked: it was given three more in the same answer. */
    expect((await w.read(id)).outstanding).toBe(5);
    expect(await playsUnder(w.screen, lease!, 3)).toEqual([
      'accepted',
      'accepted',
      'quarantined lease_spent',
    ]);
    expect(await w.read(id)).toMatchObject({ delivered: 2, outstanding: 3 });
    await w.clock.advance(5 * HOUR_MS);
    await w.advance();
    await signInAgain();
    expect(await w.read(id)).toMatchObject({ delivered: 2, outstanding: 0 });
  });

  it('lets nothing count that it does not allow: each play says what speaks against it', async () => {
    const other = makeScreen(w.test);
    await other.pair(w.test.admin, { name: 'Taxi 102' });
    const { id } = await live({ targeting: targeting.parse({ device_ids: [w.screen.id, other.id] }) });
    const [lease] = await pull(w.screen);
    const of = { id: lease!.id, campaign_id: id };
    expect(await playsUnder(other, of, 1)).toEqual(['quarantined lease_other']);
    expect(await playsUnder(w.screen, { ...of, id: NOBODY }, 1)).toEqual(['quarantined lease_unknown']);
    expect(await playsUnder(w.screen, of, 1, { lease_id: undefined, manifest_version: 9_999 })).toEqual([
      'quarantined lease_missing',
    ]);
    const late = { started_wall_ms: Date.parse(lease!.play_deadline) + 61_000 };
    expect(await playsUnder(w.screen, of, 1, late)).toEqual(['quarantined lease_expired']);
    /** A build that knows no leases, on a screen that was given none. */
    expect(await playsUnder(other, of, 1, { lease_id: undefined, manifest_version: 9_999 })).toEqual([
      'accepted',
    ]);
    expect(await playsUnder(w.screen, of, 1, { result: 'not_shown', duration_ms: 0, completion: 0 })).toEqual(
      ['accepted'],
    );
    expect(await w.read(id)).toMatchObject({ delivered: 1, outstanding: 4 });
  });

  it('reported after its last day counts as late', async () => {
    const { id } = await live();
    const [lease] = await pull(w.screen);
    const at = w.clock.now();
    await w.clock.advance(9 * HOUR_MS);
    await signInAgain();
    expect(await playsUnder(w.screen, lease!, 1, { started_wall_ms: at + 60_000 })).toEqual(['accepted']);
    const plays = (
      await call(w.test, w.test.admin, 'GET', '/api/programmatic/plays?sort=-received_at&limit=1')
    ).json<{ items: { state: string }[] }>();
    expect(plays.items[0]?.state).toBe('late');
    expect(await w.read(id)).toMatchObject({ delivered: 1 });
  });

  it('is sent once where two nodes are asked at once, and two screens never get more than there is', async () => {
    const { id } = await live({ goal_amount: 20 });
    const other = makeScreen(w.test);
    await other.pair(w.test.admin, { name: 'Taxi 103' });
    await w.advance();
    const all = (await Promise.all([pull(w.screen), pull(w.screen), pull(other), pull(other)])).flat();
    expect(new Set(all.map(lease => lease.id)).size).toBe(1);
    expect(await w.read(id)).toMatchObject({ outstanding: 1 });
  });

  it('goes round where there is less than one for each: nobody starves, and the campaign completes by itself', async () => {
    const screens = [w.screen];
    for (const name of ['Taxi 104', 'Taxi 105', 'Taxi 106']) {
      const screen = makeScreen(w.test);
      await screen.pair(w.test.admin, { name });
      screens.push(screen);
    }
    const { id } = await live({ goal_amount: 16 });
    const ledger = { epoch: null, seq: 0, waiting: 0, parked: 0 };
    const report = reportOf({ app_version: '0.1.0', content: null, playing: null, ledger });
    for (const screen of screens) await screen.call('POST', '/api/player/heartbeat', report);
    await w.clock.advance(60_000);
    await w.advance();
    const grantedBy = new Map<string, number>();
    const ledgers = new Map(screens.map(screen => [screen.id, screen.ledger()]));
    for (let round = 0; round < 60 && (await w.read(id)).state === 'live'; round++) {
      await w.clock.advance(60_000);
      for (const screen of screens) {
        const [lease] = await pull(screen);
        if (!lease) continue;
        expect(lease.max_plays).toBe(1);
        grantedBy.set(screen.id, (grantedBy.get(screen.id) ?? 0) + 1);
        const record = await ledgers.get(screen.id)!.play(
          { id: w.spot.id, sha256: w.spot.asset.sha256 },
          {
            ...{ campaign_id: id, lease_id: lease.id, ...playingAt(w.clock) },
            manifest_version: (await screen.head()).version,
          },
        );
        await screen.send([record]);
        await pull(screen, [], [{ id: lease.id, used: 1 }]).then(async more => {
          await pull(
            screen,
            [],
            more.map(one => ({ id: one.id, used: 0 })),
          );
        });
      }
      await w.advance();
    }
    expect(await w.read(id)).toMatchObject({ state: 'completed', delivered: 16, outstanding: 0 });
    expect([...grantedBy.values()].every(n => n >= 2)).toBe(true);
    expect(grantedBy.size).toBe(4);
  });

  it('holds a budget as it holds a goal, and the budget of a day: the campaign stops by itself, and goes on the day after', async () => {
    /** 20 plays in all, and ten a day. */
    const { id } = await live({
      goal: 'budget',
      goal_amount: null,
      budget_minor: 200,
      daily_minor: 100,
      bid_micros: 100_000_000,
    });
    const playAll = async () => {
      for (let i = 0; i < 40; i++) {
        const [lease] = await pull(w.screen);
        if (!lease) return;
        const { delivered, outstanding } = await w.read(id);
        expect(delivered + outstanding).toBeLessThanOrEqual(20);
        await playsUnder(w.screen, lease, 1, { manifest_version: (await w.screen.head()).version });
        await w.clock.advance(60_000);
        await w.advance();
      }
    };
    await playAll();
    expect(await w.read(id)).toMatchObject({ state: 'paused_budget', delivered: 10, spent_minor: 100 });
    expect(await w.lines()).toBeNull();
    await w.pass(DAY_MS);
    await w.advance();
    expect((await w.read(id)).state).toBe('live');
    await playAll();
    expect(await w.read(id)).toMatchObject({ state: 'paused_budget', delivered: 20, spent_minor: 200 });
  });

  it('is not needed for a share of the hour that costs nothing by the play', async () => {
    const flights = [
      {
        starts_at: new Date(w.clock.now()).toISOString(),
        ends_at: '2027-01-01T00:00:00.000Z',
        dayparts: [],
        sov_s_per_h: 60,
      },
    ];
    await live({ goal: 'share', goal_amount: null, class: 'guaranteed', flights });
    expect((await w.lines())?.[0]?.leased).toBeUndefined();
    expect(await pull(w.screen)).toEqual([]);
  });
});

describe('whoever asks for leases', () => {
  it('gets a clear answer for what is not a lease', async () => {
    const answer = await w.screen.call('POST', '/api/player/leases/pull', {
      held: [{ id: 'x', used: -1 }],
      returned: [],
    });
    expect(answer.statusCode).toBe(400);
  });
  it('touches no lease of another screen', async () => {
    const { id } = await live();
    const [lease] = await pull(w.screen);
    const other = makeScreen(w.test);
    await other.pair(w.test.admin, { name: 'Taxi 107' });
    await pull(other, [{ id: lease!.id, used: 5 }], [{ id: lease!.id, used: 0 }]);
    expect((await w.read(id)).outstanding).toBe(5);
  });

  it('that is not to be had now says when to ask again, and one that was given does not', async () => {
    await live({ goal_amount: 1 });
    const other = makeScreen(w.test);
    await other.pair(w.test.admin, { name: 'Taxi 108' });
    await w.advance();
    const ask = async (screen: Screen) => {
      const answer = await screen.call('POST', '/api/player/leases/pull', { held: [], returned: [] });
      const { leases, ask_again_at } = answer.json<PulledLeases>();
      return { given: leases.length, ask_again_at };
    };
    expect(await ask(w.screen)).toEqual({ given: 1, ask_again_at: null });
    expect(await ask(other)).toEqual({ given: 0, ask_again_at: instant(w.clock.now() + ASK_AGAIN_MS) });
  });
});
