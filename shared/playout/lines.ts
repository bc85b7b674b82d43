/** Whether a line of a campaign has the right to play at a moment, and why not. Pure. */
import type { DocumentLine } from '../contract/playout/flights.ts';
import type { LeaseRefusal } from './leases/spend.ts';
import { refusedByPlace } from './place/placeRight.ts';
import { refusalOf, type Moment, type Refusal } from './rights.ts';
import type { WeighedLine } from './weather.ts';

/** What a line has played on this screen. `at`: when the account was drawn up. */
export interface LineAccount {
  /** Wall time, ms. */
  at: number;
  /** What it may play now: ms where it has a share of the hour, else plays. */
  due: number;
}
/** What a campaign has played on this screen, by whichever of its lines: its caps hold for all of them together. */
export interface CampaignPlays {
  /** Number of the hour since 1970, and plays in it. */
  hour: number;
  in_hour: number;
  /** Day of the calendar in the zone of the screen, and plays on it. */
  day: string;
  in_day: number;
  /** The ride, and plays in it; left out where no ride is known. */
  ride?: string | undefined;
  in_ride?: number;
}
export type LineRefusal =
  | Refusal
  | LeaseRefusal
  | 'weather_rule'
  | 'cap_hour'
  | 'cap_day'
  | 'cap_ride'
  | 'separation'
  | 'category_separation'
  | 'share_served'
  | 'ad_load'
  | 'same_creative';

const HOUR_MS = 3_600_000;
/** What a line was kept from within an hour it may make up for; no more, or a screen that was off would show nothing else. */
const MAKE_UP_H = 1;

/** The longest gap that can be set between plays of one advertiser. */
const LONGEST_GAP_MS = 3_600_000;
/** Whether it may still matter when a play ended; one that lies far ahead was noted by a wrong clock. */
const mayMatter = (ended: number, at: number) => Math.abs(at - ended) < LONGEST_GAP_MS;
/** By advertiser and by category, when one of them has begun to play: none before it can have ended later than that. */
export const separationsAt = (before: Readonly<Record<string, number>>, at: number) =>
  Object.fromEntries(
    Object.entries(before)
      .filter(([, ended]) => mayMatter(ended, at))
      .map(([key, ended]) => [key, Math.min(ended, at)]),
  );

/** ms or plays an hour; null: as often as its turn comes. */
function rateOf({ sov_s_per_h, plays_per_h, factor = 1 }: WeighedLine): number | null {
  const rate = sov_s_per_h === undefined ? plays_per_h : sov_s_per_h * 1_000;
  return rate === undefined ? null : rate * factor;
}

/** ms of its longest creative; `least_ms`: how long whatever is shown stays. */
export const lengthOf = ({ items }: DocumentLine, least_ms = 0) =>
  items.reduce((longest, { duration_ms }) => Math.max(longest, duration_ms), least_ms);

/** What one play takes from what is due. */
export const costOf = (line: DocumentLine, duration_ms: number) =>
  line.sov_s_per_h === undefined ? 1 : duration_ms;

export interface Pace {
  /** How much faster than its plan a line may go to make up for what it missed. */
  catchUp: number;
  /** ms that whatever is shown stays. */
  least_ms: number;
}
export function dueAt(
  line: WeighedLine,
  account: LineAccount | undefined,
  at: number,
  { catchUp, least_ms }: Pace,
): number {
  const rate = rateOf(line);
  if (rate === null) return Infinity;
  /** A line that begins owes its first play, where it owes one within the hour. */
  if (!account) return line.sov_s_per_h === undefined ? Math.min(1, rate) : 0;
  const hours = Math.max(0, at - account.at) / HOUR_MS;
  /** At least one play, however small its share is. */
  const most = Math.max(costOf(line, lengthOf(line, least_ms)), rate * MAKE_UP_H * catchUp);
  return Math.min(account.due + rate * hours, most);
}

/** By its dates, hours, weather and place: what it cannot change itself. */
export const refusedNow = (line: WeighedLine, moment: Moment, duration_ms: number): LineRefusal | null =>
  moment.at === null
    ? 'clock_unknown'
    : (refusalOf(line, moment, duration_ms) ??
      (line.factor === 0 ? 'weather_rule' : refusedByPlace(line, moment.place)));

