/**
 * The data budget of a SIM: how much it may carry in a month and how much of that media may use now. Billing periods
 * are counted in UTC days. Pure; bytes and ms.
 */
import { dateOf, instant } from '../clock.ts';

export interface DataPlan {
  mb: number;
  /** Day of the month on which the billing period starts, 1–28. */
  day: number;
}
export interface DataUsage {
  /** First day of the period, YYYY-MM-DD. */
  since: string;
  media: number;
  /** All other traffic. It is counted and never delayed. */
  control: number;
}
export interface Period {
  from: number;
  to: number;
}

const MB = 1_000_000;
const DAY_MS = 86_400_000;
/** Reserved for control traffic and plays: this share of the plan, but at least what a metered screen may use (promise P9). */
const RESERVE_SHARE = 0.1;
const CONTROL_A_DAY = 5 * MB;
/** The reserve never exceeds this share of the plan. */
const RESERVE_AT_MOST = 0.5;
/** Media may exceed its pro-rata budget by this share, because a new campaign arrives on one day, not over a month. */
const AHEAD = 0.2;

const monthStart = (at: number, day: number, months: number) => {
  const date = dateOf(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, day);
};
export function periodAt(now: number, { day }: Pick<DataPlan, 'day'>): Period {
  const from = monthStart(now, day, 0);
  return from <= now ? { from, to: monthStart(now, day, 1) } : { from: monthStart(now, day, -1), to: from };
}
const firstDayOf = ({ from }: Period) => instant(from).slice(0, 'YYYY-MM-DD'.length);

/** Usage of the current billing period; zero if a new one has started. */
export function currentUsage(spent: DataUsage | null, plan: Pick<DataPlan, 'day'>, now: number): DataUsage {
  const since = firstDayOf(periodAt(now, plan));
  return spent?.since === since ? spent : { since, media: 0, control: 0 };
}

const daysOf = ({ from, to }: Period) => (to - from) / DAY_MS;

/** Bytes that media may use in this period. */
export function mediaBudget(
  { mb, day }: DataPlan,
  { control }: Pick<DataUsage, 'control'>,
  now: number,
): number {
  const total = mb * MB;
  const reserve = Math.max(RESERVE_SHARE * total, CONTROL_A_DAY * daysOf(periodAt(now, { day })));
  return Math.max(0, total - Math.max(Math.min(reserve, RESERVE_AT_MOST * total), control));
}

/** Bytes of media that may be downloaded now. A screen with nothing to show may use the rest of the month at once. */
export function remainingMediaBytes(
  plan: DataPlan,
  spent: DataUsage,
  now: number,
  nothingOnScreen: boolean,
): number {
  const budget = mediaBudget(plan, spent, now);
  const { from, to } = periodAt(now, plan);
  const share = nothingOnScreen ? 1 : Math.min(1, (now - from) / (to - from) + AHEAD);
  return Math.max(0, budget * share - spent.media);
}

/** Projected bytes at the end of the period; null on its first day, because there is too little data. */
export function forecast(spent: DataUsage, plan: Pick<DataPlan, 'day'>, now: number): number | null {
  const { from, to } = periodAt(now, plan);
  if (now - from < DAY_MS) return null;
  return ((spent.media + spent.control) / (now - from)) * (to - from);
}
