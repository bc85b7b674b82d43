/** Watches the link: owns timers and listeners, and keeps what was found in one store. */
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../../clock.ts';
import { HEALTH } from '../../constants.ts';
import { assess, qualityAt, unchecked, type Event, type Quality } from './assess.ts';
import { isMetered, linkOf, type Connection } from './link.ts';
import { checkHealth, mbpsOf, testSpeed, type Transfer } from './probe.ts';

type Listens = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
export interface MonitorPorts {
  clock: Clock;
  fetch: typeof fetch;
  /** Says whether it is seen. */
  page: Listens & { readonly hidden: boolean };
  /** Tells `online` and `offline`. */
  browser: Listens;
  navigator: { readonly onLine: boolean; readonly connection?: Connection };
  isKiosk: () => boolean;
  /** The device's own setting. */
  setting: () => 'auto' | 'metered' | 'unmetered';
  /** Are these the hours of its depot's Wi-Fi? */
  isInDepot?: () => boolean;
}
/** What a call showed that was made anyway: the round trip in ms, and of a download how much came in how long. */
export type Seen = Partial<Transfer> & { rtt?: number };

/** A smaller answer tells of the round trip, not of the link. */
const MEASURED_FROM_BYTES = 32_768;
/** Calls that fail together are one failure. */
const TOGETHER_MS = 1_000;

export function createMonitor(ports: MonitorPorts) {
  const { clock, page, browser, navigator } = ports;
  let state = unchecked(linkOf(navigator.connection), navigator.onLine);
  const store = createStore<Quality>(() => qualityAt(state, clock.mono()));
  const listeners = new Set<() => void>();
  let isStarted = false;
  let running: Promise<boolean> | null = null;
  /** Of the call under way; a pause and a more urgent call end it. */
  let stop = new AbortController();
  let checkedAt = -Infinity;
  let testedAt = -Infinity;
  let failedAt = -Infinity;
  /** A real call stood for the last check. */
  let isCarried = false;
  let cancel = () => {};

  const metered = () =>
    isMetered({
      setting: ports.setting(),
      connection: navigator.connection,
      isKiosk: ports.isKiosk(),
      isInDepot: ports.isInDepot?.() ?? false,
    });
  const isPaused = () => !isStarted || page.hidden;
  const tell = () => {
    for (const listener of listeners) listener();
  };

  function take(event: Event) {
    const { isOnline } = store.getState();
    state = assess(state, event);
    store.setState(qualityAt(state, clock.mono()), true);
    plan();
    if (!isOnline && store.getState().isOnline) tell();
  }

  /** The real call that will stand for the check is given time to be answered, so that not both are made. */
  const meteredPauseMs = () => HEALTH.meteredCheckMs + (isCarried ? HEALTH.timeoutMs : 0);
  const pauseMs = () => (metered() && state.failures === 0 ? meteredPauseMs() : HEALTH.checkMs);
  /** From start to start, and never while a check is under way. */
  function plan() {
    cancel();
    if (isPaused() || running) return;
    cancel = clock.after(Math.max(0, checkedAt + pauseMs() - clock.mono()), () => void beat());
  }

  async function beat() {
    const started = clock.mono();
    if ((await check()) && !metered() && isDue(started)) await measure(started);
  }
  /** Half a check of slack, since timers are late by a little. */
  const isDue = (started: number) =>
    !isPaused() && started - testedAt >= HEALTH.speedTestMs - HEALTH.checkMs / 2;

  async function measure(started: number) {
    testedAt = started;
    const own = (stop = new AbortController());
    const transfer = await testSpeed(ports, own);
    const wasLong = transfer.ms >= HEALTH.timeoutMs / 2;
    if (!isPaused()) measured(transfer, wasLong ? 1 : MEASURED_FROM_BYTES);
  }
  function measured(transfer: Transfer, least = MEASURED_FROM_BYTES) {
    if (transfer.bytes < least || transfer.ms <= 0) return;
    take({ on: 'measured', mbps: mbpsOf(transfer), at: clock.mono() });
  }

  const check = (): Promise<boolean> =>
    (running ??= run().finally(() => {
      running = null;
      plan();
    }));

  async function run(): Promise<boolean> {
    cancel();
    stop.abort();
    checkedAt = clock.mono();
    isCarried = false;
    if (!navigator.onLine) return false;
    const own = (stop = new AbortController());
    const wasPaused = isPaused();
    const rtt = await checkHealth(ports, own);
    // The page was hidden meanwhile: what was cut off tells nothing.
    if (rtt === null && isPaused() && !wasPaused) return state.failures === 0;
    take(
      rtt === null
        ? { on: 'failed', now: clock.now() }
        : { on: 'answered', rtt, at: clock.mono(), now: clock.now() },
    );
    return rtt !== null;
  }

  /** On a metered link a call that was answered stands for the check that would be due. */
  function answered({ rtt, bytes = 0, ms = 0 }: Seen) {
    const at = clock.mono();
    measured({ bytes, ms });
    const isCheck = metered();
    isCarried = isCheck;
    if (state.failures === 0 && at - checkedAt < HEALTH.checkMs) return plan();
    if (isCheck) checkedAt = at;
    take({ on: 'answered', rtt: isCheck ? (rtt ?? null) : null, at, now: clock.now() });
  }
  function failed() {
    const at = clock.mono();
    if (at - failedAt < TOGETHER_MS) return;
    failedAt = at;
    take({ on: 'failed', now: clock.now() });
  }

  const changes: [Listens | undefined, string, () => void][] = [
    [
      browser,
      'online',
      () => {
        take({ on: 'browser', online: true });
        if (!isPaused()) void beat();
      },
    ],
    [browser, 'offline', () => take({ on: 'browser', online: false })],
    [
      page,
      'visibilitychange',
      () => {
        if (page.hidden) return pause();
        if (store.getState().isOnline) tell();
        void beat();
      },
    ],
    [
      navigator.connection as Listens | undefined,
      'change',
      () => take({ on: 'link', link: linkOf(navigator.connection) }),
    ],
  ];
  function pause() {
    cancel();
    stop.abort();
  }

  return {
    store: store as Pick<typeof store, 'getState' | 'getInitialState' | 'subscribe'>,
    metered,
    /** Whether our server answers now; joins a check that is under way. */
    check,
    /** What a real call met: `ok` means that our server answered it, whatever it said. */
    note: (ok: boolean, seen: Seen = {}) => (ok ? answered(seen) : failed()),
    /** Calls back each time the link is there again, and when the page is seen again; the answer ends it. */
    onOnline(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Watches until the answer is called. */
    start() {
      isStarted = true;
      testedAt = clock.mono();
      for (const [target, name, changed] of changes) target?.addEventListener?.(name, changed);
      take({ on: 'browser', online: navigator.onLine });
      if (!page.hidden) void beat();
      return () => {
        isStarted = false;
        pause();
        for (const [target, name, changed] of changes) target?.removeEventListener?.(name, changed);
      };
    },
  };
}
export type Monitor = ReturnType<typeof createMonitor>;
