/** Replays queued entries. There is one lane per kind of sender; whoever holds its lock runs it. */
import type { Clock } from '../clock.ts';
import { sameOwner, type Entry, type Owner } from './entry.ts';
import { groupOf, rebaseVersions, nextDue, readyEntries } from './order.ts';
import { backoff, isTooOld, decide, type Change, type Outcome, type Policy } from './policy.ts';
import type { Store } from './store.ts';

export interface LanePorts {
  store: Pick<Store, 'list' | 'settle' | 'pause' | 'pauseLeftMs'>;
  policy: Policy;
  clock: Clock;
  /** Runs `work` exclusively in this browser (Web Locks). */
  lock: (work: () => Promise<void>) => Promise<void>;
  /** The owner whose entries may be sent now; null: none. */
  owner: () => Owner | null;
  isOnline: () => boolean;
  /** Asked before each request: false where the lock may have been lost. */
  isLocked?: () => boolean;
  /** Called after a request timed out. */
  isServerReachable: () => Promise<boolean>;
  /** Returns one outcome per entry, in their order. Gets several entries only if `batchKeyOf` groups them. */
  send: (entries: readonly Entry[]) => Promise<readonly Outcome[]>;
  /** Entries with equal keys may share one request; null: the entry is sent alone. */
  batchKeyOf?: (entry: Entry) => string | null;
  /** False: the run ends when nothing can be sent now, instead of waiting for the next retry. */
  waitsForRetries?: boolean;
  /** Writing a change failed. The stored entry is unchanged and is sent again with its key. */
  onFault: (error: unknown) => void;
}
type ResolvedOutcome = Exclude<Outcome, { at: 'timeout' }>;

export const MAX_IN_FLIGHT = 6;
export const MAX_BATCH = 50;
/** Changes are flushed to the disk together. After a crash, entries with unflushed changes are sent again. */
const FLUSH_SIZE = 24;
const FLUSH_DELAY_MS = 50;

