/** Which screens a campaign is meant for: all, some by name, or those of groups and of the groups below them. */
import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { instant } from '../../../shared/clock.ts';
import { BOOKED } from '../../../shared/contract/sales/campaign.ts';
import { rowsOf } from '../../db/rows.ts';
import { isInService, isLiving, ownMembers } from '../../fleet/devices/members.ts';
import type { TransactionContext } from '../../transaction/context.ts';

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

const isMeantForAll = sql`(cardinality(c.device_ids) = 0 and cardinality(c.group_ids) = 0)`;
/** `c`: rows with an id, device_ids and group_ids; naming neither means every screen. Unions, so that screens and groups are joined and not searched for each pair. */
const pairs = (tenant_id: string, c: SQL, screens = sql`true`): SQL => sql`
  with recursive ${members(tenant_id, c)}
  select c.id as campaign_id, d.id as device_id from ${c} cross join devices d
    where ${isMeantForAll} and ${isInService(tenant_id)} and ${screens}
  union all (
    select c.id, d.id from ${c} cross join unnest(c.device_ids) as named(id) join devices d on d.id = named.id
      where ${isInService(tenant_id)} and ${screens}
    union
    select c.id, d.id from ${c} cross join unnest(c.group_ids) as named(id)
        join members m on m.group_id = named.id join devices d on d.id = m.device_id
      where ${isInService(tenant_id)} and ${screens})`;

export interface Targets {
  device_ids: readonly string[];
  group_ids: readonly string[];
}
/** The screens (`id`) of targets that no campaign has yet. */
export const targetedScreens = (tenant_id: string, { device_ids, group_ids }: Targets): SQL => {
  const wanted = sql`(select null::uuid as id, ${uuids(device_ids)} as device_ids, ${uuids(group_ids)} as group_ids) as c`;
  return sql`select device_id as id from (${pairs(tenant_id, wanted)}) as targeted`;
};

/** By group: its screens in service, with those of the groups below it. */
export async function membersOf(
  { tx, tenant_id }: TransactionContext,
  group_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (group_ids.length === 0) return new Map();
  const named = sql`(select ${uuids(group_ids)} as group_ids) as c`;
  const rows = rowsOf<{ id: string; device_ids: string[] }>(
    await tx.execute(sql`
      with recursive ${members(tenant_id, named)}
      select group_id as id, array_agg(device_id) as device_ids from members group by 1`),
  );
  return new Map(rows.map(({ id, device_ids }) => [id, device_ids]));
}
/** Those of these screens in service that are targeted. */
export function targetedOf(
  screens: readonly string[],
  { device_ids, group_ids }: Targets,
  members: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  if (device_ids.length === 0 && group_ids.length === 0) return screens;
  const targeted = new Set([...device_ids, ...group_ids.flatMap(id => members.get(id) ?? [])]);
  return screens.filter(id => targeted.has(id));
}

/** In the words of the index of those that are on screens: they are found among any number of drafts. */
export const isBooked = (state: AnyPgColumn | SQL): SQL =>
  sql`${state} in (${sql.raw(BOOKED.map(one => `'${one}'`).join(', '))})`;

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
  /** Those of the whole fleet are counted once and not for each campaign. */
  const rows = rowsOf<{ campaign_id: string; n: number }>(
    await tx.execute(sql`
      select campaign_id, count(*)::int as n
        from (${targetPairs(tenant_id, sql`${isOne} and not ${isMeantForAll}`, isSeen)}) as those group by 1
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
