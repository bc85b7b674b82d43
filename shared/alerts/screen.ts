/** What a screen does with the alerts it holds: which it shows now, which are over, what it reports. Pure. */
import type { AckState, AlertAck } from '../contract/alerts/alertAcks.ts';
import type { PlayerAlert, PlayerAlerts } from '../contract/alerts/playerAlerts.ts';
import type { Coordinates } from '../contract/playout/fence.ts';
import { isUrgent } from '../contract/alerts/cap.ts';
import { isNear } from './near.ts';

const SECOND_MS = 1_000;
/** Alerts of one priority take turns. */
export const TURN_MS = 10_000;
/** An older position says where the car was. */
const STALE_MS = 30_000;
/** m; a wider circle says too little. */
const WIDEST_M = 1_000;
/** m/s a car drives at most. */
const FASTEST_M_S = 40;

/** What this screen did with one alert. */
export interface AlertProgress {
  version: number;
  states: readonly AckState[];
  /** ms it was on the screen. */
  seen_ms: number;
  /** Whether the screen's own position lay in an area when that was last known; null: never known. */
  isInside: boolean | null;
}
/** By the alert's id. */
export type AllProgress = Readonly<Record<string, AlertProgress>>;

/** What a start of the page reads of the one before. */
export interface AlertLog {
  /** ms this screen ran with the set it holds. */
  ran_ms: number;
  /** The latest trusted server time, ms: no clock that stands before it is right. */
  seen_at: number;
  progress: AllProgress;
  /** Not named by an answer of the server yet, oldest first. */
  acks: readonly AlertAck[];
}

export interface AlertMoment {
  /** ms, the server's time; null where this screen's clock cannot be trusted. */
  now: number | null;
  /** ms this screen has run since it was given the set; less than the truth where it was off. */
  ran_ms: number;
  /** null: not known. */
  place: (Coordinates & { acc_m: number; age_ms: number }) | null;
}

export interface AlertsOnScreen {
  /** Covers everything; nothing else is shown beside it. */
  takeover: PlayerAlert | null;
  banner: PlayerAlert | null;
  ticker: PlayerAlert | null;
}
export const NO_ALERTS: AlertsOnScreen = { takeover: null, banner: null, ticker: null };

export interface AlertReport {
  id: string;
  version: number;
  state: AckState;
  seen_ms: number;
}
export interface AlertDecision {
  shown: AlertsOnScreen;
  progress: AllProgress;
  /** What is new since the decision before. */
  reports: AlertReport[];
}

/** The running time always ends an alert, a trusted clock may end it earlier. */
const isOver = ({ expires_at, ttl_s }: PlayerAlert, { now, ran_ms }: AlertMoment) =>
  ran_ms >= ttl_s * SECOND_MS || (now !== null && now >= Date.parse(expires_at));
const hasBegun = ({ effective_at, starts_in_s }: PlayerAlert, { now, ran_ms }: AlertMoment) =>
  now === null ? ran_ms >= starts_in_s * SECOND_MS : now >= Date.parse(effective_at);
const isSpent = ({ max_display_s }: PlayerAlert, seen_ms: number) =>
  max_display_s !== null && seen_ms >= max_display_s * SECOND_MS;

/** null: its own position does not tell. Where it was tells for a while where it cannot be. */
function isInside({ areas, buffer_m }: PlayerAlert, { place }: AlertMoment): boolean | null {
  if (areas === null || place === null) return null;
  const isStale = place.age_ms > STALE_MS;
  const driven_m = isStale ? (place.age_ms / SECOND_MS) * FASTEST_M_S : 0;
  if (!isNear(place, areas, buffer_m + place.acc_m + driven_m)) return false;
  return isStale || place.acc_m > WIDEST_M ? null : true;
}

/**
 * Where its own position does not tell, what warns of the worst is shown, wherever the screen was before, and so is the
 * word that it is over; of the rest the screen's last position decides, then the server's word.
 */
function isHere(alert: PlayerAlert, inside: boolean | null, wasInside: boolean | null): boolean {
  if (alert.areas === null) return true;
  if (inside !== null) return inside;
  const isShown = alert.when_unknown === 'show';
  const isFailOpen = isUrgent(alert) || alert.response_types.includes('AllClear');
  return isFailOpen && isShown ? true : (wasInside ?? isShown);
}

