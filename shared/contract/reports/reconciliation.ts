/** A partner's figures against ours, day by day (contract §9). */
import * as z from 'zod/mini';
import { entity, type Transitions } from '../wire/entity.ts';
import { common, id, instant, int, localDate, MAX_INT, text, zone } from '../wire/wire.ts';

export const RECONCILIATION_STATES = ['open', 'matched', 'explained', 'disputed'] as const;
export type ReconciliationState = (typeof RECONCILIATION_STATES)[number];
export const RECONCILIATION_TRANSITIONS: Transitions<ReconciliationState> = {
  open: ['matched', 'explained', 'disputed'],
  matched: [],
  explained: ['disputed'],
  disputed: [],
};
/** What a line of the partner's file is of. */
export const KEYED_BY = ['deal', 'creative', 'auction'] as const;
export type KeyedBy = (typeof KEYED_BY)[number];
/** What it counts: a play may be several impressions. */
export const COUNTED_IN = ['impressions', 'plays'] as const;
export const REASONS = [
  ...(['notice_failed', 'cut_off', 'unconfirmed', 'test_mode', 'currency', 'rounding'] as const),
  ...(['unknown_to_us', 'unknown_to_them'] as const),
] as const;
export type Reason = (typeof REASONS)[number];
export const LINE_STATES = ['matched', 'explained', 'open'] as const;
export const MAX_RECONCILED_D = 62;
export const MAX_CSV_CHARS = 900_000;
const HEAD_MAX = 120;

const head = text(1, HEAD_MAX);
const figures = z.object({
  /** In ten-thousandths: multipliers have four decimals. */
  count_e4: int(0, MAX_INT),
  micros: int(-MAX_INT, MAX_INT),
  currency: z.nullable(z.string()),
});
export const reconciledLine = z.object({
  day: z.string(),
  /** null: a deal is none where it was bought in the open auction. */
  key: z.nullable(z.string()),
  ours: figures,
  theirs: figures,
  state: z.enum(LINE_STATES),
  reasons: z.array(z.object({ reason: z.enum(REASONS), count_e4: int(0, MAX_INT) })),
});
export type ReconciledLine = z.infer<typeof reconciledLine>;

const comparison = {
  partner_id: id,
  first_day: localDate,
  last_day: localDate,
  /** Of their days. */
  tz: zone,
  keyed_by: z.enum(KEYED_BY),
  counted_in: z.enum(COUNTED_IN),
  /** How far a line may be off and still match. */
  tolerance_pct: z.number().check(z.minimum(0), z.maximum(20)),
};
export const csvColumns = {
  day_column: head,
  key_column: head,
  count_column: head,
  revenue_column: head,
  /** null: all of it is in `file_currency`. */
  currency_column: z.nullable(head),
  file_currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/))),
};
export const reconciliation = z.object({
  ...common,
  ...comparison,
  ...csvColumns,
  tz: z.string(),
  partner_name: z.string(),
  file_name: z.string(),
  state: z.enum(RECONCILIATION_STATES),
  lines: int(0, MAX_INT),
  matched: int(0, MAX_INT),
  explained: int(0, MAX_INT),
  ours_e4: int(0, MAX_INT),
  theirs_e4: int(0, MAX_INT),
  /** Theirs against ours, in percent with two decimals; null: we have none. */
  diff_pct: z.nullable(z.number()),
  as_of: instant,
  /** What somebody says of what is left. */
  note: z.nullable(z.string()),
});
export type Reconciliation = z.infer<typeof reconciliation>;
export const reconciliationDetail = z.extend(reconciliation, { compared: z.array(reconciledLine) });
export type ReconciliationDetail = z.infer<typeof reconciliationDetail>;

interface CheckedFields {
  first_day?: string;
  last_day?: string;
  currency_column?: string | null;
  file_currency?: string | null;
}
const DAY_MS = 86_400_000;
const inOrder = z.refine<CheckedFields>(
  ({ first_day = '', last_day = '' }) => !first_day || !last_day || first_day <= last_day,
  { path: ['last_day'], error: 'The last day is before the first' },
);
const notTooLong = z.refine<CheckedFields>(
  ({ first_day = '', last_day = '' }) =>
    !(Date.parse(last_day) - Date.parse(first_day) >= MAX_RECONCILED_D * DAY_MS),
  { path: ['last_day'], error: `All within ${MAX_RECONCILED_D} days` },
);
const hasCurrency = z.refine<CheckedFields>(
  ({ currency_column, file_currency }) => Boolean(currency_column) || Boolean(file_currency),
  { path: ['file_currency'], error: 'Required' },
);
const file = {
  file_name: text(1, 255),
  csv: z.string().check(z.minLength(1), z.maxLength(MAX_CSV_CHARS)),
};
export const reconciliationCreate = z
  .strictObject({ ...comparison, ...csvColumns, ...file })
  .check(inOrder, notTooLong, hasCurrency);

export const reconciliations = entity({
  path: '/api/reports/reconciliations',
  bulk: ['delete', 'restore', 'explain', 'dispute'],
  area: 'prog_logs',
  /** Whoever may read the logs may compare them: nothing of ours is changed by it. */
  access: { level: 'R' },
  row: reconciliation,
  detail: reconciliationDetail,
  create: reconciliationCreate,
  removable: true,
  listOptions: {
    sorts: ['created_at', 'partner_name', 'first_day', 'diff_pct'],
    defaultSort: '-created_at',
    enums: { status: { state: RECONCILIATION_STATES } },
    ids: ['partner_id'],
  },
  actions: {
    import: {
      summary: 'Compare another file of the partner, and our figures of now',
      from: ['open', 'explained'],
      body: z.strictObject(file),
    },
    explain: {
      summary: 'Say what the differences that are left come from',
      from: ['open'],
      to: 'explained',
      body: z.strictObject({ note: text(10, 2_000) }),
    },
    dispute: {
      summary: 'Say that the partner owes another amount',
      from: ['open', 'explained'],
      to: 'disputed',
      body: z.strictObject({ note: text(10, 2_000) }),
    },
  },
});
