/** Who belongs to a group: the screens put in by hand, and those that carry every tag of its rule. */
import { sql, type SQL } from 'drizzle-orm';
import { deviceGroups, devices } from '../../db/schema.ts';
import { UNDECIDED } from '../../../shared/contract/sales/campaign.ts';
import type { TransactionContext } from '../../transaction/context.ts';

/** Of one group, as a condition on `devices`. */
export const isInGroup = (group_id: string): SQL => sql`exists (
  select 1 from ${deviceGroups} g where g.id = ${group_id} and g.tenant_id = ${devices.tenant_id}
    and g.deleted_at is null and (g.id = any(${devices.group_ids}) or to_jsonb(${devices.tags}) @> (g.rule -> 'tags')))`;

/**
 * Of many: `own_members(group_id, device_id)` for a `with`: of groups `g` and screens `d` that fit the conditions, without the groups
 * below. Rules are matched by equal tags, which can be hashed; who is in a group both ways is in it once.
 */
export const ownMembers = (groups: SQL, screens: SQL): SQL => sql`
  wanted as (
    select distinct g.id, tag from device_groups g
      cross join jsonb_array_elements_text(g.rule -> 'tags') as tag
    where g.rule is not null and ${groups}),
  needed as (select id, count(*) as tags from wanted group by id),
  tagged as (
    select distinct d.id as device_id, tag from devices d cross join unnest(d.tags) as tag where ${screens}),
  own_members(group_id, device_id) as (
    select g.id, d.id from devices d cross join unnest(d.group_ids) as put_in(id)
      join device_groups g on g.id = put_in.id and ${groups}
    where ${screens}
    union
    select wanted.id, tagged.device_id from wanted
      join tagged on tagged.tag = wanted.tag join needed on needed.id = wanted.id
    group by wanted.id, tagged.device_id, needed.tags having count(*) = needed.tags)`;

export const isInService = (tenant_id: string) =>
  sql`d.tenant_id = ${tenant_id} and d.state not in ('retired', 'unpaired')`;
export const isLiving = (tenant_id: string) => sql`g.tenant_id = ${tenant_id} and g.deleted_at is null`;

/**
 * A device owner sees the campaigns that may play on his screens, once it is decided that they do. His screens and the
 * groups above them are few and found once; each campaign is only compared with them.
 */
export function campaignInReach({ rule, tenant_id, user_id }: TransactionContext): SQL | undefined {
  if (rule !== 'own_devices') return undefined;
  const isOwn = sql`${isInService(tenant_id)} and d.owner_user_id = ${user_id}`;
  const own = sql`(select array_agg(d.id) from devices d where ${isOwn})`;
  const groups = sql`(
    with recursive ${ownMembers(isLiving(tenant_id), isOwn)}, above(id) as (
      select group_id from own_members
      union
      select g.id from above join device_groups child on child.id = above.id
        join device_groups g on g.id = child.parent_id and ${isLiving(tenant_id)})
    select array_agg(id) from above)`;
  return sql`campaigns.state <> all(${sql.param([...UNDECIDED])}::text[]) and (
    (cardinality(campaigns.device_ids) = 0 and cardinality(campaigns.group_ids) = 0 and ${own} is not null)
    or campaigns.device_ids && ${own} or campaigns.group_ids && ${groups})`;
}