/** Of each alert the latest version that has begun; what it replaces stays until then. */
function newestOf(alerts: readonly PlayerAlert[], moment: AlertMoment): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  for (const alert of alerts)
    if (hasBegun(alert, moment))
      newest.set(alert.root_id, Math.max(alert.version, newest.get(alert.root_id) ?? 0));
  return newest;
}

/** The most urgent first; of equals the one that was sent later. */
const byUrgency = (a: PlayerAlert, b: PlayerAlert) =>
  a.priority - b.priority || b.sent_at.localeCompare(a.sent_at) || a.id.localeCompare(b.id);

/** Of those of the highest priority the one whose turn it is. */
function turnOf(alerts: readonly PlayerAlert[], { ran_ms }: AlertMoment): PlayerAlert | null {
  const equals = alerts.filter(({ priority }) => priority === alerts[0]?.priority);
  return equals[Math.floor(ran_ms / TURN_MS) % equals.length] ?? null;
}

const ENDS: readonly AckState[] = [
  'cleared',
  'cancel_received',
  'suppressed_out_of_area',
  'expired_before_delivery',
];
const hasEnded = ({ states }: AlertProgress) => states.some(state => ENDS.includes(state));
function endOf({ states, isInside: wasInside }: AlertProgress, isEndedEarly: boolean): AckState {
  if (states.includes('shown')) return 'cleared';
  if (isEndedEarly) return 'cancel_received';
  return wasInside === false ? 'suppressed_out_of_area' : 'expired_before_delivery';
}

/** Notes that a state was reached, once. */
export function withState(
  { progress, reports }: Pick<AlertDecision, 'progress' | 'reports'>,
  id: string,
  state: AckState,
) {
  const own = progress[id];
  if (!own || own.states.includes(state)) return { progress, reports };
  const { version, seen_ms } = own;
  return {
    progress: { ...progress, [id]: { ...own, states: [...own.states, state] } },
    reports: [...reports, { id, version, state, seen_ms }],
  };
}

/**
 * `passed_ms`: since the decision before, whose alerts were on the screen for so long. What is on the screen counts as
 * shown only once it was drawn: whoever draws it says so by `withState`.
 */
export function decideAlerts(
  set: Pick<PlayerAlerts, 'alerts' | 'ended'>,
  before: Pick<AlertDecision, 'progress' | 'shown'>,
  moment: AlertMoment,
  passed_ms: number,
): AlertDecision {
  const progress: Record<string, AlertProgress> = {};
  const reports: AlertReport[] = [];
  const wereShown = Object.values<PlayerAlert | null>({ ...before.shown });
  function report(id: string, state: AckState) {
    const own = progress[id]!;
    progress[id] = { ...own, states: [...own.states, state] };
    reports.push({ id, version: own.version, state, seen_ms: own.seen_ms });
  }

  const newest = newestOf(set.alerts, moment);
  const due: PlayerAlert[] = [];
  for (const alert of set.alerts) {
    const { id, version } = alert;
    const last = before.progress[id];
    const inside = isInside(alert, moment);
    const wasInside = last?.isInside ?? null;
    const passed = wereShown.some(one => one?.id === id) ? passed_ms : 0;
    const seen_ms = (last?.seen_ms ?? 0) + passed;
    const own = { version, states: last?.states ?? [], seen_ms, isInside: inside ?? wasInside };
    progress[id] = own;
    if (!last) report(id, 'received');
    if (hasEnded(own)) continue;
    if (isOver(alert, moment) || isSpent(alert, seen_ms)) report(id, endOf(own, false));
    else if (version < (newest.get(alert.root_id) ?? 0)) report(id, endOf(own, true));
    else if (isHere(alert, inside, wasInside) && hasBegun(alert, moment)) due.push(alert);
  }
  const endedEarly = new Set(set.ended.map(({ id }) => id));
  for (const [id, last] of Object.entries(before.progress)) {
    if (id in progress || hasEnded(last)) continue;
    progress[id] = last;
    report(id, endOf(last, endedEarly.has(id)));
  }

  due.sort(byUrgency);
  const turn = (template: PlayerAlert['template']) =>
    turnOf(
      due.filter(alert => alert.template === template),
      moment,
    );
  const [takeover, banner, ticker] = [turn('takeover'), turn('banner'), turn('ticker')];
  /** It hides what stands beside it, so something more urgent makes it wait. */
  const isFirst = takeover !== null && takeover.priority === due[0]?.priority;
  return {
    shown: isFirst ? { ...NO_ALERTS, takeover } : { takeover: null, banner, ticker },
    ...{ progress, reports },
  };
}
