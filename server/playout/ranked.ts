/** Rules that are asked in an order: what is written at once is ordered, and one changes places with its neighbour. */
import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import { requireFound } from '../db/rows.ts';
import type { qrRules, weatherRules } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { refreshChanged } from './heads.ts';
import { screensOf } from './weather/reading.ts';

type RankedTable = typeof qrRules | typeof weatherRules;
export type Move = 'earlier' | 'later';

/** Two that are made at once are ranked one after the other. */
export const lockOrder =
  (name: string) =>
  ({ tx, tenant_id }: TransactionContext) =>
    tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${name} ${tenant_id}`}, 0))`);

/** One more than the highest of the tenant, deleted rows counted. */
export const nextNumber = (
  table: RankedTable,
  column: 'number' | 'rank',
  { tenant_id }: TransactionContext,
) =>
  sql<number>`(select coalesce(max(${sql.identifier(column)}), 0) + 1 from ${table} where tenant_id = ${tenant_id})`;

/** Screens ask all rules, so that one that is written may concern any of them. */
export const refreshScreens = async (ctx: TransactionContext) => refreshChanged(ctx, await screensOf(ctx));

/** Changes places with its neighbour; at either end it stays. The caller has locked the order. */
export async function moveInOrder(
  ctx: TransactionContext,
  table: RankedTable,
  { id, to, singular }: { id: string; to: Move; singular: string },
): Promise<void> {
  const { tx, tenant_id, now } = ctx;
  const ours = and(eq(table.tenant_id, tenant_id), isNull(table.deleted_at));
  const [found] = await tx
    .select()
    .from(table as typeof weatherRules)
    .where(and(ours, eq(table.id, id)));
  const rule = requireFound(found, singular);
  ctx.auditNote.before = rule;
  const [neighbour] = await tx
    .select({ id: table.id, rank: table.rank })
    .from(table as typeof weatherRules)
    .where(and(ours, to === 'earlier' ? lt(table.rank, rule.rank) : gt(table.rank, rule.rank)))
    .orderBy(to === 'earlier' ? desc(table.rank) : asc(table.rank))
    .limit(1);
  if (!neighbour) return;
  const setRank = (of: string, rank: number) =>
    tx
      .update(table as typeof weatherRules)
      .set({ rank, version: sql`${table.version} + 1`, updated_at: dateOf(now) })
      .where(and(eq(table.tenant_id, tenant_id), eq(table.id, of)));
  await setRank(rule.id, neighbour.rank);
  await setRank(neighbour.id, rule.rank);
  await refreshScreens(ctx);
}
