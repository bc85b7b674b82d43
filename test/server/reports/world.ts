/** A server with one screen, whose plays the tests make, and no reports. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { uuid7 } from '../../../shared/random.ts';
import { devices } from '../../../server/db/schema.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestServer, type TestServerOptions } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';
import type { PlayRow } from '../proof/analyticsPlays.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const START = Date.UTC(2026, 9, 23, 8);

export const never = (error: unknown) =>
  expect.unreachable(error instanceof Error ? error.message : JSON.stringify(error));

export async function makeReportWorld(options: TestServerOptions = {}) {
  const clock = manualClock(START);
  const test = await startTestServer({ clock, ...options });
  const screen = uuid7(START);
  await test.db.insert(devices).values({
    ...{ id: screen, tenant_id: test.tenant_id, name: '=HYPERLINK("http://evil.example")' },
    ...{ state: 'active', last_seen_at: new Date(START - 2 * HOUR_MS) },
  });
  const { id: creative } = await addCreative(test, test.admin);
  return {
    ...{ test, clock, creative },
    play: (agoMs: number, more: Partial<PlayRow> = {}): PlayRow => ({
      ...{ device_id: screen, creative_id: creative, campaign_id: null, zone: 'full', result: 'completed' },
      ...{ state: 'accepted', started: clock.now() - agoMs, received: clock.now() },
      ...{ duration_ms: 10_000, fix: null },
      ...more,
    }),
    async pass(ms: number) {
      clock.jump(ms);
      test.admin = await test.signIn('admin');
    },
    files: () => readdir(join(test.server.config.dataDir, 'reports')).catch((): string[] => []),
    async clear() {
      for (const table of ['plays', 'report_runs', 'report_definitions', 'rate_counters'])
        await test.db.execute(sql`delete from ${sql.identifier(table)}`);
      test.admin = await test.signIn('admin');
    },
  };
}
export type ReportWorld = Awaited<ReturnType<typeof makeReportWorld>>;
