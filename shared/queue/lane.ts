/** Sends what waits: one lane for each kind of sender, run by whoever holds its lock. */
import type { Clock } from '../clock.ts';
import { sameOwner, type Entry, type Owner } from './entry.ts';
import { groupOf, lifted, nextDue, ready } from './order.ts';
import { backoff, isTooOld, rule, type Change, type Outcome, type Policy } from './policy.ts';
import type { Store } from './store.ts';

export interface LanePorts {
  store: Pick<Store, 'of' | 'settle'>;
  policy: Policy;
  clock: Clock;
  /** Runs `work` while nobody else in this browser does, after whoever does. */
  lock: (work: () => Promise<void>) => Promise<void>;
  /** Whose entries may be sent now; null: nobody's. */
  owner: () => Owner | null;
  isOnline: () => boolean;
  /** Is the server there? Asked when a request ran into its time limit. */
  reach: () => Promise<boolean>;
  /** One outcome for each entry, in their order; more than one entry only where `batchOf` says so. */
  send: (entries: readonly Entry[]) => Promise<readonly Outcome[]>;
  /** Entries of one answer may go in one request; null: alone. */
  batchOf?: (entry: Entry) => string | null;
  /** False: it ends when nothing can be sent now, instead of waiting for what can be later. */
  isPatient?: boolean;
  /** The disk refused a change: the entry lies there as it was, and is sent again with its key. */
  fault: (error: unknown) => void;
}
type Meant = Exclude<Outcome, { at: 'timeout' }>;

export const IN_FLIGHT = 6;
export const BATCH = 50;
/** Answers that are written to the disk together; one that is not written yet is, after a crash, asked for again. */
const HEARD_TOGETHER = 24;
const HEARD_WITHIN_MS = 50;

