/** What a screen has counted and recorded: of its decisions about a campaign, and of people before it. */
import { sql } from 'drizzle-orm';
import type { Screen } from '../../device.ts';
import type { TestServer } from '../server.ts';

const AT = '2026-01-05T08:00:00.000Z';

export async function addCounts(
  { db }: Pick<TestServer, 'db'>,
  { screen, campaigns }: { screen: Pick<Screen, 'call'>; campaigns: { draft: string; live: string } },
): Promise<void> {
  await screen.call('POST', '/api/player/decisions', {
    ...{ period_id: campaigns.draft, from: AT, to: AT },
    counts: [{ campaign_id: campaigns.live, reason: 'daypart', n: 3 }],
  });
  await db.execute(sql`
    insert into audience_counts (tenant_id, device_id, hour, people, groups, kept_until)
    select tenant_id, id, ${AT}::timestamptz, 40, '[]'::jsonb, ${AT}::timestamptz from devices`);
  await db.execute(sql`
    insert into recorded_decisions (tenant_id, device_id, recording_id, first_n, decisions, documents)
    select tenant_id, id, id, 0, '[]', '[]' from devices`);
}
