/** Auctions among five partners on one core, beside the bare calls to the same partners; and a slow one that delays no other. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { devices, inventoryMappings, partners, placements } from '../../server/db/schema.ts';
import { openPartnerCalls } from '../../server/programmatic/calls/callPartner.ts';
import { createHistories } from '../../server/programmatic/planner/histories.ts';
import { holdAuction, type Held } from '../../server/programmatic/planner/hold.ts';
import { createPartnerLimits } from '../../server/programmatic/planner/limits.ts';
import { opportunitiesOf } from '../../server/programmatic/planner/opportunities.ts';
import { inTenant } from '../../server/transaction/context.ts';
import { uuid7 } from '../../shared/random.ts';
import { freePort } from '../e2e/support/server/wayside.ts';
import { partnerRow } from '../support/server/rows/programmatic/auctionRows.ts';
import { compare } from './measure.ts';
import { startBench } from './served.ts';

const PARTNERS = 5;
const TMAX_MS = 300;
const A_ROUND = 200;
const AT_ONCE = 10;
const A_SECOND = 100;
const LASTS_S = 10;

const port = await freePort();
const mockDsp = join(import.meta.dirname, '../../server/programmatic/mockDsp/start.ts');
const mock = spawn(process.execPath, ['--import', 'tsx', mockDsp], {
  env: { ...process.env, PORT: String(port) },
  stdio: ['ignore', 'pipe', 'inherit'],
});
await new Promise(done => mock.stdout.once('data', done));
/** The mock of this machine stands for partners elsewhere. */
const partnerCalls = openPartnerCalls({ isAllowed: address => address === '127.0.0.1' });
const bench = await startBench({ partnerCalls });
const { database, server, tenant_id } = bench;
const bidAt = (profile: string) => `http://127.0.0.1:${port}/mock-dsp/bid?profile=${profile}`;

async function opportunity() {
  const now = server.clock.now();
  const [device, placement] = [uuid7(now), uuid7(now)];
  const ids = Array.from({ length: PARTNERS }, () => uuid7(now));
  await database.db
    .insert(devices)
    .values({ id: device, tenant_id, name: 'Harbour cab', last_seen_at: new Date() });
  await database.db.insert(placements).values({
    ...{ id: placement, tenant_id, device_id: device, zone: 'full', w: 1280, h: 800, media: ['banner'] },
    ...{ mimes: ['image/png'], spot_len_s: [10], allow_audio: false, boxing_allowed: true, movable: false },
    venue_ids: { openooh_1_1: '103', openooh_1_2: null, dmi: null },
  });
  await database.db.insert(partners).values(
    ids.map((id, n) =>
      partnerRow(id, tenant_id, {
        ...{ name: `DSP ${n + 1}`, endpoint_url: bidAt('bid'), tmax_ms: TMAX_MS },
        ...{ qps_limit: 1_000_000, concurrency: 1_000, requires_creative_preapproval: false },
      }),
    ),
  );
  await database.db.insert(inventoryMappings).values(
    ids.map(partner_id => ({
      ...{ id: uuid7(now), tenant_id, partner_id, placement_id: placement, state: 'mapped' as const },
      ...{ external_screen_id: `screen-${partner_id}`, venuetypetax: 5, venuetype: ['103'] },
    })),
  );
  const [found] = await inTenant(server, { tenant_id, user_id: null }, ctx =>
    opportunitiesOf(ctx, createHistories(server.clock), 1),
  );
  if (found?.buyers.length !== PARTNERS) throw new Error('not all partners were to be asked');
  return found;
}

/** `A_ROUND` of them, ten under way at a time. */
async function inTurns(act: () => Promise<void>): Promise<number> {
  let left = A_ROUND;
  const work = async () => {
    while (left-- > 0) await act();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return A_ROUND;
}
const nth = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

try {
  const sold = await opportunity();
  const limits = createPartnerLimits(server.clock);
  const hold = async (): Promise<Held> => {
    const held = await holdAuction(server, limits, sold);
    const bid = held.answers.filter(({ call }) => call.outcome === 'bid').length;
    if (bid < PARTNERS - 1) throw new Error(`${bid} partners bid: ${JSON.stringify(held.answers[0]?.call)}`);
    return held;
  };
  const bodies = (await hold()).answers.map(({ requestText }) => requestText);
  const dispatcher = new Agent({ connections: AT_ONCE * PARTNERS });
  const headers = { 'content-type': 'application/json' };
  await compare(
    'auctions',
    {
      name: `${PARTNERS} partners asked, judged and ranked`,
      round: () => inTurns(async () => void (await hold())),
    },
    {
      name: 'bare calls with JSON.parse',
      round: () =>
        inTurns(async () => {
          const all = bodies.map(async body => {
            const answer = await request(bidAt('bid'), { method: 'POST', headers, body, dispatcher });
            return JSON.parse(await answer.body.text()) as unknown;
          });
          await Promise.all(all);
        }),
    },
    'none is set',
  );
  await dispatcher.close();

  for (const [name, profile] of [
    ['five that answer', 'bid'],
    ['one of them too late', 'timeout'],
  ] as const) {
    const [slow] = sold.buyers;
    if (slow) slow.partner.endpoint_url = bidAt(profile);
    const waits: number[] = [];
    const took: number[] = [];
    const underWay: Promise<void>[] = [];
    for (let n = 0; n < A_SECOND * LASTS_S; n++) {
      underWay.push(
        hold().then(({ answers, duration_ms }) => {
          took.push(duration_ms);
          for (const { buyer, latency_ms } of answers) if (buyer !== slow) waits.push(latency_ms);
        }),
      );
      await new Promise(done => setTimeout(done, 1_000 / A_SECOND));
    }
    await Promise.all(underWay);
    process.stdout.write(
      `  ${A_SECOND} a second, ${name}: others' answers p50 ${nth(waits, 0.5)} ms, p99 ${nth(waits, 0.99)} ms; auctions p99 ${nth(took, 0.99)} ms (tmax ${TMAX_MS})\n`,
    );
  }
} finally {
  await bench.close();
  await partnerCalls.close();
  mock.kill();
}
