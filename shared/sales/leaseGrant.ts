/** What a screen is granted of a campaign, by its plan and its books: one rule for the server and for the simulator. Pure. */
import type { DocumentLine } from '../contract/playout/flights.ts';
import { grantFor, type Grant } from '../playout/leases/size.ts';
import { opensAt } from '../playout/leases/opens.ts';
import { isShort } from '../playout/leases/spend.ts';
import { lengthOf } from '../playout/lines.ts';
import { frontFactor, hoursIn, hoursUntil, type Pacing, type PlannedFlights } from './plan.ts';

const HOUR_MS = 3_600_000;
/** A screen on a metered link asks every five minutes. */
export const WAITS_MS = 10 * 60_000;
/** Soon enough to keep its turn; each question costs a count of the campaign's plays, one at a time. */
export const ASK_AGAIN_MS = WAITS_MS / 5;
/** At most so many hours of a plan are kept free at its end, and at most this part of it. */
const MOST_RESERVE_H = 8;
const RESERVE_SHARE = 0.2;
/** What is left of a day or a month in its last hour is still spread over an hour. */
const LAST_H = 1;
/** A lease that need not be spread lasts so long at least; what was missed may be made up for as long. */
const LEAST_MS = HOUR_MS;

/** What a screen can show and for how long it is usually without a link. */
export interface ScreenHistory {
  /** Plays in an hour in which it is on. */
  plays_per_h: number;
  offline_h: number;
}
export interface LeasedCampaign extends PlannedFlights {
  pacing: Pacing;
  /** Its goal is a share of the hour: only its budget is counted. */
  isShare: boolean;
  /** Screens that share what may be out, and those in reach, which do the most of it. */
  screens: number;
  online: number;
}

/** Plays that one of its limits leaves: its goal or budget, the budget of its day, a budget of the month. */
export interface PlaysLimit {
  left: number;
  /** ms; when its time ends. Left out: with the last flight. */
  until?: number;
}
export const leastLeft = (limits: readonly PlaysLimit[]) =>
  Math.max(0, Math.min(...limits.map(({ left }) => left)));

/**
 * Plays an hour that all its screens together may show, so that each limit lasts for its own time; null: as many as they
 * can, as where it is past its plan. A share of the hour paces itself.
 */
export function playsPerHour(
  campaign: LeasedCampaign,
  limits: readonly PlaysLimit[],
  { isByShare, outstanding }: { isByShare: boolean; outstanding: number },
  now: number,
): number | null {
  if (campaign.pacing === 'asap' || campaign.isShare || isByShare) return null;
  const reserve = Math.min(MOST_RESERVE_H, RESERVE_SHARE * hoursIn(campaign));
  const hours = Math.max(0, hoursUntil(campaign, { from: now }) - reserve);
  if (hours === 0) return null;
  const front = campaign.pacing === 'front' ? frontFactor(campaign, now) : 1;
  const rates = limits.map(({ left, until }) => {
    const plays = Math.max(1, left - outstanding);
    if (until === undefined) return (front * plays) / hours;
    const open = hoursUntil(campaign, { from: now, to: until });
    return plays / Math.min(hours, Math.max(LAST_H, open));
  });
  return Math.min(...rates);
}

export interface Opening {
  line: DocumentLine;
  /** ms; when it may next begin. */
  at: number;
}
/** Lines that open before the screen is likely to be in reach again, the next to open first. */
export function openingsOf(
  lines: readonly DocumentLine[],
  { tz, offline_h }: { tz: string; offline_h: number },
  now: number,
): Opening[] {
  const openings = lines.flatMap(line => {
    const at = opensAt(line, tz, { from: now, to: now + offline_h * HOUR_MS });
    return at === null ? [] : [{ line, at }];
  });
  return openings.sort((a, b) => a.at - b.at);
}
/** `usedOf`: plays begun under one that it holds. */
export const shortOpenings = <Held extends { line_id: string; max_plays: number }>(
  all: readonly Opening[],
  own: readonly Held[],
  usedOf: (one: Held) => number,
): Opening[] =>
  all.filter(({ line }) =>
    isShort(
      own
        .filter(one => one.line_id === line.id)
        .map(one => ({ max_plays: one.max_plays, used: usedOf(one) })),
    ),
  );

/** Who holds plays of the next flight to open does not keep others waiting for one after it. */
export const isInVainFor = (all: readonly Opening[], short: readonly Opening[], granted: number): boolean =>
  granted === 0 && short[0] === all[0];

interface CampaignCounts {
  limits: readonly PlaysLimit[];
  /** Granted and neither reported nor given back. */
  outstanding: number;
  /** ms; when a single play is due next. */
  due_at: number;
}
interface AskingScreen {
  history: ScreenHistory;
  /** Those that wait for it and were given something longer ago. */
  before: number;
  /** How many of its lines share what this screen is given. */
  lines: number;
}
/** null: nothing now. */
export function grantOf(
  campaign: LeasedCampaign,
  { limits, outstanding, due_at }: CampaignCounts,
  line: DocumentLine,
  { history, before, lines }: AskingScreen,
  now: number,
): Grant | null {
  const left = leastLeft(limits);
  if (left < 1) return null;
  const { plays_per_h, offline_h } = history;
  const isByShare = line.sov_s_per_h !== undefined;
  const byShare = isByShare ? (line.sov_s_per_h! * 1_000) / lengthOf(line) : plays_per_h;
  const { screens, online } = campaign;
  const per_hour = playsPerHour(campaign, limits, { isByShare, outstanding }, now);
  return grantFor(
    { per_hour, left, outstanding, screens, online, due_at },
    {
      plays_per_h: Math.min(plays_per_h, byShare, line.max_per_hour ?? Infinity),
      ...{ offline_h, before, lines },
    },
    now,
  );
}

/** ms. Its window follows that of the lease before it, so that two of them do not play twice as fast. */
export function leaseTimes(
  { window_ms }: Pick<Grant, 'window_ms'>,
  { line, at }: Opening,
  { windowEnds, offline_h }: { windowEnds: readonly number[]; offline_h: number },
) {
  const end = Date.parse(line.ends_at);
  const from = Math.min(Math.max(at, ...windowEnds), end - 1);
  const lasts = Math.max(window_ms, offline_h * HOUR_MS, LEAST_MS);
  const play_deadline = Math.min(end, from + lasts);
  return {
    window_start: from,
    window_end: Math.min(end, from + window_ms),
    play_deadline,
    report_deadline: play_deadline + Math.max(LEAST_MS, offline_h * HOUR_MS),
  };
}
