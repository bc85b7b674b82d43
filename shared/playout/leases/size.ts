/** How many plays a screen is given at once, and over which time: by what is left, who else waits, and what it can show. Pure. */

/** Of what is left of the goal, so much may be out with screens at a time; one play where that is less than one. */
export const LEASED_SHARE = 0.05;
const HOUR_MS = 3_600_000;

export interface Campaign {
  /** Plays an hour that its plan asks of all screens together; null: as many as they can show. */
  per_hour: number | null;
  /** Plays that all its limits leave. */
  left: number;
  /** Granted and neither reported nor given back. */
  outstanding: number;
  /** Screens that share what may be out, and those in reach, which do the most of it. */
  screens: number;
  online: number;
  /** ms; when a single play is due next. */
  due_at: number;
}
export interface Screen {
  /** Plays an hour that it can show of it. */
  plays_per_h: number;
  /** For how long it is usually without a link. */
  offline_h: number;
  /** How many wait for this campaign and were given something longer ago than this screen. */
  before: number;
  /** How many of its flights open before it is likely to be in reach again: each has its part. Left out: one. */
  lines?: number;
}
export interface Grant {
  plays: number;
  window_ms: number;
  /** Set where it was a single play out of turn of any window. */
  due_at?: number;
}

export const mostOut = (left: number) => Math.min(left, Math.max(1, Math.floor(left * LEASED_SHARE)));

/** null: nothing now. */
export function grantFor(campaign: Campaign, screen: Screen, now: number): Grant | null {
  const { left, outstanding, screens, online } = campaign;
  const most = mostOut(left);
  /** Whoever waits longer has one coming to him, so that none starves where there is less than one for each. */
  const free = most - outstanding - screen.before;
  if (free < 1) return null;
  const fair = Math.floor(most / screens / (screen.lines ?? 1));
  const able = Math.max(1, Math.ceil(screen.plays_per_h * screen.offline_h));
  const allowed = Math.max(1, Math.min(fair, free, able));
  const { per_hour: perHour } = campaign;
  if (perHour === null) return { plays: allowed, window_ms: 0 };
  const wanted = (perHour * screen.offline_h) / online;
  if (wanted < 1) return single(campaign.due_at, { perHour, before: screen.before }, now);
  const plays = Math.min(allowed, Math.ceil(wanted));
  return { plays, window_ms: Math.round((plays / wanted) * screen.offline_h * HOUR_MS) };
}

/** What it may make up for of single plays that nobody took. */
const MAKE_UP_MS = HOUR_MS;
/** Each screen would get less than one play in its time: they go out one by one, to whoever comes. */
function single(
  since: number,
  { perHour, before }: { perHour: number; before: number },
  now: number,
): Grant | null {
  const due_at = Math.max(since, now - MAKE_UP_MS);
  const apart = HOUR_MS / perHour;
  /** The longer nobody took one, the more may: who comes first in turn may be out of reach. */
  if (due_at + before * apart > now) return null;
  return { plays: 1, window_ms: 0, due_at: due_at + apart };
}
