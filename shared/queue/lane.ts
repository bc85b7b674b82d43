/** Sends what waits: one lane for each kind of sender, run by whoever holds its lock. */
import type { Clock } from '../clock.ts';
import { sameOwner, type Entry, type Owner } from './entry.ts';
import { groupOf, rebaseVersions, nextDue, readyEntries } from './order.ts';
import { backoff, isTooOld, decide, type Change, type Outcome, type Policy } from './policy.ts';
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
  isServerReachable: () => Promise<boolean>;
  /** One outcome for each entry, in their order; more than one entry only where `batchOf` says so. */
  send: (entries: readonly Entry[]) => Promise<readonly Outcome[]>;
  /** Entries of one answer may go in one request; null: alone. */
  batchKeyOf?: (entry: Entry) => string | null;
  /** False: it ends when nothing can be sent now, instead of waiting for what can be later. */
  waitsForRetries?: boolean;
  /** The disk refused a change: the entry lies there as it was, and is sent again with its key. */
  onFault: (error: unknown) => void;
}
type ResolvedOutcome = Exclude<Outcome, { at: 'timeout' }>;

export const MAX_IN_FLIGHT = 6;
export const MAX_BATCH = 50;
/** Answers that are written to the disk together; one that is not written yet is, after a crash, asked for again. */
const FLUSH_SIZE = 24;
const FLUSH_DELAY_MS = 50;

