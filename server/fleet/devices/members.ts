/** Who belongs to a group: the screens put in by hand, and those that carry every tag of its rule. */
import { sql, type SQL } from 'drizzle-orm';
import { deviceGroups, devices } from '../../db/schema.ts';

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
