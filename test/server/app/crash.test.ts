/** The crash schedules with the real server instead of its model. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OUTBOX_POLICY, QUEUE_POLICY } from '../../../shared/queue/policy.ts';
import { violations } from '../../crash/check.ts';
import { MUTANTS } from '../../crash/mutants.ts';
import { run, type Mutant } from '../../crash/schedule.ts';
import { crashServer } from '../../support/server/crash/crashServer.ts';
import { isAtLength, TODAY } from '../../support/dailyShare.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

/** A seed decides what is asked and what goes wrong; which of two requests at once the server takes first, it does not. */
const SCHEDULES = isAtLength ? 200 : 10;
const FIRST = Number(process.env['CRASH_SEED'] ?? 1 + TODAY * SCHEDULES);
/** The outbox, by which signatures and messages are sent, is asked by `npm run test:long -- values`. */
const kindOf = (nth: number) => (isAtLength && nth % 2 === 1 ? 'outbox' : 'queue');
const MUTANT_LIMIT = 20;
const LIMIT_MS = 240_000;

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

interface Ran {
  wrong: string[];
  accepted: number;
  done: number;
  requests: number;
}
async function schedule(seed: number, kind: 'queue' | 'outbox', mutant?: Mutant): Promise<Ran> {
  const server = await crashServer(test, test.admin);
  const policy = kind === 'queue' ? QUEUE_POLICY : OUTBOX_POLICY;
  const history = await run(seed, { policy, server, ...(mutant ? { mutant } : {}) });
  const wrong = violations(history, kind === 'outbox');
  const logged = [...history.effects].sort();
  if (logged.join() !== (await server.rows()).join()) wrong.push('the rows and the audit log disagree');
  for (const { reason, id } of history.failed)
    if (reason === 'conflict') wrong.push(`${id} met itself as a newer version`);
  return {
    wrong: wrong.map(text => `seed ${seed}, ${kind}: ${text}`),
    accepted: history.accepted.size,
    done: logged.length,
    requests: server.requests(),
  };
}

it(
  'Q1 Q2 Q5 S4 crash schedules against the server itself leave each accepted write in its rows and its log once',
  async () => {
    const found: string[] = [];
    const sum = { accepted: 0, done: 0, requests: 0 };
    for (let i = 0; i < SCHEDULES && found.length < 5; i++) {
      const { wrong, ...counts } = await schedule(FIRST + i, kindOf(i));
      found.push(...wrong);
      for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += counts[key];
    }
    console.log(`seeds ${FIRST} to ${FIRST + SCHEDULES - 1}: ${JSON.stringify(sum)}`);
    expect(found).toEqual([]);
    expect(sum.requests).toBeGreaterThan(sum.done);
  },
  LIMIT_MS,
);

it.each(['deleted before it is sent', 'any 200 is an acknowledgement'] as const)(
  'notices against the server itself what would be wrong: %s',
  async name => {
    let caught: string[] = [];
    /** Ids of their own: what the schedules above wrote has its answers kept. */
    const first = FIRST + 1_000_000 * (1 + Object.keys(MUTANTS).indexOf(name));
    for (let seed = first; caught.length === 0 && seed < first + MUTANT_LIMIT; seed++)
      caught = (await schedule(seed, 'outbox', MUTANTS[name])).wrong;
    expect(caught.length).toBeGreaterThan(0);
  },
  LIMIT_MS,
);