export function createLane(ports: LanePorts) {
  const { store, policy, clock, lock, owner, isOnline, isServerReachable: reach, send, batchKeyOf: batchOf, waitsForRetries: isPatient = true } = ports;
  /** Monotonic ms; none of these outlives the process: after a restart everything may be tried at once. */
  const notBefore = new Map<number, number>();
  /** Of those that are on their way. */
  const sending = new Set<number>();
  /** Ended in this run: what was read before that was written must not bring them back. */
  const ended = new Set<number>();
  let pausedUntil = -Infinity;
  let unreachableUntil = -Infinity;
  let unreachableCount = 0;
  let running: Promise<void> | null = null;
  let rereadRequested = false;
  let wake = () => {};

  /** A late answer means one thing where the server is there, and another where it is not. */
  async function resolveTimeout(outcome: Outcome): Promise<ResolvedOutcome> {
    if (outcome.at !== 'timeout') return outcome;
    return (await reach())
      ? { at: 'tried', said: { message: 'Request timeout' }, retryAfterMs: null }
      : { at: 'unreachable' };
  }

  /** Until told, or until `at`. */
  const waitUntil = (at: number) =>
    new Promise<void>(done => {
      const cancel = Number.isFinite(at) ? clock.after(Math.max(0, at - clock.mono()), done) : () => {};
      wake = () => {
        cancel();
        done();
      };
    });

  async function drain(drainOwner: Owner): Promise<void> {
    let remaining: Entry[] = [];
    /** What may go next, while nothing happens that changes it; null: it is asked anew. */
    let runnable: readonly Entry[] | null = null;
    ended.clear();
    /** Taken back on their way. */
    const withdrawn = new Set<number>();
    const inFlight = new Set<Promise<void>>();
    const settling = new Set<Promise<boolean>>();
    const isStillOwner = () => {
      const now = owner();
      return now !== null && sameOwner(now, drainOwner);
    };
    function update(entry: Entry, change: Partial<Entry> | null) {
      remaining = remaining.flatMap(one =>
        one.seq !== entry.seq ? [one] : change === null ? [] : [{ ...one, ...change }],
      );
      // The end of what has no group lets nobody else go.
      if (change !== null || groupOf(entry) !== null) runnable = null;
    }

    let pendingChanges: Change[] = [];
    let cancelFlush = () => {};
    function commit(change: Change): Promise<boolean> {
      const kept = store.settle(change).then(
        () => true,
        (error: unknown) => {
          ports.onFault(error);
          return false;
        },
      );
      settling.add(kept);
      return kept.finally(() => settling.delete(kept));
    }
    function flush() {
      cancelFlush();
      for (const change of pendingChanges) void commit(change);
      pendingChanges = [];
    }
    function scheduleWrite(change: Change) {
      pendingChanges.push(change);
      if (pendingChanges.length === 1) cancelFlush = clock.after(FLUSH_DELAY_MS, flush);
      if (pendingChanges.length >= FLUSH_SIZE) flush();
    }
    async function settle(entry: Entry, outcome: ResolvedOutcome) {
      const { change, waitMs, pauseMs } = decide(entry, outcome, policy);
      const now = clock.mono();
      unreachableCount = outcome.at === 'unreachable' ? unreachableCount + 1 : 0;
      if (unreachableCount > 0) unreachableUntil = now + backoff(unreachableCount);
      if (waitMs !== undefined) notBefore.set(entry.seq, now + waitMs);
      if (pauseMs !== undefined) pausedUntil = Math.max(pausedUntil, now + pauseMs);
      const isGivenUp = change?.to === 'failed' || change?.to === 'parked';
      // It holds its record until the disk knows: after a crash it would come back behind a later change.
      const isWritten = isGivenUp && (await commit(change));
      sending.delete(entry.seq);
      if (withdrawn.has(entry.seq) && change?.to !== 'done') {
        notBefore.delete(entry.seq);
        return update(entry, null);
      }
      if (isGivenUp && !isWritten) notBefore.set(entry.seq, clock.mono() + policy.backoffCapMs);
      if (!change || (isGivenUp && !isWritten)) return;
      if (change.to === 'again') update(entry, { retryCount: change.retryCount });
      else if (change.to === 'parked') update(entry, { state: 'parked', reason: change.reason });
      else {
        ended.add(entry.seq);
        notBefore.delete(entry.seq);
        update(entry, null);
        if (change.to === 'done' && change.version !== undefined)
          for (const next of rebaseVersions(entry, change.version, remaining)) update(next, { headers: next.headers });
      }
      if (!isGivenUp) scheduleWrite(change);
    }
    async function sendEntries(entries: readonly Entry[]) {
      const said = await send(entries).catch((error: unknown) => {
        ports.onFault(error);
        return [];
      });
      const outcomes = await Promise.all(
        entries.map(async (_, i) => resolveTimeout(said[i] ?? { at: 'unreachable' })),
      );
      await Promise.all(entries.map((entry, i) => settle(entry, outcomes[i]!)));
    }
    function next(): Entry[] {
      if (runnable === null || runnable.length === 0 || notBefore.size > 0)
        runnable = readyEntries(remaining, { now: clock.mono(), sending: sending, notBefore: notBefore });
      const [first] = runnable;
      if (!first) return [];
      const batch = batchOf?.(first) ?? null;
      const batch = batch === null ? [first] : runnable.filter(one => batchOf?.(one) === batch).slice(0, MAX_BATCH);
      runnable = runnable.filter(one => !batch.includes(one));
      return batch;
    }
    function park(expired: readonly Entry[]) {
      for (const entry of expired) {
        update(entry, { state: 'parked', reason: 'too_old' });
        scheduleWrite({ seq: entry.seq, to: 'parked', reason: 'too_old' });
      }
    }
    /** All that may go now goes, six requests at most. */
    function launch() {
      while (inFlight.size < MAX_IN_FLIGHT && Math.max(pausedUntil, unreachableUntil) <= clock.mono()) {
        const entries = next();
        if (entries.length === 0) return;
        const old = entries.filter(entry => isTooOld(entry, clock.now()));
        park(old);
        if (old.length > 0) continue;
        for (const { seq } of entries) sending.add(seq);
        const sent = sendEntries(entries).finally(() => inFlight.delete(sent));
        inFlight.add(sent);
      }
    }
    async function read() {
      rereadRequested = false;
      const stored = await store.of(drainOwner);
      /** What memory knows of an entry is newer; one that is gone from the disk was taken back. */
      const remembered = new Map(remaining.map(entry => [entry.seq, entry]));
      const storedSeqs = new Set(stored.map(({ seq }) => seq));
      const withdrawnInFlight = remaining.filter(({ seq }) => sending.has(seq) && !storedSeqs.has(seq));
      for (const { seq } of withdrawnInFlight) withdrawn.add(seq);
      remaining = [
        ...withdrawnInFlight,
        ...stored.filter(({ seq }) => !ended.has(seq)).map(entry => remembered.get(entry.seq) ?? entry),
      ];
      runnable = null;
    }

    rereadRequested = true;
    for (;;) {
      if (rereadRequested) await read();
      const canSend = isOnline() && isStillOwner();
      if (canSend) launch();
      if (inFlight.size === 0) flush();
      if (rereadRequested) continue;
      const hasRoom = inFlight.size < MAX_IN_FLIGHT;
      const at =
        canSend && hasRoom
          ? Math.max(pausedUntil, unreachableUntil, nextDue(remaining, { busy: sending, due: notBefore }) ?? Infinity)
          : Infinity;
      if (inFlight.size === 0 && !(isPatient && Number.isFinite(at))) break;
      await Promise.race([...inFlight, waitUntil(at)]);
      wake();
    }
    await Promise.all(settling);
  }

  async function run() {
    do {
      rereadRequested = false;
      const mine = owner();
      if (mine === null || !isOnline()) return;
      await lock(() => drain(mine));
    } while (rereadRequested);
  }

  function kick(): Promise<void> {
    rereadRequested = true;
    wake();
    running ??= run()
      .catch(ports.onFault)
      .finally(() => {
        running = null;
        // Asked between its last look and its end.
        if (rereadRequested) void kick();
      });
    return running;
  }
  return {
    /** Sends until nothing waits any more; resolves then, or when the network is gone. */
    kick,
    /** It is on its way, or was answered and the disk does not know yet. */
    isInFlight: (seq: number): boolean => sending.has(seq) || ended.has(seq),
    /** The link is back: a wait that was the network's is over, one the server asked for is not. */
    linkRestored(): Promise<void> {
      unreachableCount = 0;
      unreachableUntil = -Infinity;
      return kick();
    },
  };
}
export type Lane = ReturnType<typeof createLane>;
