/** An hour of each screen in which people were counted. */
import { sql } from 'drizzle-orm';
import type { TestServer } from '../server.ts';

const AT = '2026-01-05T08:00:00.000Z';

export const addCounts = (db: TestServer['db']) =>
  db.execute(sql`
    insert into audience_counts (tenant_id, device_id, hour, people, groups, kept_until)
    select tenant_id, id, ${AT}::timestamptz, 40, '[]'::jsonb, ${AT}::timestamptz from devices`);
