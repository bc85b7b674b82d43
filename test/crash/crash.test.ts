/** The queue and the outbox under random crashes, losses, duplicates, full disks and jumping clocks; the seed names each run. */
import { describe, expect, it } from 'vitest';
import { OUTBOX_POLICY, QUEUE_POLICY } from '../../shared/queue/policy.ts';
import { TODAY } from '../support/dailyShare.ts';
import { violations } from './check.ts';
import { MUTANTS } from './mutants.ts';
import { run, type Setting } from './schedule.ts';
import regressions from './regressions.json' with { type: 'json' };

/** `npm run test:long -- crashes` asks for more, and of the outbox, whose policy nothing sends with yet. */
const SCHEDULES = Number(process.env['CRASH_SCHEDULES'] ?? 60);
/** Other schedules each day: what one day's seeds do not find another's may. */
const FIRST = Number(process.env['CRASH_SEED'] ?? 1 + TODAY * SCHEDULES);
const MUTANT_LIMIT = 200;
const LIMIT_MS = 600_000;
const KINDS = { queue: QUEUE_POLICY, outbox: OUTBOX_POLICY };
type Kind = keyof typeof KINDS;
const ASKED = (process.env['CRASH_KINDS'] ?? 'queue').split(' ') as Kind[];

async function wrongWith(
  seed: number,
  kind: Kind,
  { mutant, hasWorker = true }: Pick<Setting, 'mutant' | 'hasWorker'> = {},
): Promise<string[]> {
  const history = await run(seed, { policy: KINDS[kind], hasWorker, ...(mutant ? { mutant } : {}) });
  return violations(history, kind === 'outbox').map(text => `seed ${seed}, ${kind}: ${text}`);
}

describe('crash schedules', () => {
  it.each(regressions as { seed: number; kind: Kind; was: string }[])(
    'seed $seed of the $kind once found: $was',
    async ({ seed, kind }) => {
      expect(await wrongWith(seed, kind, { hasWorker: false })).toEqual([]);
    },
  );

  it(
    `Q1 Q2 Q4 Q5 Q8 ${SCHEDULES} schedules lose nothing that was accepted, do nothing twice, and account for all of it, and never have two senders at work`,
    async () => {
      const found: string[] = [];
      const started = performance.now();
      for (let i = 0; i < SCHEDULES && found.length < 5; i++)
        found.push(...(await wrongWith(FIRST + i, ASKED[i % ASKED.length]!)));
      const seconds = (performance.now() - started) / 1_000;
      console.log(
        `seeds ${FIRST} to ${FIRST + SCHEDULES - 1}, ${Math.round(SCHEDULES / seconds)} schedules a second`,
      );
      expect(found).toEqual([]);
    },
    LIMIT_MS,
  );

  it.each(Object.entries(MUTANTS))(
    'notices within a few schedules what would be wrong: %s',
    async (_name, mutant) => {
      let caught: string[] = [];
      let seed = FIRST;
      while (caught.length === 0 && seed < FIRST + MUTANT_LIMIT)
        caught = await wrongWith(seed++, 'outbox', { mutant });
      expect(caught.length).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );
});
