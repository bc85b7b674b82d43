/** The link monitor: owns timers and listeners and publishes the quality of the link in a store. */
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../../clock.ts';
import { HEALTH } from '../../constants.ts';
import { linkReducer, qualityAt, initialLinkState, type LinkEvent, type LinkQuality } from './assess.ts';
import { isMetered, readLinkInfo, type NetworkInformation } from './link.ts';
import { checkHealth, mbpsOf, testSpeed, type Transfer } from './probe.ts';

type ListenerTarget = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
export interface MonitorPorts {
  clock: Clock;
  fetch: typeof fetch;
  /** Reports its visibility. */
  page: ListenerTarget & { readonly hidden: boolean };
  /** Fires `online` and `offline`. */
  browser: ListenerTarget;
  navigator: { readonly onLine: boolean; readonly connection?: NetworkInformation };
  isKiosk: () => boolean;
  /** The device's own setting. */
  meteredSetting: () => 'auto' | 'metered' | 'unmetered';
  /** Is now within the hours of the depot's Wi-Fi? */
  isInDepot?: () => boolean;
}
/** Measurements of a real call: its round trip in ms, and for downloads the bytes and their duration. */
export type CallMeasurement = Partial<Transfer> & { rtt?: number };

/** Smaller answers measure the round trip, not the throughput. */
const MIN_MEASURED_BYTES = 32_768;
/** Failures within this time count once. */
const SAME_FAILURE_MS = 1_000;

export function createMonitor(ports: MonitorPorts) {
  const { clock, page, browser, navigator } = ports;
  let state = initialLinkState(readLinkInfo(navigator.connection), navigator.onLine);
  const store = createStore<LinkQuality>(() => qualityAt(state, clock.mono()));
  const listeners = new Set<() => void>();
  let isStarted = false;
  let running: Promise<boolean> | null = null;
  /** Aborts the running probe; used by a pause and by a more urgent probe. */
  let stop = new AbortController();
  let checkedAt = -Infinity;
  let testedAt = -Infinity;
  let failedAt = -Infinity;
  /** The last check was replaced by a real call. */
  let isCheckReplaced = false;
  let cancel = () => {};

  const metered = () =>
    isMetered({
      setting: ports.meteredSetting(),
      connection: navigator.connection,
      isKiosk: ports.isKiosk(),
      isInDepot: ports.isInDepot?.() ?? false,
    });
  const isPaused = () => !isStarted || page.hidden;
  const notifyOnline = () => {
    for (const listener of listeners) listener();
  };

  function dispatch(event: LinkEvent) {
    const { isOnline } = store.getState();
    state = linkReducer(state, event);
    store.setState(qualityAt(state, clock.mono()), true);
    scheduleCheck();
    if (!isOnline && store.getState().isOnline) notifyOnline();
  }

  /** Gives the next real call time to be answered, so that no check is sent in addition. */
  const meteredPauseMs = () => HEALTH.meteredCheckMs + (isCheckReplaced ? HEALTH.timeoutMs : 0);
  const pauseMs = () => (metered() && state.failures === 0 ? meteredPauseMs() : HEALTH.checkMs);
  /** The interval runs from start to start; checks never overlap. */
  function scheduleCheck() {
    cancel();
    if (isPaused() || running) return;
    cancel = clock.after(Math.max(0, checkedAt + pauseMs() - clock.mono()), () => void checkAndMeasure());
  }

  async function checkAndMeasure() {
    const started = clock.mono();
    if ((await check()) && !metered() && isSpeedTestDue(started)) await measure(started);
  }
  /** Half a check interval of slack, because timers fire slightly late. */
  const isSpeedTestDue = (started: number) =>
    !isPaused() && started - testedAt >= HEALTH.speedTestMs - HEALTH.checkMs / 2;

  async function measure(started: number) {
    testedAt = started;
    const abort = (stop = new AbortController());
    const transfer = await testSpeed(ports, abort);
    const wasLong = transfer.ms >= HEALTH.timeoutMs / 2;
    if (!isPaused()) measured(transfer, wasLong ? 1 : MIN_MEASURED_BYTES);
  }
  function measured(transfer: Transfer, minBytes = MIN_MEASURED_BYTES) {
    if (transfer.bytes < minBytes || transfer.ms <= 0) return;
    dispatch({ on: 'measured', mbps: mbpsOf(transfer), at: clock.mono() });
  }

  const check = (): Promise<boolean> =>
    (running ??= run().finally(() => {
      running = null;
      scheduleCheck();
    }));

  async function run(): Promise<boolean> {
    cancel();
    stop.abort();
    checkedAt = clock.mono();
    isCheckReplaced = false;
    if (!navigator.onLine) return false;
    const own = (stop = new AbortController());
    const wasPaused = isPaused();
    const rtt = await checkHealth(ports, own);
    // The page was hidden during the check, so the aborted check says nothing about the link.
    if (rtt === null && isPaused() && !wasPaused) return state.failures === 0;
    dispatch(
      rtt === null
        ? { on: 'failed', now: clock.now() }
        : { on: 'answered', rtt, at: clock.mono(), now: clock.now() },
    );
    return rtt !== null;
  }

  /** On a metered link an answered call replaces the next health check. */
  function answered({ rtt, bytes = 0, ms = 0 }: CallMeasurement) {
    const at = clock.mono();
    measured({ bytes, ms });
    const isCheck = metered();
    isCheckReplaced = isCheck;
    if (state.failures === 0 && at - checkedAt < HEALTH.checkMs) return scheduleCheck();
    if (isCheck) checkedAt = at;
    dispatch({ on: 'answered', rtt: isCheck ? (rtt ?? null) : null, at, now: clock.now() });
  }
  function failed() {
    const at = clock.mono();
    if (at - failedAt < SAME_FAILURE_MS) return;
    failedAt = at;
    dispatch({ on: 'failed', now: clock.now() });
  }

  const subscriptions: [ListenerTarget | undefined, string, () => void][] = [
    [
      browser,
      'online',
      () => {
        dispatch({ on: 'browser', online: true });
        if (!isPaused()) void checkAndMeasure();
      },
    ],
    [browser, 'offline', () => dispatch({ on: 'browser', online: false })],
    [
      page,
      'visibilitychange',
      () => {
        if (page.hidden) return pause();
        if (store.getState().isOnline) notifyOnline();
        void checkAndMeasure();
      },
    ],
    [
      navigator.connection as ListenerTarget | undefined,
      'change',
      () => dispatch({ on: 'link', link: readLinkInfo(navigator.connection) }),
    ],
  ];
  function pause() {
    cancel();
    stop.abort();
  }

  return {
    store: store as Pick<typeof store, 'getState' | 'getInitialState' | 'subscribe'>,
    metered,
    /** Does our server answer now? Joins a running check (single-flight). */
    check,
    /** Reports the result of a real call. `ok` means that our server answered, with whatever status. */
    recordCall: (ok: boolean, seen: CallMeasurement = {}) => (ok ? answered(seen) : failed()),
    /** Calls back when the link returns or the page becomes visible again. Returns the unsubscribe function. */
    onOnline(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Starts watching. Returns the stop function. */
    start() {
      isStarted = true;
      testedAt = clock.mono();
      for (const [target, name, changed] of subscriptions) target?.addEventListener?.(name, changed);
      dispatch({ on: 'browser', online: navigator.onLine });
      if (!page.hidden) void checkAndMeasure();
      return () => {
        isStarted = false;
        pause();
        for (const [target, name, changed] of subscriptions) target?.removeEventListener?.(name, changed);
      };
    },
  };
}
export type Monitor = ReturnType<typeof createMonitor>;
