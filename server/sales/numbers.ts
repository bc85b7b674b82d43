/** Numbers of contracts, invoices and credit notes: of the tenant and the year of its zone, each series without a gap. */
import { and, eq, like, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { dayOf } from '../../shared/playout/rights.ts';
import type { Db } from '../db/database.ts';
import { contracts, creditNotes, invoices, tenants } from '../db/schema.ts';

const DIGITS = 4;
const NUMBER_WIDTH = 10;
const SERIES = {
  contract: { sign: 'C', table: contracts },
  invoice: { sign: 'I', table: invoices },
  credit_note: { sign: 'CN', table: creditNotes },
} as const;

/** By year and number: as text, 10,000 stands before 9,999. What another system numbered stands as it is written. */
export const inNumberOrder = (number: AnyPgColumn) => sql<string>`(split_part(${number}, '-', 1) || '-'
  || split_part(${number}, '-', 2) || '-' || lpad(split_part(${number}, '-', 3), ${sql.raw(String(NUMBER_WIDTH))}, '0'))`;

/** Whoever numbers or counts what was not invoiced yet waits for the one before him, until that one's transaction ends. */
export const lockBooks = (tx: Db, tenant_id: string) =>
  tx
    .select({ id: tenants.id, tz: tenants.tz })
    .from(tenants)
    .where(eq(tenants.id, tenant_id))
    .for('no key update');

/** Taken within the transaction that uses it: what is rolled back leaves none out. */
export async function nextNumber(
  tx: Db,
  series: keyof typeof SERIES,
  { tenant_id, now }: { tenant_id: string; now: number },
): Promise<string> {
  const [tenant] = await lockBooks(tx, tenant_id);
  const { sign, table } = SERIES[series];
  const [year] = dayOf(now, tenant?.tz ?? 'UTC').split('-');
  const prefix = `${sign}-${year}-`;
  const [last] = await tx
    .select({ n: sql<number | null>`max(split_part(${table.number}, '-', 3)::int)` })
    .from(table)
    .where(and(eq(table.tenant_id, tenant_id), like(table.number, `${prefix}%`)));
  return `${prefix}${String((last?.n ?? 0) + 1).padStart(DIGITS, '0')}`;
}
