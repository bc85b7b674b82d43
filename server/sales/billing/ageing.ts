/** What is left to be paid, by how long ago it was due. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import {
  AGES,
  UNPAID,
  type Age,
  type AgeingRow,
  type invoiceAgeing,
} from '../../../shared/contract/sales/billing/invoice.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { invoices } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const DAY_MS = 86_400_000;
const LAST_DAYS: readonly (readonly [age: Age, days: number])[] = [
  ['current', 0],
  ['d30', 30],
  ['d60', 60],
  ['d90', 90],
];

/** A day begins when the one before is over: a minute after it was due is the first day. */
export function ageOf(due_ms: number, now: number): Age {
  const days = Math.ceil((now - due_ms) / DAY_MS);
  return LAST_DAYS.find(([, last]) => days <= last)?.[0] ?? 'older';
}

export interface Owed {
  currency: string;
  left_minor: number;
  due_ms: number;
}
/** A row for each currency, in the order of their codes. */
export function ageingOf(owed: readonly Owed[], now: number): AgeingRow[] {
  const rows = new Map<string, AgeingRow>();
  const blank = Object.fromEntries(AGES.map(age => [age, 0])) as Record<Age, number>;
  for (const { currency, left_minor, due_ms } of owed) {
    const row = rows.get(currency) ?? { currency, ...blank, total: 0 };
    row[ageOf(due_ms, now)] += left_minor;
    row.total += left_minor;
    rows.set(currency, row);
  }
  return [...rows.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

export async function ageing({
  tx,
  tenant_id,
  now,
}: TransactionContext): Promise<Answer<typeof invoiceAgeing>> {
  /** Invoices of one age are added up where they are stored: the age of one of them is that of all. */
  const bounds = LAST_DAYS.map(([, days]) => sql`${instant(now - days * DAY_MS)}::timestamptz`);
  const due_ms = sql<number>`(extract(epoch from max(${invoices.due_at})) * 1000)::float8`;
  const owed = await tx
    .select({
      currency: invoices.currency,
      left_minor: sql<number>`sum(${invoices.left_minor})::float8`,
      due_ms,
    })
    .from(invoices)
    .where(
      and(
        eq(invoices.tenant_id, tenant_id),
        inArray(invoices.state, [...UNPAID]),
        isNull(invoices.deleted_at),
      ),
    )
    .groupBy(invoices.currency, ...bounds.map(bound => sql`${invoices.due_at} < ${bound}`));
  return { as_of: instant(now), rows: ageingOf(owed, now) };
}
