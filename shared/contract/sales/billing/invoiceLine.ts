/** Lines of invoices and credit notes; each is rounded once, half to even. */
import * as z from 'zod/mini';
import { id, instant, int, MAX_INT, text } from '../../wire/wire.ts';

/** `plays`: counted of a campaign in a time; `late_plays`: of a time that was invoiced before; `contract`: its value. */
export const LINE_KINDS = ['plays', 'late_plays', 'contract', 'other'] as const;
export type LineKind = (typeof LINE_KINDS)[number];
export const MAX_LINES = 100;
export const MAX_TAX_PCT = 30;
const TEXT_MAX = 200;
const MAX_QTY = 10_000;
export const MAX_UNIT_MINOR = 1_000_000_000;

export const hasTwoDecimals = z.refine<number>(pct => Number(pct.toFixed(2)) === pct, {
  error: 'At most two decimals',
});
const tax_pct = z.number().check(z.minimum(0), z.maximum(MAX_TAX_PCT), hasTwoDecimals);

/** What a line rests on: plays of a campaign in a time, or a contract. */
export const evidence = z.object({
  campaign_id: z.nullable(id),
  contract_id: z.nullable(id),
  from: z.nullable(instant),
  /** Exclusive. */
  to: z.nullable(instant),
  /** Of these plays those that were received from then on and before then: what came at other times stands on other lines. */
  received: z.optional(z.array(z.object({ from: instant, to: instant }))),
});
export type Evidence = z.infer<typeof evidence>;

export const invoiceLine = z.object({
  id,
  kind: z.enum(LINE_KINDS),
  text: z.string(),
  /** Below 0: it is taken off. */
  qty: int(-MAX_INT, MAX_INT),
  /** null where plays are priced by the thousand. */
  unit_minor: z.nullable(int(0, MAX_INT)),
  /** Of 1,000 plays, in millionths of the currency's unit; null on all other lines. */
  price_micros: z.nullable(int(0, MAX_INT)),
  tax_pct: z.number(),
  net_minor: int(-MAX_INT, MAX_INT),
  tax_minor: int(-MAX_INT, MAX_INT),
  evidence: z.nullable(evidence),
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

/** Of a draft; a line that was counted keeps its quantity and its price and says its id. */
export const lineInput = z.strictObject({
  id: z.optional(id),
  text: text(1, TEXT_MAX),
  qty: z.int().check(z.refine(qty => qty !== 0, { error: 'Required' })),
  unit_minor: z.nullable(int(0, MAX_UNIT_MINOR)),
  tax_pct,
});
export type LineInput = z.infer<typeof lineInput>;
/** Bounds of a quantity typed by hand: sums stay whole numbers that JSON can hold. */
export const isHandQuantity = (qty: number) => Math.abs(qty) <= MAX_QTY;
export const HAND_QUANTITY_MAX = MAX_QTY;

export const creditLine = z.strictObject({
  text: text(1, TEXT_MAX),
  net_minor: int(1, MAX_UNIT_MINOR),
  tax_pct,
});
