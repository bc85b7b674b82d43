/** What a screen has counted, recorded and answered: decisions about a campaign, people before it, alerts. */
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
    insert into play_hours (tenant_id, hour, device_id, creative_id, zone, result, plays, duration_ms, quarantined, delivered)
    select tenant_id, ${AT}::timestamptz, id, id, 'full', 'completed', 3, 30000, 0, 3 from devices`);
  await db.execute(sql`
    insert into screen_hours (tenant_id, device_id, hour, shown_ms)
    select tenant_id, id, ${AT}::timestamptz, 30000 from devices`);
  await db.execute(sql`
    insert into recorded_decisions (tenant_id, device_id, recording_id, first_n, decisions, documents)
    select tenant_id, id, id, 0, '[]', '[]' from devices`);
  await db.execute(sql`
    insert into alert_pulls (tenant_id, device_id, alert_id, version, at)
    select d.tenant_id, d.id, a.id, 1, ${AT}::timestamptz
    from devices d join alerts a on a.tenant_id = d.tenant_id`);
  await db.execute(sql`
    insert into alert_acks (tenant_id, alert_id, alert_version, device_id, state, at, taken_at)
    select d.tenant_id, a.id, 1, d.id, 'shown', ${AT}::timestamptz, ${AT}::timestamptz
    from devices d join alerts a on a.tenant_id = d.tenant_id`);
  await db.execute(sql`
    insert into alert_endings (tenant_id, sender, identifier, keep_until)
    select id, 'ops@police.example', 'A-1', ${AT}::timestamptz from tenants`);
  await db.execute(sql`
    insert into alert_documents (tenant_id, sha256, body_base64) select id, 'a1', 'PGFsZXJ0Lz4=' from tenants
    on conflict do nothing`);
  await db.execute(sql`update alerts set raw_sha256 = 'a1'`);
}
