/** The queue and the outbox in a world so small that every order of events is walked. */
import { beforeAll, describe, expect, it } from 'vitest';
import { OUTBOX_POLICY, QUEUE_POLICY, type Policy } from '../../shared/queue/policy.ts';
import { KEY_HEADER, outcomeOf } from '../../shared/queue/send.ts';
import { isAtLength } from '../support/dailyShare.ts';
import { createModel, type Answer, type Meant, type World } from './model.ts';
import { walk } from './walk.ts';

const ID = 'the-entry';
const LIMIT_MS = 120_000;
/** A walk that finds something stops far earlier. */
const SHORT_TRACE = 12;
const TWO_OF_A_RECORD = ['record', 'record'];
/** So small that four entries overflow it. */
const SMALL_QUEUE: Policy = { ...QUEUE_POLICY, capacity: 3 };

let means: Record<Answer, Meant>;
beforeAll(async () => {
  const meant = async (answer: Response) => (await outcomeOf(answer, ID)) as Meant;
  means = {
    named: await meant(new Response('{}', { headers: { [KEY_HEADER]: ID } })),
    refused: await meant(Response.json({ error: 'RULE', message: '', details: {} }, { status: 422 })),
    busy: await meant(Response.json({ error: 'UNAVAILABLE', message: '', details: {} }, { status: 503 })),
    portal: await meant(new Response('<html>Sign in to the Wi-Fi</html>')),
    silence: { at: 'unreachable' },
  };
});

interface Bounds {
  name: string;
  groups: World['groups'];
  policy: Policy;
  hasLock: boolean;
  poison?: readonly number[];
  retries?: number;
  faults: number;
  /** Some million steps: `npm run test:long -- crashes` walks it, and `npm test` the smaller ones beside it. */
  isLarge?: true;
}
const WORLDS: Bounds[] = [
  {
    name: 'outbox',
    groups: [...TWO_OF_A_RECORD, null, null],
    policy: OUTBOX_POLICY,
    hasLock: true,
    faults: 4,
    isLarge: true,
  },
  {
    name: 'outbox',
    groups: [...TWO_OF_A_RECORD, null],
    policy: OUTBOX_POLICY,
    hasLock: false,
    faults: 2,
    isLarge: true,
  },
  { name: 'outbox', groups: TWO_OF_A_RECORD, policy: OUTBOX_POLICY, hasLock: false, faults: 4 },
  {
    name: 'outbox with one entry refused',
    groups: [...TWO_OF_A_RECORD, null],
    policy: OUTBOX_POLICY,
    hasLock: true,
    poison: [0],
    faults: 3,
  },
  {
    name: 'queue with one entry refused',
    groups: [...TWO_OF_A_RECORD, null],
    policy: QUEUE_POLICY,
    hasLock: true,
    poison: [0],
    faults: 3,
  },
  {
    name: 'queue that gives up at once',
    groups: [...TWO_OF_A_RECORD, null],
    policy: QUEUE_POLICY,
    hasLock: true,
    retries: 0,
    faults: 3,
  },
  {
    name: 'queue that overflows',
    groups: [...TWO_OF_A_RECORD, null, null],
    policy: SMALL_QUEUE,
    hasLock: true,
    faults: 2,
  },
];

describe('every order of what may befall a few entries', () => {
  it.each(WORLDS.filter(({ isLarge }) => isAtLength || !isLarge))(
    'Q1 Q5 $name, $groups.length entries, $faults faults, two replayers, lock: $hasLock',
    ({ name, faults, isLarge: _, ...world }) => {
      const { states, transitions, found } = walk(createModel({ ...world, means }), faults);
      console.log(
        `${name}, ${world.groups.length} entries, ${faults} faults, ${world.hasLock ? 'one lock' : 'no lock'}: ${states} states, ${transitions} transitions`,
      );
      expect(found).toBeNull();
      expect(states).toBeGreaterThan(1_000);
    },
    LIMIT_MS,
  );

  it.each([
    { wrong: 'no key', what: 'done twice' },
    { wrong: 'deleted before it is sent', what: 'lost' },
    { wrong: 'any 200 is an acknowledgement', what: 'lost' },
    { wrong: 'no groups', what: 'done after' },
    { wrong: 'followed before it is written', what: 'done after' },
  ] as const)('shows in a few steps what would be wrong with: $wrong', ({ wrong, what }) => {
    const world: World = {
      policy: QUEUE_POLICY,
      groups: [...TWO_OF_A_RECORD, null, null],
      hasLock: true,
      retries: 0,
      means,
    };
    const mutated: World =
      wrong === 'any 200 is an acknowledgement'
        ? { ...world, means: { ...means, portal: means.named } }
        : { ...world, mutant: wrong };
    const { found } = walk(createModel(mutated), 4);
    console.log(`${wrong}: ${found?.what}\n  ${found?.trace.join('\n  ')}`);
    expect(found?.what).toContain(what);
    expect(found?.trace.length).toBeLessThanOrEqual(SHORT_TRACE);
  });
});