/** What caps are counted by. */
export interface Period {
  at: number;
  /** Day of the calendar in the zone of the screen. */
  day: string;
  /** Id of the ride; undefined: none is known. */
  ride: string | undefined;
}
/** A clock that is set back a little over the full hour, or over midnight, begins no other one. */
const isNextDay = (noted: string, day: string) => Date.parse(noted) - Date.parse(day) === 24 * HOUR_MS;
/** Of the hour, the day and the ride it is now. */
export function playsSoFar(before: CampaignPlays | undefined, { at, day, ride }: Period): CampaignPlays {
  const now = Math.floor(at / HOUR_MS);
  const hour = before?.hour === now + 1 ? before.hour : now;
  const on = before && isNextDay(before.day, day) ? before.day : day;
  return {
    ...{ hour, in_hour: before?.hour === hour ? before.in_hour : 0 },
    ...{ day: on, in_day: before?.day === on ? before.in_day : 0 },
    ...(ride !== undefined && { ride, in_ride: before?.ride === ride ? (before.in_ride ?? 0) : 0 }),
  };
}
/** By campaign, after one of them has played; what is of no hour, day or ride any more is forgotten. */
export function campaignsAfter(
  before: Readonly<Record<string, CampaignPlays>>,
  campaign_id: string | undefined,
  period: Period,
): Record<string, CampaignPlays> {
  const counted = Object.entries(before).map(([id, plays]) => [id, playsSoFar(plays, period)] as const);
  const left = Object.fromEntries(
    counted.filter(([, { in_hour, in_day, in_ride = 0 }]) => in_hour + in_day + in_ride > 0),
  );
  if (campaign_id === undefined) return left;
  const own = playsSoFar(before[campaign_id], period);
  return {
    ...left,
    [campaign_id]: {
      ...{ ...own, in_hour: own.in_hour + 1, in_day: own.in_day + 1 },
      ...(own.in_ride !== undefined && { in_ride: own.in_ride + 1 }),
    },
  };
}

/** What every line of a decision is judged by: drawn up once, because a thousand of them ask for it. */
export interface ScreenSpent extends Pace, Period {
  /** ms; when the last play of each advertiser and of each category ended. */
  separations: Readonly<Record<string, number>>;
  gap_ms: number;
  category_gap_ms: number;
}
export interface LineSpent {
  account: LineAccount | undefined;
  /** Of its campaign. */
  plays: CampaignPlays | undefined;
  /** What its leases say; null: it needs none, or they let it play. */
  lease: LeaseRefusal | null;
  /** Its leases pace it, and not what is due by its rate. */
  isPacedByLease: boolean;
}
function refusedByCaps(
  { max_per_hour, max_per_day, max_per_ride }: DocumentLine,
  plays: CampaignPlays | undefined,
  period: Period,
): LineRefusal | null {
  if (max_per_hour === undefined && max_per_day === undefined && max_per_ride === undefined) return null;
  const { in_hour, in_day, in_ride = 0 } = playsSoFar(plays, period);
  if (max_per_hour !== undefined && in_hour >= max_per_hour) return 'cap_hour';
  if (max_per_day !== undefined && in_day >= max_per_day) return 'cap_day';
  return max_per_ride !== undefined && in_ride >= max_per_ride ? 'cap_ride' : null;
}
/** A play of the advertiser, or of the category, has ended less than its gap ago. */
const isTooSoon = (ended: number | undefined, gap_ms: number, at: number) =>
  ended !== undefined && mayMatter(ended, at) && at < ended + gap_ms;
function refusedBySeparation(
  { separation, categories }: DocumentLine,
  { at, separations, gap_ms, category_gap_ms }: ScreenSpent,
): LineRefusal | null {
  if (isTooSoon(separations[separation], gap_ms, at)) return 'separation';
  return categories?.some(category => isTooSoon(separations[category], category_gap_ms, at))
    ? 'category_separation'
    : null;
}

/** By what it has played already. */
export function refusedBySpent(
  line: WeighedLine,
  duration_ms: number,
  screen: ScreenSpent,
  { account, plays, lease, isPacedByLease }: LineSpent,
): LineRefusal | null {
  const refusal = refusedByCaps(line, plays, screen) ?? refusedBySeparation(line, screen);
  if (refusal !== null) return refusal;
  if (lease !== null || isPacedByLease) return lease;
  if (dueAt(line, account, screen.at, screen) >= costOf(line, duration_ms)) return null;
  return line.sov_s_per_h === undefined ? 'paced' : 'share_served';
}

/** After it was given right or not for a while; `played`: ms of its play that ended then, if it did. */
export function accountAfter(
  line: WeighedLine,
  before: LineAccount | undefined,
  {
    at,
    hasRight,
    played,
    ...pace
  }: Pace & {
    at: number;
    hasRight: boolean;
    played: number | null;
  },
): LineAccount {
  const due = hasRight || !before ? dueAt(line, before, at, pace) : before.due;
  return { at, due: Number.isFinite(due) ? due - (played === null ? 0 : costOf(line, played)) : 0 };
}
