/** Every order in which anything can befall a few entries: the lane's steps over the real rules, told once and walked whole. */
import { groupHeads } from '../../shared/queue/order.ts';
import { admit, decide, type Outcome, type Policy } from '../../shared/queue/policy.ts';
import type { Entry } from '../../shared/queue/entry.ts';

export interface World {
  policy: Policy;
  /** The group of each entry, in the order they are accepted in; null: of none, and those come last. */
  groups: readonly (string | null)[];
  /** Those the server refuses, each time. */
  poison?: readonly number[];
  /** Two replayers take turns; without it both work at once. */
  hasLock: boolean;
  /** What an answer of each kind means: `outcomeOf` of the real thing, or a mutant of it. */
  means: Readonly<Record<Answer, Meant>>;
  /** Our own code made wrong. */
  mutant?: 'no key' | 'deleted before it is sent' | 'no groups' | 'followed before it is written';
  /** How often an entry may be answered "later" before it is given up, where its policy gives up. */
  retries?: number;
}
export type Meant = Exclude<Outcome, { at: 'timeout' }>;
export type Answer = 'named' | 'refused' | 'busy' | 'portal' | 'silence';

/** Where an entry stands on the disk. */
type Lying = 'none' | 'waiting' | 'parked' | 'done' | 'failed' | 'pruned';
/** Of one entry with one replayer: on its way there, or the answer on its way back. */
type Transit = 'none' | 'sent' | Answer;

export interface Replayer {
  isOn: boolean;
  /** What it has read, less what it knows to have ended. */
  left: readonly Lying[];
  ended: readonly boolean[];
  transit: readonly Transit[];
  /** Ruled on, and not on the disk yet. */
  settling: readonly Lying[];
}
export interface State {
  offered: number;
  disk: readonly Lying[];
  done: readonly boolean[];
  /** Requests nobody waits for any more: duplicates, and those of the dead. */
  strays: readonly number[];
  replayers: readonly [Replayer, Replayer];
}
export interface Step {
  label: string;
  /** One of the few things that may go wrong. */
  isFault: boolean;
  to: State;
  /** A promise this step broke. */
  broken: string | null;
}

type MakeStep = (label: string, to: State, more?: { isFault?: boolean; broken?: string | null }) => Step;
const isLying = (one: Lying) => one === 'waiting' || one === 'parked';
const isGivenUp = (one: Lying) => one === 'pruned' || one === 'failed' || one === 'parked';
/** What is parked is still known to a replayer; what has ended is not. */
const kept = (change: Lying): Lying => (change === 'parked' ? 'parked' : 'none');
const put = <T>(list: readonly T[], at: number, value: T): T[] =>
  list.map((one, i) => (i === at ? value : one));
const NAMES = ['A', 'B'] as const;

