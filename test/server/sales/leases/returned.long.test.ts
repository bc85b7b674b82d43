/** What becomes of leases that come back, of turns, and of plays where a campaign needs leases only now and then. */
import { and, eq, inArray, ne } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Lease, PulledLeases } from '../../../../shared/contract/playout/lease.ts';
import { BOOKED, type Campaign, type CampaignPatch } from '../../../../shared/contract/sales/campaign.ts';
import type { CampaignLeases } from '../../../../shared/contract/sales/campaignCalls.ts';
import { instant } from '../../../../shared/clock.ts';
import { campaigns, devices } from '../../../../server/db/schema.ts';
import { makeScreen, type Screen } from '../../../support/device.ts';
import { call } from '../../../support/server/playlist.ts';
import { addLiveCampaign } from '../../../support/server/rows/sales/campaigns.ts';
import { campaignWorld, DAY_MS } from '../world.ts';
import { HOUR_MS } from './fleet.ts';
import { makePlaysUnder } from './playsUnder.ts';

let w: Awaited<ReturnType<typeof campaignWorld>>;
beforeAll(async () => {
  w = await campaignWorld();
});
afterAll(() => w.test.close());
/** The next test begins with one screen and no campaign. */
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
const flight = (sov_s_per_h: number | null) => ({
  ...{ starts_at: instant(w.clock.now()), ends_at: instant(w.clock.now() + 6 * DAY_MS), dayparts: [] },
  sov_s_per_h,
});
/** Changed on its screens, and approved. */
async function edit({ id }: Pick<Campaign, 'id'>, payload: CampaignPatch) {
  const { version } = await w.read(id);
  const path = `/api/campaigns/${id}`;
  const edited = await call(w.test, w.seller, 'PATCH', path, { payload, version });
  const approved = await call(w.test, w.test.admin, 'POST', `${path}/approve-change`, { payload: {} });
  expect([edited.statusCode, approved.statusCode]).toEqual([200, 200]);
}

describe('a lease', () => {
  it('that comes back when all of it was played is held no more: the screen is given another before all plays of it are reported', async () => {
    const { id } = await live();
    const [lease] = await pull(w.screen);
    expect(await pull(w.screen, [], [{ id: lease!.id, used: 5 }])).toEqual([]);
    /** Whatever is said of it later: it has come back once. */
    await pull(w.screen, [], [{ id: lease!.id, used: 0 }]);
    expect(await w.read(id)).toMatchObject({ outstanding: 5 });
    const list = (await call(w.test, w.seller, 'GET', `/api/campaigns/${id}/leases`)).json<CampaignLeases>();
    expect(list.leases).toMatchObject([{ state: 'returned', outstanding: 5 }]);
    expect(await playsUnder(w.screen, lease!, 2)).toEqual(['accepted', 'accepted']);
    const [more] = await pull(w.screen);
    expect(more).toMatchObject({ campaign_id: id, max_plays: 1 });
    expect(await w.read(id)).toMatchObject({ delivered: 2, outstanding: 4 });
  });

  it('is not kept for a screen whose flight opens only later, while another could play it', async () => {
    const other = makeScreen(w.test);
    await other.pair(w.test.admin, { name: 'Taxi 109' });
    const setZone = (device_id: string, tz: string) =>
      w.test.db.update(devices).set({ tz }).where(eq(devices.id, device_id));
    const [before] = await w.test.db.select().from(devices).where(eq(devices.id, w.screen.id));
    const GRID_MS = 300_000;
    const start_ms = Math.floor(w.clock.now() / GRID_MS) * GRID_MS;
    const [open, close] = [0, 2].map(hours => instant(start_ms + hours * HOUR_MS).slice(11, 16));
    try {
      await setZone(w.screen.id, 'UTC');
      /** An hour behind. */
      await setZone(other.id, 'Etc/GMT+1');
      const { id } = await live({
        goal_amount: 19,
        flights: [
          {
            starts_at: instant(w.clock.now() - HOUR_MS),
            ends_at: instant(w.clock.now() + DAY_MS),
            dayparts: [{ days: [1, 2, 3, 4, 5, 6, 7], start: open!, end: close! }],
            sov_s_per_h: null,
          },
        ],
      });
      const [lease] = await pull(w.screen);
      expect(lease).toMatchObject({ campaign_id: id, max_plays: 1 });
      expect(await pull(other)).toEqual([]);
      const { version: manifest_version } = await w.screen.head();
      expect(await playsUnder(w.screen, lease!, 1, { manifest_version })).toEqual(['accepted']);
      expect(await pull(w.screen, [], [{ id: lease!.id, used: 1 }])).toHaveLength(1);
    } finally {
      await setZone(w.screen.id, before!.tz);
    }
  });
});

describe('a play without a lease', () => {
  it('an edit after another takes nothing from what was played in between, when no lease was needed', async () => {
    const played = async (manifest_version: number) =>
      playsUnder(w.screen, { campaign_id: one.id, id: '' }, 1, { manifest_version, lease_id: undefined });
    const one = await live({ pacing: 'even', goal_amount: 1_000 });
    expect(await pull(w.screen)).toHaveLength(1);
    await edit(one, { class: 'guaranteed', goal: 'share', goal_amount: null, flights: [flight(60)] });
    expect((await w.lines())?.[0]?.leased).toBeUndefined();
    const { version: between } = await w.screen.head();
    await edit(one, { class: 'standard', goal: 'plays', goal_amount: 1_000, flights: [flight(null)] });
    expect((await w.lines())?.[0]?.leased).toBe(true);
    const { version: last } = await w.screen.head();
    expect(last).toBeGreaterThan(between);
    expect(await played(between)).toEqual(['accepted']);
    expect(await played(last)).toEqual(['quarantined lease_missing']);
    await w.over(one.id);
  });
});
