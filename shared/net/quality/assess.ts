/** Computes the quality of the link from checks, calls and browser events. Pure. */
import { HEALTH } from '../../constants.ts';
import type { LinkInfo } from './link.ts';

export type Status = 'online' | 'offline' | 'degraded' | 'slow';

export interface LinkQuality extends LinkInfo {
  status: Status;
  /** Anything but offline. */
  isOnline: boolean;
  /** ms since 1970; null before the first check. */
  lastChecked: number | null;
  consecutiveFailures: number;
}

export interface LinkState {
  link: LinkInfo;
  /** The browser's `onLine`: false is reliable, true is not. */
  isBrowserOnline: boolean;
  failures: number;
  slowChecks: number;
  /** Round trip of the last answered check, ms. */
  rtt: number | null;
  /** `at`: monotonic ms. */
  throughput: { mbps: number; at: number } | null;
  lastChecked: number | null;
}

/** `at`: monotonic ms; `now`: ms since 1970. */
export type LinkEvent =
  | { on: 'link'; link: LinkInfo }
  | { on: 'browser'; online: boolean }
  /** `rtt` is null if the answered call does not measure a round trip. */
  | { on: 'answered'; rtt: number | null; at: number; now: number }
  | { on: 'failed'; now: number }
  | { on: 'measured'; mbps: number; at: number };

export const initialLinkState = (link: LinkInfo, isBrowserOnline: boolean): LinkState => ({
  link,
  isBrowserOnline,
  failures: 0,
  slowChecks: 0,
  rtt: null,
  throughput: null,
  lastChecked: null,
});

/** The measured throughput if it is recent, else the browser's estimate. */
function downlinkAt({ throughput, link }: LinkState, at: number): number | null {
  return throughput && at - throughput.at < HEALTH.measuredForMs ? throughput.mbps : link.downlink;
}

function isSlow(state: LinkState, rtt: number, at: number): boolean {
  const downlink = downlinkAt(state, at);
  return (
    rtt > HEALTH.slowAboveRttMs ||
    (downlink !== null && downlink < HEALTH.slowBelowMbps) ||
    HEALTH.slowTypes.includes(state.link.effectiveType ?? '')
  );
}

/** A failed check measures nothing, so it does not change the count of slow checks. */
export function linkReducer(state: LinkState, event: LinkEvent): LinkState {
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

function statusOf({ isBrowserOnline, failures, slowChecks }: LinkState, rtt: number | null): Status {
  if (!isBrowserOnline || failures >= HEALTH.failuresToOffline) return 'offline';
  if (failures >= HEALTH.failuresToDegraded) return 'degraded';
  if (rtt !== null && rtt > HEALTH.degradedAboveRttMs) return 'degraded';
  return slowChecks >= HEALTH.slowChecks ? 'slow' : 'online';
}

export function qualityAt(state: LinkState, at: number): LinkQuality {
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
