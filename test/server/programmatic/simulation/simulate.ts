/** Spots sold ahead to a fleet, played without a link and settled on proof, by servers that are killed meanwhile. */
import type { Alert } from '../../../../shared/contract/alerts/alert.ts';
import { seededUnit } from '../../../../shared/random.ts';
import { pairVehicle } from '../../../../server/demo/vehicles/pair.ts';
import { planSecondSpots } from '../../../../server/programmatic/planner/secondSpots.ts';
import { endSpots, planTenant } from '../../../../server/programmatic/planner/plan.ts';
import { advanceCampaigns } from '../../../../server/sales/campaigns/advance.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import { manualClock } from '../../../support/clock.ts';
import { addPlaylist, assign, call, publish } from '../../../support/server/playlist.ts';
import { addCreative } from '../../../support/server/upload.ts';
import { addInventory } from './inventory.ts';
import { openLives, type Life } from './lives.ts';
import { openMarket } from './market.ts';
import { gapIn, HOUR_MS, makeScreen, MINUTE_MS, portsOver, type Screen } from './screens.ts';

export interface Simulated {
  devices: number;
  /** Spots of so much time are sold. */
  hours: number;
  /** A screen that loses its link has none for so long at most. */
  offline_h: number;
  kills: number;
  seed?: number;
}
const STEP_MS = 5 * MINUTE_MS;
/** Beyond the last sold time and the last screen without a link: plays, second spots, then screens are switched off. */
const PLAYS_ON_H = 1;
/** What is owed for a day is owed no more then, and a notice is tried for an hour after. */
const DEADLINES_H = 30;
const HELD_D = 8;
const LATE_STEP_MS = 2 * HOUR_MS;
const LOOP_ITEM_MS = 120_000;
const OFFLINE_SHARE = 0.2;
/** A screen on a metered link calls at every second step. */
const SHARE_A_STEP = 2;
/** Screens that talk to the server at the same time. */
const AT_ONCE = 6;
/**
 * A planner round holds at most 200 auctions of one tenant; as many rounds as fall into a step are more. The clock stands
 * meanwhile, so that a partner takes no more calls than those of one second: a call beyond would wait for ever.
 */
const MAX_ROUNDS = 20;
const SCREENS_A_TOKEN = 200;
const MINUTES_TO_ALERT = 30;
const ALERT_MS = 20 * MINUTE_MS;
/** A kill comes after at most so many pieces between server and database. */
const FUSE_PIECES = 400;

