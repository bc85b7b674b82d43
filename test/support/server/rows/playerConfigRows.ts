/** Configurations of players as a tenant has them: a draft that may be published, after two that were. */
import { CONFIG_PAGES, type ConfigPageName } from '../../../../shared/contract/playout/playerConfig.ts';
import { DEFAULT_WEIGHTS } from '../../../../shared/contract/playout/playerValues.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { eq } from 'drizzle-orm';
import { codeOf } from '../../../../shared/playout/codes.ts';
import {
  creatives,
  playerConfigs,
  playerConfigVersions,
  qrRules,
  qrScans,
  weatherRules,
} from '../../../../server/db/schema.ts';
import type { TestServer } from '../server.ts';

/** A change of each page that may be published. */
export const CONFIG_CHANGES: Record<ConfigPageName, Record<string, unknown>> = {
  weights: { ...DEFAULT_WEIGHTS, ads: 40, house: 20 },
  pacing: { loop_s: 300 },
  'age-gender': {
    ...{ mode: 'count_only', k_min: 20, retention_d: 3 },
    ...{ legal_basis: 'Art. 6 (1) f', dpia_ref: 'DPIA 7', notice: { en: 'We count.', zh: '仅计数。' } },
  },
};

async function addConfigs(test: Pick<TestServer, 'db' | 'server'>, tenant_id: string): Promise<void> {
  const now = test.server.clock.now();
  for (const page of CONFIG_PAGES) {
    const id = uuid7(now);
    const draft = CONFIG_CHANGES[page];
    await test.db.insert(playerConfigs).values({
      ...{ id, tenant_id, page, scope: 'tenant', scope_id: tenant_id, draft },
      ...{ published: {}, published_version: 2, version: 3 },
    });
    await test.db.insert(playerConfigVersions).values(
      [1, 2].map(number => ({
        ...{ tenant_id, config_id: id, number, previous: number === 1 ? null : 1, values: {} },
        published_at: new Date(now),
      })),
    );
  }
}

export const QR_RULE = {
  ...{ name: 'Corner', kinds: [], dayparts: [], place: 'top_left' as const, size_pct: 20, min_show_s: 5 },
  ...{
    url_template: 'https://example.org/?c={code}',
    utm_source: 'wayside',
    utm_medium: '',
    utm_campaign: '',
  },
} as const;

export const WEATHER_RULE = {
  ...({ name: 'News in rain', condition: 'rain', threshold: null, action: 'boost', boost: 2 } as const),
  ...{ sources: ['news'], campaign_ids: [], group_ids: [], stale_limit_min: 60 },
};
/** A rule in each state. */
async function addWeatherRules({ db, server }: Pick<TestServer, 'db' | 'server'>, tenant_id: string) {
  const now = server.clock.now();
  type Row = typeof weatherRules.$inferInsert;
  const row = (rank: number, more: Partial<Row> = {}): Row & { id: string } => ({
    ...WEATHER_RULE,
    ...{ sources: ['news'], campaign_ids: [], group_ids: [], id: uuid7(now), tenant_id, rank },
    ...more,
  });
  const rows = {
    active: row(1),
    paused: row(2, { status: 'paused' }),
    deleted: row(3, { deleted_at: new Date(now) }),
  };
  await db.insert(weatherRules).values(Object.values(rows));
  return { active: rows.active.id, paused: rows.paused.id, deleted: rows.deleted.id };
}

interface QrRows {
  screen: { id: string };
  /** Gets an address where its code leads. */
  creative: { id: string };
}
/** A rule in each state, and a code that was scanned. */
async function addQrRules(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  tenant_id: string,
  { screen: { id: device_id }, creative: { id: creative_id } }: QrRows,
) {
  const now = server.clock.now();
  type Row = typeof qrRules.$inferInsert;
  const row = (number: number, more: Partial<Row> = {}): Row & { id: string } => ({
    ...QR_RULE,
    ...{ kinds: [], dayparts: [], id: uuid7(now), tenant_id, number, rank: number },
    ...more,
  });
  const rows = {
    active: row(1),
    paused: row(2, { status: 'paused' }),
    deleted: row(3, { deleted_at: new Date(now) }),
  };
  await db.insert(qrRules).values(Object.values(rows));
  await db.update(creatives).set({ qr_target: 'https://example.org/' }).where(eq(creatives.id, creative_id));
  const scan = { tenant_id, device_id, creative_id, rule_id: rows.active.id };
  await db.insert(qrScans).values({ ...scan, hour: new Date(0), count: 1 });
  return {
    ...{ active: rows.active.id, paused: rows.paused.id, deleted: rows.deleted.id },
    code: codeOf({ device_id, creative_id, number: 1 }),
  };
}

export async function addPlayerConfig(
  test: Pick<TestServer, 'db' | 'server'>,
  tenant_id: string,
  shown: QrRows,
) {
  await addConfigs(test, tenant_id);
  const weather = await addWeatherRules(test, tenant_id);
  return { qr: await addQrRules(test, tenant_id, shown), weather };
}
