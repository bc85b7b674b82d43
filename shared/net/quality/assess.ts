/** How good the link is, from what was seen of it. */
import { HEALTH } from '../../constants.ts';
import type { Link } from './link.ts';

export type Status = 'online' | 'offline' | 'degraded' | 'slow';

export interface Quality extends Link {
  status: Status;
  /** Anything but offline. */
  isOnline: boolean;
  /** ms since 1970; null before the first check. */
  lastChecked: number | null;
  consecutiveFailures: number;
}

export interface State {
  link: Link;
  /** What the browser believes; its no is final, its yes is not. */
  isBrowserOnline: boolean;
  failures: number;
  slowChecks: number;
  /** ms of the last check that was answered. */
  rtt: number | null;
  /** `at`: monotonic ms. */
  throughput: { mbps: number; at: number } | null;
  lastChecked: number | null;
}

/** `at`: monotonic ms; `now`: ms since 1970. */
export type Event =
  | { on: 'link'; link: Link }
  | { on: 'browser'; online: boolean }
  /** `rtt`: null where a call was answered that measures no round trip. */
  | { on: 'answered'; rtt: number | null; at: number; now: number }
  | { on: 'failed'; now: number }
  | { on: 'measured'; mbps: number; at: number };

export const unchecked = (link: Link, isBrowserOnline: boolean): State => ({
  link,
  isBrowserOnline,
  failures: 0,
  slowChecks: 0,
  rtt: null,
  throughput: null,
  lastChecked: null,
});

/** Measured where that is recent, else as the browser says. */
function downlinkAt({ throughput, link }: State, at: number): number | null {
  return throughput && at - throughput.at < HEALTH.measuredForMs ? throughput.mbps : link.downlink;
}

function isSlow(state: State, rtt: number, at: number): boolean {
  const downlink = downlinkAt(state, at);
  return (
    rtt > HEALTH.slowAboveRttMs ||
    (downlink !== null && downlink < HEALTH.slowBelowMbps) ||
    HEALTH.slowTypes.includes(state.link.effectiveType ?? '')
  );
}

/** A failed check measures nothing: the count of slow ones waits for the next that is answered. */
export function assess(state: State, event: Event): State {
  switch (event.on) {
    case 'link':
      return { ...state, link: event.link };
    case 'browser':
      return { ...state, isBrowserOnline: event.online };
    case 'failed':
      return { ...state, failures: state.failures + 1, lastChecked: event.now };
    case 'measured':
      return { ...state, throughput: { mbps: event.mbps, at: event.at } };
    case 'answered': {
      const answered = { ...state, failures: 0, lastChecked: event.now };
      if (event.rtt === null) return answered;
      const slowChecks = isSlow(state, event.rtt, event.at) ? state.slowChecks + 1 : 0;
      return { ...answered, rtt: event.rtt, slowChecks };
    }
  }
}

function statusOf({ isBrowserOnline, failures, slowChecks }: State, rtt: number | null): Status {
  if (!isBrowserOnline || failures >= HEALTH.failuresToOffline) return 'offline';
  if (failures >= HEALTH.failuresToDegraded) return 'degraded';
  if (rtt !== null && rtt > HEALTH.degradedAboveRttMs) return 'degraded';
  return slowChecks >= HEALTH.slowChecks ? 'slow' : 'online';
}

export function qualityAt(state: State, at: number): Quality {
  const rtt = state.rtt ?? state.link.rtt;
  const status = statusOf(state, rtt);
  return {
    ...state.link,
    status,
    isOnline: status !== 'offline',
    downlink: downlinkAt(state, at),
    rtt,
    lastChecked: state.lastChecked,
    consecutiveFailures: state.failures,
  };
}
