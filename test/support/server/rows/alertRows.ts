/** Alerts in each state, feeds, codes, and a partner with its key. */
import {
  alertDocuments,
  alertFeeds,
  alertGeocodes,
  alerts,
  alertSets,
  policeClients,
  policeKeys,
} from '../../../../server/db/schema.ts';
import { makeKey } from '../../../../server/alerts/police/keyFormat.ts';
import { uuid7 } from '../../../../shared/random.ts';
import type { TestServer } from '../server.ts';

const HOUR_MS = 3_600_000;
const EVERYWHERE = {
  ...{ mode: 'all' as const, areas: [], geocodes: [], device_ids: [], tags: [], exclude_device_ids: [] },
  buffer_m: 0,
};
export const AROUND = { shape: 'circle' as const, lat: 38.72, lng: -9.14, radius_m: 5_000 };
const ORIGINAL = { sha256: 'a1'.repeat(32), size: 8, body_base64: 'PGFsZXJ0Lz4=' };
const HEADLINE = { headline: 'Flood by the river', description: '', instruction: '', sender_name: '' };

export async function addAlertRows({ db, server }: Pick<TestServer, 'db' | 'server'>, tenant_id: string) {
  const now = server.clock.now();
  const gone = { deleted_at: new Date(now) };
  const alert = (more: Partial<typeof alerts.$inferInsert> = {}) => {
    const id = uuid7(now);
    return {
      ...{ id, tenant_id, root_id: id, status: 'Actual' as const, priority: 1 as const, event: 'Flood' },
      ...{ category: ['Met' as const], urgency: 'Immediate' as const, severity: 'Severe' as const },
      ...{ certainty: 'Observed' as const, response_types: [], texts: { en: HEADLINE } },
      ...{ template: 'takeover' as const, sound: true, ttl_s: 3_600, target: EVERYWHERE },
      ...more,
    };
  };
  const rows = {
    draft: alert(),
    deleted: alert(gone),
    pending: alert({ state: 'pending_approval' }),
    active: alert({
      ...{ state: 'active', set_version: 1, effective_at: new Date(now), published_at: new Date(now) },
      expires_at: new Date(now + 24 * HOUR_MS),
      raw_sha256: ORIGINAL.sha256,
    }),
    over: alert({ state: 'cancelled' }),
  };
  await db
    .insert(alertDocuments)
    .values({ tenant_id, ...ORIGINAL })
    .onConflictDoNothing();
  await db.insert(alerts).values(Object.values(rows));
  await db.insert(alertSets).values({ tenant_id, version: 1 }).onConflictDoNothing();
  const feed = (more: Partial<typeof alertFeeds.$inferInsert> = {}) => ({
    ...{ id: uuid7(now), tenant_id, name: 'Weather service', url: 'https://alerts.example/feed.atom' },
    ...{ kind: 'atom' as const, poll_s: 300, auto_publish: false, max_priority: 2 as const },
    ...{ due_at: new Date(now + 24 * HOUR_MS), ...more },
  });
  const feeds = { feed: feed(), pausedFeed: feed({ state: 'paused' }), deletedFeed: feed(gone) };
  await db.insert(alertFeeds).values(Object.values(feeds));
  const code = (value: string, more: object = {}) => ({
    ...{ id: uuid7(now), tenant_id, scheme: 'SAME', value, name: 'Riverside', areas: [AROUND], tags: [] },
    ...more,
  });
  const codes = { code: code('006037'), deletedCode: code('006038', gone) };
  await db.insert(alertGeocodes).values(Object.values(codes));
  const client = (more: Partial<typeof policeClients.$inferInsert> = {}) => ({
    ...{ id: uuid7(now), tenant_id, agency: 'City police', contact: 'ops@police.example' },
    ...{ jurisdiction: { areas: [AROUND], geocodes: [] }, max_priority: 1 as const },
    ...more,
  });
  const clients = {
    client: client(),
    suspendedClient: client({ state: 'suspended' }),
    deletedClient: client(gone),
    idleClient: client(),
  };
  await db.insert(policeClients).values(Object.values(clients));
  const { key: _key, ...made } = makeKey('live');
  const key = {
    ...{ ...made, id: uuid7(now), tenant_id, client_id: clients.client.id, label: 'Control room' },
    ...{ env: 'live' as const, scopes: ['alerts:create' as const], rate_per_min: 30 },
    expires_at: new Date(now + 200 * 24 * HOUR_MS),
  };
  await db.insert(policeKeys).values(key);
  const ids = <R extends Record<string, { id: string }>>(of: R) =>
    Object.fromEntries(Object.entries(of).map(([name, { id }]) => [name, id])) as Record<keyof R, string>;
  return { ...ids(rows), ...ids(feeds), ...ids(codes), ...ids(clients), key: key.id };
}
export type AlertRows = Awaited<ReturnType<typeof addAlertRows>>;
