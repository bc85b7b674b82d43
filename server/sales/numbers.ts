/** Numbers of contracts: of the tenant and the year, without a gap. */
import { and, eq, like, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { Db } from '../../db/database.ts';
import { contracts, tenants } from '../../db/schema.ts';

const DIGITS = 4;

/** Taken within the transaction that uses it: what is rolled back leaves none out, and two at once wait for each other. */
export async function nextNumber(tx: Db, tenant_id: string, now: number): Promise<string> {
  await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenant_id)).for('no key update');
  const prefix = `C-${dateOf(now).getUTCFullYear()}-`;
  const [last] = await tx
    .select({ n: sql<number | null>`max(split_part(${contracts.number}, '-', 3)::int)` })
    .from(contracts)
    .where(and(eq(contracts.tenant_id, tenant_id), like(contracts.number, `${prefix}%`)));
  return `${prefix}${String((last?.n ?? 0) + 1).padStart(DIGITS, '0')}`;
}