export function createModel({ policy, groups, poison = [], hasLock, means, mutant, retries = 3 }: World) {
  const none = <T>(value: T) => groups.map(() => value);
  const asleep: Replayer = {
    isOn: false,
    left: none('none'),
    ended: none(false),
    transit: none('none'),
    settling: none('none'),
  };
  const first: State = {
    offered: 0,
    disk: none('none'),
    done: none(false),
    strays: none(0),
    replayers: [asleep, asleep],
  };

  function groupOf(n: number): { group?: string } {
    const group = mutant === 'no groups' ? null : groups[n];
    return group == null ? {} : { group };
  }
  const row = (n: number, state: 'waiting' | 'parked'): Entry => ({
    id: String(n),
    seq: n,
    state,
    ...(state === 'parked' ? { reason: 'poison' as const } : {}),
    method: 'POST',
    url: '/api/devices',
    data: undefined,
    headers: {},
    timestamp: 0,
    retryCount: 0,
    maxRetries: retries,
    // The later one would go first, were it not for its group.
    priority: groups.length - n,
    metadata: { type: 'device', description: '', ...groupOf(n) },
    owner: { user: 'u1', tenant: 't1' },
  });
  const rows = {
    waiting: groups.map((_, n) => row(n, 'waiting')),
    parked: groups.map((_, n) => row(n, 'parked')),
  };
  const rowsOf = (lying: readonly Lying[]): Entry[] =>
    lying.flatMap((one, n) => (one === 'waiting' || one === 'parked' ? [rows[one][n]!] : []));
  const remembered = new Map<string, readonly number[]>();
  /** The real order, asked once for each table. */
  function free(left: readonly Lying[]): readonly number[] {
    const key = left.join();
    const known = remembered.get(key) ?? groupHeads(rowsOf(left)).map(({ seq }) => seq);
    remembered.set(key, known);
    return known;
  }
  const rulings = Object.fromEntries(
    (Object.keys(means) as Answer[]).map(answer => [
      answer,
      groups.map((_, n): Lying => {
        const { change } = decide(rows.waiting[n]!, means[answer], policy);
        return change === null || change.to === 'again' ? 'none' : change.to;
      }),
    ]),
  ) as Record<Answer, Lying[]>;

  /** The server does what it has not done: S4. */
  function serve(state: State, n: number): { state: State; answer: Answer; broken: string | null } {
    if (poison.includes(n)) return { state, answer: 'refused', broken: null };
    if (state.done[n])
      return { state, answer: 'named', broken: mutant === 'no key' ? `${n} was done twice` : null };
    const overtaken = state.done.findIndex((is, other) => is && other > n && groups[other] === groups[n]);
    // What was given up, and is said to have been, stands outside the order.
    const isOrdered = groups[n] !== null && overtaken >= 0 && !isGivenUp(state.disk[n]!);
    return {
      state: { ...state, done: put(state.done, n, true) },
      answer: 'named',
      broken: isOrdered ? `${n} was done after ${overtaken}` : null,
    };
  }
  const isLost = (state: State, n: number) => {
    if (n >= state.offered) return false;
    const lying = state.disk[n]!;
    if (lying !== 'done') return lying === 'none';
    const isUnderway = state.strays[n]! > 0 || state.replayers.some(({ transit }) => transit[n] === 'sent');
    return !state.done[n] && !isUnderway;
  };
  const lossOf = (state: State) => {
    const lost = groups.findIndex((_, n) => isLost(state, n));
    return lost < 0 ? null : `${lost} was accepted and is lost`;
  };

  function* steps(state: State, mayFail: boolean): Generator<Step> {
    const step: MakeStep = (label, to, { isFault = false, broken = null } = {}) => ({
      label,
      isFault,
      to,
      broken: broken ?? lossOf(to),
    });
    if (state.offered < groups.length) {
      const n = state.offered;
      const { pruned } = admit(rowsOf(state.disk), [rows.waiting[n]!], policy);
      const gone = new Set(pruned.map(entry => (entry as Entry).seq));
      const disk = state.disk.map((one, i) => (gone.has(i) ? 'pruned' : i === n ? 'waiting' : one));
      yield step(`${n} is accepted`, { ...state, offered: n + 1, disk });
    }
    for (const [n, strays] of state.strays.entries()) {
      if (strays === 0) continue;
      const served = serve({ ...state, strays: put(state.strays, n, strays - 1) }, n);
      yield step(`a stray request of ${n} arrives`, served.state, served);
    }
    for (const who of [0, 1] as const) yield* replay(state, who, { step, mayFail });
  }

  function* replay(
    state: State,
    who: 0 | 1,
    { step, mayFail }: { step: MakeStep; mayFail: boolean },
  ): Generator<Step> {
    const me = state.replayers[who];
    const name = NAMES[who];
    const set = (change: Partial<Replayer>, over: Partial<State> = {}): State => {
      const replayers: [Replayer, Replayer] = [...state.replayers];
      replayers[who] = { ...me, ...change };
      return { ...state, ...over, replayers };
    };
    const lying = state.disk.map((one): Lying => (isLying(one) ? one : 'none'));
    if (!me.isOn) {
      const isFree = !hasLock || !state.replayers[1 - who]!.isOn;
      if (isFree && free(lying).length > 0) yield step(`${name} begins`, set({ isOn: true, left: lying }));
      return;
    }
    const reread = lying.map((one, n): Lying => {
      if (one === 'none') return me.transit[n] === 'none' ? 'none' : me.left[n]!;
      if (me.ended[n]) return 'none';
      return me.left[n] === 'none' ? one : me.left[n]!;
    });
    if (reread.some((one, n) => one !== me.left[n])) yield step(`${name} reads again`, set({ left: reread }));

    const able = free(me.left).filter(n => me.transit[n] === 'none' && me.settling[n] === 'none');
    if (able.length > 0) {
      const transit = me.transit.map((one, n): Transit => (able.includes(n) ? 'sent' : one));
      const disk =
        mutant === 'deleted before it is sent'
          ? state.disk.map((one, n) => (able.includes(n) && isLying(one) ? 'done' : one))
          : state.disk;
      yield step(`${name} sends ${able.join(', ')}`, set({ transit }, { disk }));
    }
    for (const [n, transit] of me.transit.entries()) {
      const becomes = (now: Transit) => put(me.transit, n, now);
      /** An answer that changes nothing is as good as none: fewer states, and all of them. */
      const heard = (answer: Answer) => (rulings[answer][n] === 'none' ? 'silence' : answer);
      if (transit === 'none') continue;
      if (transit === 'sent') {
        const served = serve(state, n);
        const there = { done: served.state.done };
        const back = set({ transit: becomes(served.answer) }, there);
        yield step(`${name}'s request of ${n} arrives`, back, served);
        if (!mayFail) continue;
        yield step(`${name}'s request of ${n} is lost`, set({ transit: becomes('silence') }), {
          isFault: true,
        });
        yield step(`the answer to ${name}'s ${n} is lost`, set({ transit: becomes('silence') }, there), {
          ...served,
          isFault: true,
        });
        yield step(
          `${name}'s request of ${n} is doubled`,
          set({}, { strays: put(state.strays, n, state.strays[n]! + 1) }),
          { isFault: true },
        );
        yield step(`a portal answers ${name}'s ${n}`, set({ transit: becomes(heard('portal')) }), {
          isFault: true,
        });
        yield step(`${name}'s ${n} is answered: later`, set({ transit: becomes(heard('busy')) }), {
          isFault: true,
        });
        continue;
      }
      const change = rulings[transit][n]!;
      // What is given up holds its record until the disk knows.
      const isOver = change === 'done' || (change !== 'none' && mutant === 'followed before it is written');
      yield step(
        `${name} hears of ${n}: ${transit}`,
        set({
          transit: becomes('none'),
          left: isOver ? put(me.left, n, kept(change)) : me.left,
          ended: isOver ? put(me.ended, n, kept(change) === 'none') : me.ended,
          settling: change === 'none' ? me.settling : put(me.settling, n, change),
        }),
      );
    }
    if (me.settling.some(one => one !== 'none')) {
      const written = <T>(list: readonly T[], now: (change: Lying, one: T) => T) =>
        list.map((one, n) => (me.settling[n] === 'none' ? one : now(me.settling[n]!, one)));
      yield step(
        `${name} writes what it heard`,
        set(
          {
            settling: none('none'),
            left: written(me.left, change => kept(change)),
            ended: written(me.ended, change => kept(change) === 'none'),
          },
          { disk: written(state.disk, (change, one) => (isLying(one) ? change : one)) },
        ),
      );
    }
    const isIdle = able.length === 0 && [...me.transit, ...me.settling].every(one => one === 'none');
    if (isIdle) yield step(`${name} ends`, set(asleep));
    if (!mayFail) return;
    const strays = state.strays.map((count, n) => count + (me.transit[n] === 'sent' ? 1 : 0));
    yield step(`${name} is killed`, set(asleep, { strays }), { isFault: true });
  }

  /** Nothing more will happen of itself: is all of it where it belongs? */
  function unfinished(state: State): string | null {
    for (const n of groups.keys()) {
      const lying = state.disk[n]!;
      if (lying === 'waiting') return `${n} waits, and nobody sends it`;
      const isHeld = lying === 'failed' || lying === 'parked' || lying === 'pruned';
      if (!state.done[n] && !isHeld) return `${n} was accepted and is lost`;
      if (lying === 'failed' && retries > 0 && !poison.includes(n))
        return `${n} failed, and nothing was wrong with it`;
    }
    return null;
  }
  return { first, steps, unfinished, grouped: groups.filter(group => group !== null).length };
}
export type Model = ReturnType<typeof createModel>;