export async function simulate({ devices, hours, offline_h, kills, seed = 7 }: Simulated) {
  const begun = performance.now();
  const random = seededUnit(seed);
  const clock = manualClock(Date.parse('2026-11-24T06:00:00.000Z'));
  const market = openMarket(clock, random);
  const lives = await openLives(clock, market);
  const { test } = lives.life();
  const { tenant_id } = test;
  const ports = portsOver(lives, clock);

  const identities = [];
  let { headers } = test.admin;
  for (let n = 1; n <= devices; n++) {
    /** Pairing a whole fleet takes longer than an access token lives. */
    if (n % SCREENS_A_TOKEN === 0) ({ headers } = await test.signIn('admin'));
    const made = { name: `Taxi ${n}`, headers, app_version: ports.app_version };
    identities.push(await pairVehicle(ports, made));
    await clock.advance(2_000);
  }
  const ids = identities.map(({ device_id }) => device_id);
  const admin = await test.signIn('admin');
  const loopFile = await addCreative(test, admin, 'picture.png');
  const picture = {
    ...{ source: 'creative' as const, creative_id: loopFile.id, widget: null },
    duration_ms: LOOP_ITEM_MS,
  };
  const loop = await addPlaylist(test, admin, [picture], 'Night and day');
  await publish(test, admin, loop.id);
  await assign(test, admin, loop.id, ids);
  const partner_ids = await addInventory({ ...test, admin }, ids);

  const start = Math.ceil((clock.now() + MINUTE_MS) / STEP_MS) * STEP_MS;
  await clock.advance(start - clock.now());
  const soldUntil = start + hours * HOUR_MS;
  const playsUntil = soldUntil + (offline_h + PLAYS_ON_H) * HOUR_MS;
  const end = soldUntil + DEADLINES_H * HOUR_MS;
  let alertUntil = 0;
  const screens: Screen[] = identities.map(identity =>
    makeScreen(identity, ports, {
      gap: random() < OFFLINE_SHARE ? gapIn({ from: start, to: soldUntil }, offline_h, random) : null,
      alertUntil: () => alertUntil,
    }),
  );
  let unanswered = 0;
  async function synchronizeAll(due: readonly Screen[]) {
    const waiting = [...due];
    const work = async () => {
      for (let next = waiting.pop(); next && !lives.life().isDead(); next = waiting.pop())
        if (!(await next.synchronize())) unanswered += 1;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  const hasTimeToSell = () => clock.now() + HOUR_MS <= soldUntil;
  async function plan({ test: { server }, memory, onFault, isDead }: Life) {
    await endSpots(server, onFault);
    const act = { tenant_id, user_id: null };
    if (!hasTimeToSell()) {
      await inTenant(server, act, ctx => planSecondSpots(ctx, memory.histories));
      return;
    }
    for (let round = 0; round < MAX_ROUNDS && !isDead(); round++)
      if ((await planTenant(server, memory, { tenant_id, onFault })) === 0) return;
  }
  const notify = async ({ notices, isDead }: Life) => {
    while (!isDead() && (await notices.round()) > 0);
  };
  /** All at once, as in a server: what is killed in the middle is whatever was under way. */
  const step = (due: readonly Screen[]) =>
    lives.work(async life => {
      await advanceCampaigns(life.test.server, life.onFault);
      await Promise.all([
        plan(life).catch(life.onFault),
        notify(life).catch(life.onFault),
        synchronizeAll(due).catch(life.onFault),
      ]);
      await notify(life);
    });

  const publishAlert = () =>
    lives.work(async ({ test: current }) => {
      const by = await current.signIn('admin');
      const payload = {
        ...{ event: 'Flood', urgency: 'Immediate', severity: 'Severe', certainty: 'Observed' },
        ...{ texts: { en: { headline: 'Water rises' } }, target: { mode: 'all' }, ttl_s: ALERT_MS / 1_000 },
      };
      const made = (await call(current, by, 'POST', '/api/alerts', { payload })).json<Alert>();
      const answer = await call(current, by, 'POST', `/api/alerts/${made.id}/publish`, { payload: {} });
      alertUntil = Date.parse(answer.json<Alert>().expires_at ?? '');
    });

  /** Within the times of most work: while spots are sold, and while they are played and settled. */
  const killSteps = (soldUntil + HOUR_MS - start) / STEP_MS;
  const isKilledAt = (nth: number) =>
    Math.floor(((nth + 1) * kills) / killSteps) > Math.floor((nth * kills) / killSteps);
  const setUp_s = (performance.now() - begun) / 1_000;
  let nth = 0;
  let isAlerted = false;
  while (clock.now() < end) {
    const now = clock.now();
    if (nth < killSteps && isKilledAt(nth))
      lives.light({
        to: random() < 0.5 ? 'database' : 'server',
        left: 1 + Math.floor(random() * FUSE_PIECES),
      });
    nth += 1;
    if (!isAlerted && now >= start + MINUTES_TO_ALERT * MINUTE_MS) {
      await publishAlert();
      isAlerted = true;
    }
    if (now < playsUntil) for (const screen of screens) await screen.playUntil(now);
    await step(screens.filter((screen, n) => screen.isOnline(now) && (n + nth) % SHARE_A_STEP === 0));
    await clock.advance(now < playsUntil ? STEP_MS : LATE_STEP_MS);
  }
  /** What was held for a decision waits for it no longer, and its partner hears of that. */
  await clock.advance(HELD_D * 24 * HOUR_MS);
  await step([]);
  await clock.advance(HOUR_MS);
  await step([]);
  return {
    ...{ lives, market, screens, partner_ids, tenant_id, clock, unanswered, start, setUp_s },
    took_s: (performance.now() - begun) / 1_000,
  };
}
export type Simulation = Awaited<ReturnType<typeof simulate>>;
