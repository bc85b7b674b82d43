/** At length: what is asked about campaigns of a tenant with 1,000 screens, 200 campaigns on them and 100,000 drafts. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignPatch } from '../../../../shared/contract/sales/campaign.ts';
import type { Diagnosis, Forecast } from '../../../../shared/contract/sales/campaignCalls.ts';
import type { PulledLeases } from '../../../../shared/contract/playout/lease.ts';
import type { listingSold } from '../../../../shared/contract/sales/listing.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { campaigns } from '../../../../server/db/schema.ts';
import { call } from '../../../support/server/playlist.ts';
import { campaignBody } from '../../../support/server/rows/sales/campaigns.ts';
import { HOURS, KINDS, manyScreens } from './fleet.ts';

/** ms; a whole second and another for a busy machine. Forecasts took three, diagnoses one. */
const MOST_MS = 2_000;
/** Three tenths of a second, and the rest for a busy machine; it took two. */
const MOST_OF_OWNER_MS = 1_000;
/** Of the pass that the clock makes every 20 s, which took 27 s. */
const MOST_PASS_MS = 4_000;
const ROUNDS = 3;
const isAtLength = process.env['AT_LENGTH'] === '1';

describe.runIf(isAtLength)('a tenant of 1,000 screens', () => {
  let w: Awaited<ReturnType<typeof manyScreens>>;
  beforeAll(async () => {
    w = await manyScreens();
    figures['first roll-up'] = Math.round(w.rolledUpMs);
  }, 600_000);
  afterAll(() => w.test.close());

  const figures: Record<string, number> = {};
  /** ms of the fastest, which other work of the machine has held up least. */
  async function measure(what: string, act: () => Promise<unknown>): Promise<number> {
    const took: number[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      const began = performance.now();
      await act();
      took.push(performance.now() - began);
    }
    figures[what] = Math.round(Math.min(...took));
    return Math.min(...took);
  }

  it.each([
    ['all screens', 1_000, () => ({})],
    [
      'a share of all screens',
      1_000,
      () => ({
        ...{ class: 'guaranteed', goal: 'share', goal_amount: null },
        flights: [w.flight(100)],
      }),
    ],
    ['a group', 100, () => ({ targeting: { group_ids: [w.groups[2]!] } })],
    ['twenty flights of two years', 1_000, () => ({ flights: w.longFlights() })],
    [
      'twenty different shares',
      1_000,
      () => ({
        ...{ class: 'guaranteed', goal: 'share', goal_amount: null },
        flights: w.longFlights().map((one, n) => ({ ...one, sov_s_per_h: n + 1 })),
      }),
    ],
    ['one screen', 1, () => ({ targeting: { device_ids: [w.screens[2]!] } })],
  ] as [string, number, () => CampaignPatch][])(
    'forecasts %s within a second',
    async (what, screens, more) => {
      const ask = async () => {
        const wanted = { creatives: w.shown(), flights: [w.flight(null)], ...more() };
        const answer = await call(w.test, w.seller, 'POST', '/api/campaigns/forecast', {
          payload: campaignBody(w.test, wanted),
        });
        return answer.json<Forecast>();
      };
      const found = await ask();
      expect(found.screens).toBe(screens);
      expect(found.screen_hours / screens).toBeGreaterThan(200);
      expect(await measure(`forecast of ${what}`, ask)).toBeLessThan(MOST_MS);
    },
  );

  it('says within a second why a campaign of each kind plays or not', async () => {
    const live = await w.test.db.select().from(campaigns).where(eq(campaigns.state, 'live'));
    for (const [n, kind] of KINDS.entries()) {
      const { id } = live.find(({ name }) => name === `Campaign ${n}`)!;
      const ask = () => call(w.test, w.seller, 'GET', `/api/campaigns/${id}/diagnose`);
      expect((await ask()).json<Diagnosis>().checks).toHaveLength(12);
      expect([kind, (await measure(`diagnosis: ${kind}`, ask)) < MOST_MS]).toEqual([kind, true]);
    }
  });

  it('draws within a second what is sold of a listing of all screens', async () => {
    const ask = () => call(w.test, w.seller, 'GET', `/api/listings/${w.fleet}/sold`);
    const sold = (await ask()).json<Answer<typeof listingSold>>();
    expect(sold.screens).toBe(999);
    expect(sold.campaigns.length).toBeGreaterThan(100);
    expect(await measure('calendar of a listing', ask)).toBeLessThan(MOST_MS);
  });

  it.each([
    ['admin', ''],
    ['admin', 'q=aft 777'],
    ['owner', ''],
    ['owner', 'state=live'],
    ['owner', 'q=aign 77'],
    ['owner', 'sort=name'],
  ] as const)('lists campaigns to the %s within a second: "%s"', async (who, query) => {
    const by = who === 'admin' ? w.test.admin : w.owner;
    const ask = () => call(w.test, by, 'GET', `/api/campaigns?${query}`);
    const { total } = (await ask()).json<{ total: number }>();
    expect(total).toBeGreaterThan(0);
    if (who === 'owner') expect(total).toBeLessThan(200);
    const most = who === 'owner' ? MOST_OF_OWNER_MS : MOST_MS;
    expect(await measure(`list of the ${who} ${query}`.trim(), ask)).toBeLessThan(most);
  });

  it('is moved on by the clock long before the clock comes round again', async () => {
    expect(await measure('pass of the clock', w.advance)).toBeLessThan(MOST_PASS_MS);
  });

  it('gives a screen the leases of its campaigns within a second', async () => {
    const ask = () => w.screen.call('POST', '/api/player/leases/pull', { held: [], returned: [] });
    const { leases } = (await ask()).json<PulledLeases>();
    expect(new Set(leases.map(({ campaign_id }) => campaign_id)).size).toBeGreaterThan(20);
    expect(await measure('pull of leases', ask)).toBeLessThan(MOST_MS);
  });

  it('answers within seconds where 200 campaigns are guaranteed twenty flights each', async () => {
    await w.guaranteeAll();
    const forecast = (more: CampaignPatch) => () =>
      call(w.test, w.seller, 'POST', '/api/campaigns/forecast', {
        payload: campaignBody(w.test, { creatives: w.shown(), ...more }),
      });
    const flights = w.longFlights().map(one => ({ ...one, dayparts: [HOURS] }));
    const share = { class: 'guaranteed', goal: 'share', goal_amount: null } as const;
    for (const [what, ask] of [
      ['forecast', forecast({ flights: [w.flight(null)] })],
      ['forecast of twenty flights with hours', forecast({ flights })],
      ['forecast of a share', forecast({ ...share, flights: [w.flight(100)] })],
      ['calendar', () => call(w.test, w.seller, 'GET', `/api/listings/${w.fleet}/sold`)],
    ] as const) {
      const about = `${what} beside 4,000 guaranteed flights`;
      expect([what, (await ask()).statusCode]).toEqual([what, 200]);
      expect(await measure(about, ask)).toBeLessThan(2 * MOST_MS);
    }
    process.stdout.write(`figures ${JSON.stringify(figures)}\n`);
  });
});
