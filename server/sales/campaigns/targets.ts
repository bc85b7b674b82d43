/** Which screens a campaign is meant for: all, some by name, or those of groups and of the groups below them. */
import { sql, type SQL } from 'drizzle-orm';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';

/** Pairs of campaign and screen; `c` and `d` name their rows in the conditions. */
export const targetPairs = (tenant_id: string, where: SQL): SQL => sql`
  with recursive below(root, id) as (
    select g.id, g.id from device_groups g where g.tenant_id = ${tenant_id} and g.deleted_at is null
    union
    select b.root, g.id from below b join device_groups g on g.parent_id = b.id and g.deleted_at is null),
  members(group_id, device_id) as (
    select b.root, d.id from below b join devices d on b.id = any(d.group_ids)
      where d.tenant_id = ${tenant_id}
    union
    select b.root, d.id from below b
      join device_groups g on g.id = b.id and g.rule is not null
      join devices d on d.tenant_id = ${tenant_id}
        and d.tags @> (select array_agg(tag) from jsonb_array_elements_text(g.rule -> 'tags') as tag))
  select c.id as campaign_id, d.id as device_id from campaigns c
    join devices d on d.tenant_id = c.tenant_id and d.state not in ('retired', 'unpaired')
  where c.tenant_id = ${tenant_id} and ${where} and (
    (cardinality(c.device_ids) = 0 and cardinality(c.group_ids) = 0)
    or d.id = any(c.device_ids)
    or exists (select from members m where m.device_id = d.id and m.group_id = any(c.group_ids)))`;

export async function pairsOf(
  { tx, tenant_id }: TransactionContext,
  where: SQL,
): Promise<{ campaign_id: string; device_id: string }[]> {
  return rowsOf(await tx.execute(targetPairs(tenant_id, where)));
}

/** By campaign; one without any screen is left out. */
export async function countScreens(
  ctx: TransactionContext,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const pairs = targetPairs(ctx.tenant_id, sql`c.id = any(${sql.param([...ids])}::uuid[])`);
  const rows = rowsOf<{ campaign_id: string; n: number }>(
    await ctx.tx.execute(
      sql`select campaign_id, count(*)::int as n from (${pairs}) as pairs group by campaign_id`,
    ),
  );
  return new Map(rows.map(({ campaign_id, n }) => [campaign_id, n]));
}

/** A device owner sees the campaigns that may play on his screens. */
export function campaignInReach(ctx: TransactionContext): SQL | undefined {
  if (ctx.rule !== 'own_devices') return undefined;
  const own = targetPairs(ctx.tenant_id, sql`d.owner_user_id = ${ctx.user_id}`);
  return sql`campaigns.id in (select campaign_id from (${own}) as own_pairs)`;
}