export function createLane(ports: LanePorts) {
  const { store, policy, clock, lock, owner, isOnline, reach, send, batchOf, isPatient = true } = ports;
  /** Monotonic ms; none of these outlives the process: after a restart everything may be tried at once. */
  const due = new Map<number, number>();
  /** Of those that are on their way. */
  const busy = new Set<number>();
  /** Ended in this run: what was read before that was written must not bring them back. */
  const ended = new Set<number>();
  let heldUntil = -Infinity;
  let blindUntil = -Infinity;
  let unreached = 0;
  let running: Promise<void> | null = null;
  let asked = false;
  let wake = () => {};

  /** A late answer means one thing where the server is there, and another where it is not. */
  async function meant(outcome: Outcome): Promise<Meant> {
    if (outcome.at !== 'timeout') return outcome;
    return (await reach())
      ? { at: 'tried', said: { message: 'Request timeout' }, retryAfterMs: null }
      : { at: 'unreachable' };
  }

  /** Until told, or until `at`. */
  const told = (at: number) =>
    new Promise<void>(done => {
      const cancel = Number.isFinite(at) ? clock.after(Math.max(0, at - clock.mono()), done) : () => {};
      wake = () => {
        cancel();
        done();
      };
    });

  async function drain(mine: Owner): Promise<void> {
    let left: Entry[] = [];
    /** What may go next, while nothing happens that changes it; null: it is asked anew. */
    let able: readonly Entry[] | null = null;
    ended.clear();
    /** Taken back on their way. */
    const gone = new Set<number>();
    const under = new Set<Promise<void>>();
    const settling = new Set<Promise<boolean>>();
    const isMine = () => {
      const now = owner();
      return now !== null && sameOwner(now, mine);
    };
    function becomes(entry: Entry, change: Partial<Entry> | null) {
      left = left.flatMap(one =>
        one.seq !== entry.seq ? [one] : change === null ? [] : [{ ...one, ...change }],
      );
      // The end of what has no group lets nobody else go.
      if (change !== null || groupOf(entry) !== null) able = null;
    }

    let heard: Change[] = [];
    let unhurry = () => {};
    function commit(change: Change): Promise<boolean> {
      const kept = store.settle(change).then(
        () => true,
        (error: unknown) => {
          ports.fault(error);
          return false;
        },
      );
      settling.add(kept);
      return kept.finally(() => settling.delete(kept));
    }
    function write() {
      unhurry();
      for (const change of heard) void commit(change);
      heard = [];
    }
    function keep(change: Change) {
      heard.push(change);
      if (heard.length === 1) unhurry = clock.after(HEARD_WITHIN_MS, write);
      if (heard.length >= HEARD_TOGETHER) write();
    }
    async function settle(entry: Entry, outcome: Meant) {
      const { change, waitMs, pauseMs } = rule(entry, outcome, policy);
      const now = clock.mono();
      unreached = outcome.at === 'unreachable' ? unreached + 1 : 0;
      if (unreached > 0) blindUntil = now + backoff(unreached);
      if (waitMs !== undefined) due.set(entry.seq, now + waitMs);
      if (pauseMs !== undefined) heldUntil = Math.max(heldUntil, now + pauseMs);
      const isGivenUp = change?.to === 'failed' || change?.to === 'parked';
      // It holds its record until the disk knows: after a crash it would come back behind a later change.
      const isKnown = isGivenUp && (await commit(change));
      busy.delete(entry.seq);
      if (gone.has(entry.seq) && change?.to !== 'done') {
        due.delete(entry.seq);
        return becomes(entry, null);
      }
      if (isGivenUp && !isKnown) due.set(entry.seq, clock.mono() + policy.backoffCapMs);
      if (!change || (isGivenUp && !isKnown)) return;
      if (change.to === 'again') becomes(entry, { retryCount: change.retryCount });
      else if (change.to === 'parked') becomes(entry, { state: 'parked', reason: change.reason });
      else {
        ended.add(entry.seq);
        due.delete(entry.seq);
        becomes(entry, null);
        if (change.to === 'done' && change.version !== undefined)
          for (const next of lifted(entry, change.version, left)) becomes(next, { headers: next.headers });
      }
      if (!isGivenUp) keep(change);
    }
    async function go(entries: readonly Entry[]) {
      const said = await send(entries).catch((error: unknown) => {
        ports.fault(error);
        return [];
      });
      const outcomes = await Promise.all(
        entries.map(async (_, i) => meant(said[i] ?? { at: 'unreachable' })),
      );
      await Promise.all(entries.map((entry, i) => settle(entry, outcomes[i]!)));
    }
    function next(): Entry[] {
      if (able === null || able.length === 0 || due.size > 0)
        able = ready(left, { now: clock.mono(), busy, due });
      const [first] = able;
      if (!first) return [];
      const batch = batchOf?.(first) ?? null;
      const taken = batch === null ? [first] : able.filter(one => batchOf?.(one) === batch).slice(0, BATCH);
      able = able.filter(one => !taken.includes(one));
      return taken;
    }
    function park(old: readonly Entry[]) {
      for (const entry of old) {
        becomes(entry, { state: 'parked', reason: 'too_old' });
        keep({ seq: entry.seq, to: 'parked', reason: 'too_old' });
      }
    }
    /** All that may go now goes, six requests at most. */
    function launch() {
      while (under.size < IN_FLIGHT && Math.max(heldUntil, blindUntil) <= clock.mono()) {
        const entries = next();
        if (entries.length === 0) return;
        const old = entries.filter(entry => isTooOld(entry, clock.now()));
        park(old);
        if (old.length > 0) continue;
        for (const { seq } of entries) busy.add(seq);
        const sent = go(entries).finally(() => under.delete(sent));
        under.add(sent);
      }
    }
    async function read() {
      asked = false;
      const lying = await store.of(mine);
      /** What memory knows of an entry is newer; one that is gone from the disk was taken back. */
      const known = new Map(left.map(entry => [entry.seq, entry]));
      const here = new Set(lying.map(({ seq }) => seq));
      const back = left.filter(({ seq }) => busy.has(seq) && !here.has(seq));
      for (const { seq } of back) gone.add(seq);
      left = [
        ...back,
        ...lying.filter(({ seq }) => !ended.has(seq)).map(entry => known.get(entry.seq) ?? entry),
      ];
      able = null;
    }

    asked = true;
    for (;;) {
      if (asked) await read();
      const goesOn = isOnline() && isMine();
      if (goesOn) launch();
      if (under.size === 0) write();
      if (asked) continue;
      const hasRoom = under.size < IN_FLIGHT;
      const at =
        goesOn && hasRoom
          ? Math.max(heldUntil, blindUntil, nextDue(left, { busy, due }) ?? Infinity)
          : Infinity;
      if (under.size === 0 && !(isPatient && Number.isFinite(at))) break;
      await Promise.race([...under, told(at)]);
      wake();
    }
    await Promise.all(settling);
  }

  async function run() {
    do {
      asked = false;
      const mine = owner();
      if (mine === null || !isOnline()) return;
      await lock(() => drain(mine));
    } while (asked);
  }

  function kick(): Promise<void> {
    asked = true;
    wake();
    running ??= run()
      .catch(ports.fault)
      .finally(() => {
        running = null;
        // Asked between its last look and its end.
        if (asked) void kick();
      });
    return running;
  }
  return {
    /** Sends until nothing waits any more; resolves then, or when the network is gone. */
    kick,
    /** It is on its way, or was answered and the disk does not know yet. */
    isUnder: (seq: number): boolean => busy.has(seq) || ended.has(seq),
    /** The link is back: a wait that was the network's is over, one the server asked for is not. */
    reachable(): Promise<void> {
      unreached = 0;
      blindUntil = -Infinity;
      return kick();
    },
  };
}
export type Lane = ReturnType<typeof createLane>;
