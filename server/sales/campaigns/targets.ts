/** Which screens a campaign is meant for: all, some by name, or those of groups and of the groups below them. */
import { sql, type SQL } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { UNDECIDED } from '../../../shared/contract/sales/campaign.ts';
import { rowsOf } from '../../db/rows.ts';
import { ownMembers } from '../../fleet/devices/members.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const isInService = (tenant_id: string) =>
  sql`d.tenant_id = ${tenant_id} and d.state not in ('retired', 'unpaired')`;
const isLiving = (tenant_id: string) => sql`g.tenant_id = ${tenant_id} and g.deleted_at is null`;
/**
 * `members(group_id, device_id)`: the screens in service of each group that a row of `c` names, and of the groups below it.
 * A fleet may have thousands of groups, of which one question is about a few.
 */
const members = (tenant_id: string, c: SQL): SQL => sql`
  named(id) as (select distinct n.id from ${c} cross join unnest(c.group_ids) as n(id)),
  below(root, id) as (
    select g.id, g.id from device_groups g join named on named.id = g.id where ${isLiving(tenant_id)}
    union
    select b.root, g.id from below b join device_groups g on g.parent_id = b.id and ${isLiving(tenant_id)}),
  ${ownMembers(sql`${isLiving(tenant_id)} and g.id in (select id from below)`, isInService(tenant_id))},
  members(group_id, device_id) as (
    select distinct b.root, o.device_id from below b join own_members o on o.group_id = b.id)`;
const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;

/** `c`: rows with an id, device_ids and group_ids; naming neither means every screen. A union, so that groups are joined and not searched for each pair. */
const pairs = (tenant_id: string, c: SQL, screens = sql`true`): SQL => sql`
  with recursive ${members(tenant_id, c)}
  select c.id as campaign_id, d.id as device_id from ${c} join devices d
      on (cardinality(c.device_ids) = 0 and cardinality(c.group_ids) = 0) or d.id = any(c.device_ids)
    where ${isInService(tenant_id)} and ${screens}
  union
  select c.id, d.id from ${c} cross join unnest(c.group_ids) as named(id)
      join members m on m.group_id = named.id join devices d on d.id = m.device_id
    where ${isInService(tenant_id)} and ${screens}`;

export interface Targets {
  device_ids: readonly string[];
  group_ids: readonly string[];
}
/** The screens (`id`) of targets that no campaign has yet. */
export const targetedScreens = (tenant_id: string, { device_ids, group_ids }: Targets): SQL => {
  const wanted = sql`(select null::uuid as id, ${uuids(device_ids)} as device_ids, ${uuids(group_ids)} as group_ids) as c`;
  return sql`select device_id as id from (${pairs(tenant_id, wanted)}) as targeted`;
};

/** Pairs of campaign and screen; `c` and `d` name their rows in the conditions. */
export const targetPairs = (tenant_id: string, campaigns: SQL, screens?: SQL): SQL =>
  pairs(
    tenant_id,
    sql`(select c.id, c.device_ids, c.group_ids from campaigns c where c.tenant_id = ${tenant_id} and ${campaigns}) as c`,
    screens,
  );

/** Pairs of a listing that is on sale, as `campaign_id`, and a screen of it. */
export const listedPairs = (tenant_id: string): SQL =>
  pairs(
    tenant_id,
    sql`(select l.id, array_remove(array[l.device_id], null) as device_ids,
      array_remove(array[l.group_id], null) as group_ids from listings l
      where l.tenant_id = ${tenant_id} and l.state = 'published' and l.deleted_at is null) as c`,
  );

export async function pairsOf(
  { tx, tenant_id }: TransactionContext,
  campaigns: SQL,
): Promise<{ campaign_id: string; device_id: string }[]> {
  return rowsOf(await tx.execute(targetPairs(tenant_id, campaigns)));
}

/** By campaign. `seenSince`, ms: only screens that were seen after it. */
export async function countScreens(
  { tx, tenant_id }: TransactionContext,
  ids: readonly string[],
  seenSince?: number,
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const isSeen =
    seenSince === undefined ? sql`true` : sql`d.last_seen_at >= ${instant(seenSince)}::timestamptz`;
  const isOne = sql`c.id = any(${uuids(ids)})`;
  const isMeantForAll = sql`cardinality(c.device_ids) = 0 and cardinality(c.group_ids) = 0`;
  /** Those of the whole fleet are counted once and not for each campaign. */
  const rows = rowsOf<{ campaign_id: string; n: number }>(
    await tx.execute(sql`
      select campaign_id, count(*)::int as n
        from (${targetPairs(tenant_id, sql`${isOne} and not (${isMeantForAll})`, isSeen)}) as those group by 1
      union all
      select c.id, fleet.n from campaigns c,
          (select count(*)::int as n from devices d where ${isInService(tenant_id)} and ${isSeen}) as fleet
        where c.tenant_id = ${tenant_id} and ${isOne} and ${isMeantForAll}`),
  );
  return new Map(rows.map(({ campaign_id, n }) => [campaign_id, n]));
}

/** Of a column that names a screen, in SQL of its own. */
export const deviceIdInReach = (ctx: TransactionContext, device_id: SQL): SQL =>
  ctx.rule === 'own_devices'
    ? sql`${device_id} in (select o.id from devices o where o.tenant_id = ${ctx.tenant_id} and o.owner_user_id = ${ctx.user_id})`
    : sql`true`;

/** A device owner sees the campaigns that may play on his screens, once it is decided that they do. */
export function campaignInReach(ctx: TransactionContext): SQL | undefined {
  if (ctx.rule !== 'own_devices') return undefined;
  const own = targetPairs(ctx.tenant_id, sql`true`, sql`d.owner_user_id = ${ctx.user_id}`);
  return sql`campaigns.state <> all(${sql.param([...UNDECIDED])}::text[])
    and campaigns.id in (select campaign_id from (${own}) as own_pairs)`;
}
