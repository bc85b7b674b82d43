/** What is kept how long (contract §11): the platform's defaults, and what a tenant may shorten them to. */
export const RETENTION_RULES = [
  ...(['plays', 'money', 'audit', 'auctions', 'payloads', 'tracks'] as const),
  ...(['errors', 'jobs', 'idempotency', 'alerts', 'audience', 'deleted'] as const),
] as const;
export type RetentionRule = (typeof RETENTION_RULES)[number];

export type Kept = { days: number } | { months: number };
interface Rule {
  kept: Kept;
  /** The fewest days a tenant may choose; left out where the time is fixed. */
  least_d?: number;
}
const MONTHS_A_YEAR = 12;
const LEGAL_TERM_MONTHS = 10 * MONTHS_A_YEAR;

export const RETENTION = {
  /** No shorter than a year and a month: invoices, earnings and budgets of a flight are counted from plays. */
  plays: { kept: { months: 24 }, least_d: 400 },
  money: { kept: { months: LEGAL_TERM_MONTHS } },
  audit: { kept: { months: 24 } },
  /** No shorter than a quarter: partners are billed and their reports compared from these. */
  auctions: { kept: { days: 400 }, least_d: 92 },
  payloads: { kept: { days: 7 }, least_d: 1 },
  tracks: { kept: { days: 30 }, least_d: 1 },
  /** They name no tenant. */
  errors: { kept: { days: 30 } },
  jobs: { kept: { days: 30 }, least_d: 1 },
  /** Clients count on it: a write that is repeated within this time is done once. */
  idempotency: { kept: { days: 30 } },
  alerts: { kept: { months: 24 }, least_d: 30 },
  /** Each count has its own end, from the age and gender settings of the day it came. */
  audience: { kept: { days: 0 } },
  deleted: { kept: { days: 30 }, least_d: 1 },
} as const satisfies Record<RetentionRule, Rule>;

/** Rules that a tenant may shorten. */
export const SHORTENED_RULES = [
  ...(['plays', 'auctions', 'payloads', 'tracks', 'jobs', 'alerts', 'deleted'] as const),
] as const;
export type ShortenedRule = (typeof SHORTENED_RULES)[number];
/** Days that a tenant has chosen; a rule that is not there follows the platform. */
export type Shortened = Partial<Record<ShortenedRule, number>>;

export const isShortened = (rule: RetentionRule): rule is ShortenedRule =>
  (SHORTENED_RULES as readonly string[]).includes(rule);

/** The longest that a tenant may name: no longer than the platform keeps it. */
export function mostDays(rule: ShortenedRule): number {
  const { kept } = RETENTION[rule];
  const DAYS_A_MONTH = 30;
  return 'days' in kept ? kept.days : kept.months * DAYS_A_MONTH;
}
