/** What a report is made of: a preset, a period by the clocks of a zone, filters and a format (contract §9). */
import * as z from 'zod/mini';
import { PLAY_ZONES } from '../proof/play.ts';
import { endpoint, type Answer } from '../wire/endpoint.ts';
import { id, instant, localDate, zone } from '../wire/wire.ts';

/**
 * `statement`: plays of each campaign by place. `days`: plays of each day. `performance`: proof of performance with what
 * the DPAA asks for, contracted beside delivered. `plays`: every play.
 */
export const PLAY_PRESETS = ['statement', 'days', 'performance', 'plays'] as const;
/** What was sold by auction: by partner, by deal, and by the day of the auction. */
export const AUCTION_PRESETS = ['sold_partners', 'sold_deals', 'sold_days'] as const;
export const PRESETS = [...PLAY_PRESETS, ...AUCTION_PRESETS] as const;
export type Preset = (typeof PRESETS)[number];
export const isOfAuctions = (preset: Preset): boolean =>
  (AUCTION_PRESETS as readonly Preset[]).includes(preset);
export const REPORT_FORMATS = ['csv', 'xlsx', 'jsonl'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
/** Whole days of the zone; `custom` names its first and last. */
export const PERIODS = [
  'yesterday',
  'last_7_days',
  'last_30_days',
  'this_month',
  'last_month',
  'custom',
] as const;
export type Period = (typeof PERIODS)[number];
export const REPORT_LANGUAGES = ['en', 'zh'] as const;
export const MAX_FILTER_IDS = 50;
/** Days of a period. */
export const MAX_REPORT_DAYS = 400;
/** Rows of a sheet, its heads among them, that every spreadsheet opens. */
export const MAX_SHEET_ROWS = 1_048_576;
/** What a file is kept for (contract §11). */
export const REPORT_KEPT_DAYS = 30;
export const PREVIEW_ROWS = 20;

const ids = z.array(id).check(z.maxLength(MAX_FILTER_IDS));
export const reportFields = {
  preset: z.enum(PRESETS),
  format: z.enum(REPORT_FORMATS),
  /** Of the heads in the file. */
  language: z.enum(REPORT_LANGUAGES),
  period: z.enum(PERIODS),
  /** Both belong to the period; null unless it is `custom`. */
  first_day: z.nullable(localDate),
  last_day: z.nullable(localDate),
  tz: zone,
  /** Without any: all of the tenant, and plays of no campaign. */
  campaign_ids: ids,
  creative_ids: ids,
  zone: z.nullable(z.enum(PLAY_ZONES)),
};
interface Days {
  period?: Period;
  first_day?: string | null;
  last_day?: string | null;
}
/** A custom period names both of its ends, in their order. */
export const hasDays = z.refine<Days>(
  ({ period, first_day, last_day }) => period !== 'custom' || (first_day != null && last_day != null),
  { error: 'Required', path: ['last_day'] },
);
export const hasDaysInOrder = z.refine<Days>(
  ({ period, first_day, last_day }) =>
    period !== 'custom' || first_day == null || last_day == null || first_day <= last_day,
  { error: 'The last day is before the first', path: ['last_day'] },
);
export const reportSpec = z.strictObject(reportFields).check(hasDays, hasDaysInOrder);
export type ReportSpec = z.infer<typeof reportSpec>;

/** How the cells of a column are written; times of length are in ms, moments in UTC. */
export const COLUMN_KINDS = ['text', 'word', 'count', 'length', 'instant', 'day'] as const;
export const reportColumn = z.object({ key: z.string(), kind: z.enum(COLUMN_KINDS) });
export type ReportColumn = z.infer<typeof reportColumn>;
export const reportCell = z.nullable(z.union([z.string(), z.number()]));
export type ReportCell = z.infer<typeof reportCell>;

/** The same as the totals of the proof page. */
export const reportTotals = z.object({
  plays: z.int(),
  duration_ms: z.number(),
  quarantined: z.int(),
  not_shown: z.int(),
  screens: z.int(),
});
export type ReportTotals = z.infer<typeof reportTotals>;

/** When the figures were true, of which time they are, and what may still come of it. */
export const reportBasis = {
  as_of: instant,
  from: instant,
  to: instant,
  expected: z.object({ screens: z.int(), since: z.nullable(instant) }),
};

const access = { who: 'user', area: 'analytics', level: 'R' } as const;
export const previewReport = endpoint({
  method: 'POST',
  path: '/api/reports/preview',
  access,
  summary: 'The first rows of a report and its totals; nothing is kept',
  limit: 'report_previews',
  changesNothing: true,
  body: reportSpec,
  answer: z.object({
    ...reportBasis,
    columns: z.array(reportColumn),
    rows: z.array(z.array(reportCell)),
    row_count: z.int(),
    totals: reportTotals,
  }),
});
export type ReportPreview = Answer<typeof previewReport>;
