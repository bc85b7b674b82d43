/** Which screens belong to a group. */
import { sql, type SQL } from 'drizzle-orm';
import { deviceGroups, devices } from '../../db/schema.ts';

/** Devices put into the group, or tagged with all tags of its rule. */
export const isInGroup = (group_id: string): SQL => sql`exists (
  select 1 from ${deviceGroups} g where g.id = ${group_id} and g.tenant_id = ${devices.tenant_id}
    and g.deleted_at is null and (g.id = any(${devices.group_ids}) or to_jsonb(${devices.tags}) @> (g.rule -> 'tags')))`;
