/** A fleet of simulated vehicles, of which two fifths are out of reach at any time, for campaigns that compete. */
import { instant } from '../../../../shared/clock.ts';
import type { Campaign, CampaignPatch } from '../../../../shared/contract/sales/campaign.ts';
import { seededUnit } from '../../../../shared/random.ts';
import { pairVehicle } from '../../../../server/demo/vehicles/pair.ts';
import { vehiclePorts } from '../../../../server/demo/vehicles/start.ts';
import { rollUpPlays } from '../../../../server/proof/analytics/rollUp.ts';
import { advanceCampaigns } from '../../../../server/sales/campaigns/advance.ts';
import { goalOf } from '../../../../server/sales/campaigns/progress.ts';
import { countedOf } from '../../../../server/sales/leases/needs.ts';
import { and, eq } from 'drizzle-orm';
import { campaigns as table, plays } from '../../../../server/db/schema.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import { manualClock } from '../../../support/clock.ts';
import { addLiveCampaign } from '../../../support/server/rows/sales/campaigns.ts';
import { addPlaylist, assign, call, publish } from '../../../support/server/playlist.ts';
import { startTestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';
import { makeVehicle, type Vehicle } from './vehicles.ts';

export const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** On a metered link: a screen that is short of leases asks so often, and hands in its plays at every other time. */
const STEP_MS = 5 * MINUTE_MS;
const PLAYS_MS = 10 * MINUTE_MS;
const SPOT_MS = 120_000;
const HEARTBEAT_MS = HOUR_MS / 2;
/** h; at any time two fifths are in the first. */
const OFFLINE_H = { least: 0.5, most: 8 };
const ONLINE_H = { least: 0.5, most: 12.25 };

interface Fleet {
  vehicles: number;
  hours: number;
  campaigns: (CampaignPatch & { name: string })[];
}
export interface CampaignOutcome {
  name: string;
  goal: number;
  delivered: number;
  /** Of the goal, 0 to 1. */
  under: number;
  over: number;
  late: number;
  /** The most that was ever out with screens, and the most that was released unreported. */
  most_out: number;
  /** The most that was delivered and out at once, beyond the goal. */
  beyond: number;
  state: Campaign['state'];
}

interface Driver {
  vehicle: Vehicle;
  isOnline: boolean;
  changesAt: number;
  handsInAt: number;
  /** It had a link while the campaigns ran. */
  isReached: boolean;
  beatAt: number;
}

export async function runFleet({ vehicles, hours, campaigns }: Fleet) {
  const clock = manualClock(Date.parse('2026-11-24T00:00:00.000Z'));
  const test = await startTestServer({ clock });
  const start = clock.now();
  const until = start + hours * HOUR_MS;
  const random = seededUnit(17);
  const within = ({ least, most }: { least: number; most: number }) =>
    (least + random() * (most - least)) * HOUR_MS;
  const spot = await addCreative(test, test.admin);
  await call(test, test.admin, 'PATCH', `/api/creatives/${spot.id}`, {
    payload: { duration_ms: SPOT_MS },
    version: spot.version,
  });
  const drivers: Driver[] = [];
  const ids: string[] = [];
  const ports = vehiclePorts(test.app, test.server);
  for (let i = 0; i < vehicles; i++) {
    const made = { name: `Taxi ${i + 1}`, headers: test.admin.headers, app_version: ports.app_version };
    const identity = await pairVehicle(ports, made);
    ids.push(identity.device_id);
    const vehicle = makeVehicle(identity, ports);
    const isOnline = random() >= 0.4;
    const changesAt = start + random() * within(isOnline ? ONLINE_H : OFFLINE_H);
    drivers.push({ vehicle, isOnline, changesAt, handsInAt: start, isReached: false, beatAt: start });
    await clock.advance(2_000);
  }
  const picture = { source: 'creative', creative_id: spot.id, widget: null, duration_ms: 120_000 } as const;
  const loop = await addPlaylist(test, test.admin, [picture], 'Night and day');
  await publish(test, test.admin, loop.id);
  await assign(test, test.admin, loop.id, ids);
  const beat = async (driver: Driver) => {
    await driver.vehicle.beat();
    driver.beatAt = clock.now() + HEARTBEAT_MS;
  };
  for (const driver of drivers) await beat(driver);
  await clock.advance(MINUTE_MS);
  const made: Campaign[] = [];
  const decider = await test.signIn('manager');
  for (const body of campaigns)
    made.push(
      await addLiveCampaign(
        test,
        { by: decider, decider: test.admin },
        {
          creatives: [{ creative_id: spot.id, weight: 1 }],
          flights: [{ starts_at: instant(start), ends_at: instant(until), dayparts: [], sov_s_per_h: null }],
          ...body,
        },
      ),
    );

  const fail = (error: unknown) => {
    throw error;
  };
  const advance = () => advanceCampaigns(test.server, fail);
  const most = new Map<string, { out: number; beyond: number }>();
  const goals = new Map(made.map(row => [row.id, goalOf(row, row.currency) ?? 0]));
  async function look() {
    await inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, async ctx => {
      for (const { id, tz } of await ctx.tx.select().from(table)) {
        const { delivered, outstanding } = await countedOf(ctx, { id, tz });
        const before = most.get(id) ?? { out: 0, beyond: 0 };
        const beyond = delivered + outstanding - (goals.get(id) ?? 0);
        most.set(id, { out: Math.max(before.out, outstanding), beyond: Math.max(before.beyond, beyond) });
      }
    });
  }
  let offline = 0;
  let looked = 0;
  for (let at = clock.now(); at < until + HOUR_MS; at = clock.now()) {
    await clock.advance(STEP_MS);
    const now = clock.now();
    for (const driver of drivers) {
      while (driver.changesAt <= now) {
        driver.isOnline = !driver.isOnline;
        driver.changesAt += within(driver.isOnline ? ONLINE_H : OFFLINE_H);
      }
      looked++;
      if (!driver.isOnline) offline++;
      await driver.vehicle.playUntil(now);
      if (!driver.isOnline) continue;
      driver.isReached = true;
      if (driver.beatAt <= now) await beat(driver);
      if (driver.handsInAt > now && !driver.vehicle.hasToAsk()) continue;
      driver.handsInAt = now + PLAYS_MS;
      await driver.vehicle.synchronize();
    }
    if (looked % 2 === 0) await advance();
    await rollUpPlays(test.server, fail);
    await look();
  }
  /** Whoever is still out comes home. */
  await clock.advance(12 * HOUR_MS);
  for (const { vehicle } of drivers) await vehicle.synchronize();
  await advance();
  await look();
  const admin = await test.signIn('admin');
  const outcomes: CampaignOutcome[] = [];
  for (const { id, name } of made) {
    const row = (await call(test, admin, 'GET', `/api/campaigns/${id}`)).json<Campaign>();
    const goal = goals.get(id) ?? 0;
    const late = await test.db.$count(plays, and(eq(plays.state, 'late'), eq(plays.campaign_id, id)));
    outcomes.push({
      ...{ name, goal, delivered: row.delivered, state: row.state, late },
      under: Math.max(0, goal - row.delivered) / goal,
      over: Math.max(0, row.delivered - goal),
      most_out: most.get(id)?.out ?? 0,
      beyond: most.get(id)?.beyond ?? 0,
    });
  }
  const verdicts: Record<string, number> = {};
  let fewest = Infinity;
  for (const { vehicle, isReached } of drivers) {
    for (const [name, n] of vehicle.verdicts) verdicts[name] = (verdicts[name] ?? 0) + n;
    const playCount = [...vehicle.playsByCampaign.values()].reduce((sum, n) => sum + n, 0);
    if (isReached) fewest = Math.min(fewest, playCount);
  }
  await test.close();
  return { outcomes, verdicts, offline: offline / looked, fewest };
}
