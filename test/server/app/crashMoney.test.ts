/** Signatures and money through crash schedules: by the console's own way, to the real server and its ledger of keys. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import { OUTBOX_POLICY } from '../../../shared/queue/policy.ts';
import { violations } from '../../crash/check.ts';
import { handInDurably } from '../../crash/handIn.ts';
import { MUTANTS } from '../../crash/mutants.ts';
import { run, type Mutant } from '../../crash/schedule.ts';
import { isAtLength, TODAY } from '../../support/dailyShare.ts';
import { addEarningScreen, crashMoney } from '../../support/server/crash/crashMoney.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

/** `npm run test:long -- money-1 money-2` runs a thousand; other ones each day. */
const SCHEDULES = Number(process.env['MONEY_SCHEDULES'] ?? (isAtLength ? 50 : 4));
const PART_SEEDS = 400_000_000;
const FIRST = Number(
  process.env['CRASH_SEED'] ?? 1 + TODAY * SCHEDULES + Number(process.env['MONEY_PART'] ?? 0) * PART_SEEDS,
);
const MUTANT_LIMIT = 30;
const LIMIT_MS = 880_000;

let test: TestServer;
let screen: Awaited<ReturnType<typeof addEarningScreen>>;
beforeAll(async () => {
  test = await startTestServer();
  await test.db.update(users).set({ is_signatory: true }).where(eq(users.id, test.admin.id));
  screen = await addEarningScreen(test, (await test.signIn('device_owner')).id);
});
afterAll(() => test.close());

interface Ran {
  wrong: string[];
  accepted: number;
  refused: number;
  done: number;
  requests: number;
}
async function schedule(seed: number, mutant?: Mutant): Promise<Ran> {
  const server = await crashMoney(test, test.admin, { seed, screen });
  const history = await run(seed, {
    ...{ policy: OUTBOX_POLICY, server, handIn: handInDurably },
    owner: { user: test.admin.id, tenant: test.tenant_id },
    ...(mutant ? { mutant } : {}),
  });
  const wrong = [...violations(history, true), ...(await server.disagreements())];
  const offered = new Set(history.offered.map(({ op }) => op));
  for (const op of history.effects) if (!offered.has(op)) wrong.push(`${op} was done, and nobody wrote it`);
  for (const { id, reason } of history.left)
    if (reason !== 'poison') wrong.push(`${id} is left, ${reason ?? 'waiting'}`);
  return {
    wrong: wrong.map(text => `seed ${seed}: ${text}`),
    accepted: history.accepted.size,
    refused: history.refused.size,
    done: history.effects.length,
    requests: server.requests(),
  };
}

it(
  `Q1 Q2 Q3 S4 of signatures, payments, credit notes, adjustments and transfers ${SCHEDULES} crash schedules lose none and do none twice`,
  async () => {
    const found: string[] = [];
    const sum = { accepted: 0, refused: 0, done: 0, requests: 0 };
    const started = performance.now();
    for (let i = 0; i < SCHEDULES && found.length < 5; i++) {
      const { wrong, ...counts } = await schedule(FIRST + i);
      found.push(...wrong);
      for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += counts[key];
    }
    const seconds = Math.round((performance.now() - started) / 1_000);
    console.log(`seeds ${FIRST} to ${FIRST + SCHEDULES - 1} in ${seconds} s: ${JSON.stringify(sum)}`);
    expect(found).toEqual([]);
    expect(sum.requests).toBeGreaterThan(sum.done);
  },
  LIMIT_MS,
);

it.each(['deleted before it is sent', 'any 200 is an acknowledgement'] as const)(
  'notices of signatures and money what would be wrong: %s',
  async name => {
    let caught: string[] = [];
    /** Ids of their own: what the schedules above wrote has its answers stored. */
    const first = FIRST + 1_000_000 * (1 + Object.keys(MUTANTS).indexOf(name));
    for (let seed = first; caught.length === 0 && seed < first + MUTANT_LIMIT; seed++)
      caught = (await schedule(seed, MUTANTS[name])).wrong;
    expect(caught.length).toBeGreaterThan(0);
  },
  LIMIT_MS,
);