export function createLane(ports: LanePorts) {
  const {
    store,
    policy,
    clock,
    lock,
    owner,
    isOnline,
    isLocked = () => true,
    isServerReachable,
    send,
    batchKeyOf,
    waitsForRetries = true,
  } = ports;
  /** Earliest next attempt by seq, monotonic ms. Not persisted: after a restart everything may be sent at once. */
  const notBefore = new Map<number, number>();
  /** Seqs of entries that are being sent. */
  const sending = new Set<number>();
  /** Seqs that ended in this run. A read that began before they were written must not bring them back. */
  const ended = new Set<number>();
  let pausedUntil = -Infinity;
  let unreachableUntil = -Infinity;
  let unreachableCount = 0;
  let running: Promise<void> | null = null;
  let rereadRequested = false;
  let wake = () => {};

  /** A timeout counts as a failed attempt if the server is reachable, else as unreachable. */
  async function resolveTimeout(outcome: Outcome): Promise<ResolvedOutcome> {
    if (outcome.at !== 'timeout') return outcome;
    return (await isServerReachable())
      ? { at: 'tried', said: { message: 'Request timeout' }, retryAfterMs: null }
      : { at: 'unreachable' };
  }

  /** Waits until `at`, or until `wake` is called. */
  const waitUntil = (at: number) =>
    new Promise<void>(done => {
      const cancel = Number.isFinite(at) ? clock.after(Math.max(0, at - clock.mono()), done) : () => {};
      wake = () => {
        cancel();
        done();
      };
    });

  /** True: something waits until the server wants to be asked again. */
  async function drain(drainOwner: Owner): Promise<boolean> {
    let remaining: Entry[] = [];
    /** Cached list of entries that may be sent now; null: it must be computed again. */
    let runnable: readonly Entry[] | null = null;
    ended.clear();
    /** Withdrawn while they were being sent. */
    const withdrawn = new Set<number>();
    const inFlight = new Set<Promise<void>>();
    const settling = new Set<Promise<boolean>>();
    let isAskedToWait = false;
    const isStillOwner = () => {
      const now = owner();
      return now !== null && sameOwner(now, drainOwner);
    };
    function update(entry: Entry, change: Partial<Entry> | null) {
      remaining = remaining.flatMap(one =>
        one.seq !== entry.seq ? [one] : change === null ? [] : [{ ...one, ...change }],
      );
      // The end of an entry without a group makes no other entry runnable.
      if (change !== null || groupOf(entry) !== null) runnable = null;
    }

    let pendingChanges: Change[] = [];
    let cancelFlush = () => {};
    function write(written: Promise<void>): Promise<boolean> {
      const kept = written.then(
        () => true,
        (error: unknown) => {
          ports.onFault(error);
          return false;
        },
      );
      settling.add(kept);
      return kept.finally(() => settling.delete(kept));
    }
    const commit = (change: Change) => write(store.settle(change));
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
      if (outcome.at !== 'unreachable') unreachableCount = 0;
      // What was on its way together fails together: that is one failure of the link.
      else if (now >= unreachableUntil) {
        unreachableCount += 1;
        unreachableUntil = now + backoff(unreachableCount);
      }
      if (waitMs !== undefined) notBefore.set(entry.seq, now + waitMs);
      if (pauseMs !== undefined) {
        pausedUntil = Math.max(pausedUntil, now + pauseMs);
        void write(store.pause(pauseMs));
      }
      const isGivenUp = change?.to === 'failed' || change?.to === 'parked';
      // A given-up entry blocks its group until the disk has the change: after a crash it would be sent behind a later one.
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
          for (const next of rebaseVersions(entry, change.version, remaining))
            update(next, { headers: next.headers });
      }
      if (!isGivenUp) scheduleWrite(change);
    }
    async function sendEntries(entries: readonly Entry[]) {
      const answers = await send(entries).catch((error: unknown) => {
        ports.onFault(error);
        return [];
      });
      const outcomes = await Promise.all(
        entries.map(async (_, i) => resolveTimeout(answers[i] ?? { at: 'unreachable' })),
      );
      await Promise.all(entries.map((entry, i) => settle(entry, outcomes[i]!)));
    }
    function next(): Entry[] {
      if (runnable === null || runnable.length === 0 || notBefore.size > 0)
        runnable = readyEntries(remaining, { now: clock.mono(), sending, notBefore });
      const [first] = runnable;
      if (!first) return [];
      const batchKey = batchKeyOf?.(first) ?? null;
      const batch =
        batchKey === null
          ? [first]
          : runnable.filter(entry => batchKeyOf?.(entry) === batchKey).slice(0, MAX_BATCH);
      runnable = runnable.filter(one => !batch.includes(one));
      return batch;
    }
    function park(expired: readonly Entry[]) {
      for (const entry of expired) {
        update(entry, { state: 'parked', reason: 'too_old' });
        scheduleWrite({ seq: entry.seq, to: 'parked', reason: 'too_old' });
      }
    }
    /** Sends everything that may be sent now, at most six requests in parallel. */
    function launch() {
      while (inFlight.size < MAX_IN_FLIGHT && Math.max(pausedUntil, unreachableUntil) <= clock.mono()) {
        const entries = next();
        if (entries.length === 0) return;
        const old = entries.filter(entry => isTooOld(entry, clock.now(), policy));
        park(old);
        if (old.length > 0) continue;
        for (const { seq } of entries) sending.add(seq);
        const sent = sendEntries(entries).finally(() => inFlight.delete(sent));
        inFlight.add(sent);
      }
    }
    async function read() {
      rereadRequested = false;
      const [stored, pauseLeftMs] = await Promise.all([store.list(drainOwner), store.pauseLeftMs()]);
      pausedUntil = Math.max(pausedUntil, clock.mono() + pauseLeftMs);
      /** The entry in memory is newer than the stored one. An entry that is gone from the disk was withdrawn. */
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
      const canSend = isOnline() && isStillOwner() && isLocked();
      if (canSend) launch();
      if (inFlight.size === 0) flush();
      if (rereadRequested) continue;
      const hasRoom = inFlight.size < MAX_IN_FLIGHT;
      const at =
        canSend && hasRoom
          ? Math.max(pausedUntil, unreachableUntil, nextDue(remaining, { sending, notBefore }) ?? Infinity)
          : Infinity;
      isAskedToWait = Number.isFinite(at) && pausedUntil > clock.mono();
      if (inFlight.size === 0 && (isAskedToWait || !(waitsForRetries && Number.isFinite(at)))) break;
      await Promise.race([...inFlight, waitUntil(at)]);
      wake();
    }
    await Promise.all(settling);
    return isAskedToWait;
  }

  async function run() {
    do {
      rereadRequested = false;
      const ownerNow = owner();
      if (ownerNow === null || !isOnline()) return;
      let isAskedToWait = false;
      await lock(async () => {
        isAskedToWait = await drain(ownerNow);
      });
      if (!isAskedToWait || !waitsForRetries || rereadRequested) continue;
      // Without the lock, which other pages and the worker wait for.
      await waitUntil(pausedUntil);
      rereadRequested = true;
    } while (rereadRequested);
  }

  function kick(): Promise<void> {
    rereadRequested = true;
    wake();
    running ??= run()
      .catch(ports.onFault)
      .finally(() => {
        running = null;
        // A kick came between the last read and the end of the run.
        if (rereadRequested) void kick();
      });
    return running;
  }
  return {
    /** Sends until nothing is left; resolves then, or when the network is gone. */
    kick,
    /** The entry is being sent, or was answered and is not flushed yet. */
    isInFlight: (seq: number): boolean => sending.has(seq) || ended.has(seq),
    /** The link is back: ends waits caused by the network, but not those the server asked for. */
    linkRestored(): Promise<void> {
      unreachableCount = 0;
      unreachableUntil = -Infinity;
      return kick();
    },
  };
}
export type Lane = ReturnType<typeof createLane>;
