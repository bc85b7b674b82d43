/**
 * A month of a fleet through the real ingest, with roll-ups, roots and retention as they come: what the database holds
 * then is what docs/scale.md computes beforehand. At length it is the part `month`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendPlays } from '../../../shared/contract/proof/play.ts';
import type { retentionClocks } from '../../../shared/contract/trust/retention.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { sweep } from '../../../server/app/sweep.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { mediaAssets } from '../../../server/db/schema.ts';
import type { Identity } from '../../../server/demo/vehicles/client.ts';
import { createRecords, type Records, type Showing } from '../../../server/demo/vehicles/records.ts';
import { signedHeaders } from '../../../server/demo/vehicles/signing.ts';
import { rollUpPlays } from '../../../server/proof/analytics/rollUp.ts';
import { makeRoots } from '../../../server/proof/verify/roots.ts';
import { manualClock } from '../../support/clock.ts';
import { isAtLength } from '../../support/dailyShare.ts';
import { addScreens } from '../../support/server/fleetLoad/screens.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

const DAY_MS = 86_400_000;
/** Longer than what is kept for thirty days. */
const DAYS = 35;
const SCREENS = Number(process.env['MONTH_SCREENS'] ?? (isAtLength ? 12 : 2));
const PLAYS_A_DAY = Number(process.env['MONTH_PLAYS'] ?? (isAtLength ? 180 : 20));
/** A drive of three hours. */
const DRIVE_MS = 3 * 3_600_000;
const ITEM_MS = 10_000;
const WRITES_A_DAY = 20;
const ORIGIN = 'http://localhost';

/** Bytes, as docs/scale.md has them for whoever buys a disk. */
function bytesOf(what: string): number {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/scale.md'), 'utf8');
  const [, bytes = ''] = new RegExp(`^\\| ${what} +\\| ([\\d,]+) `, 'm').exec(page) ?? [];
  return Number(bytes.replaceAll(',', ''));
}

describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('a month', () => {
  /** The keys of the screens are made by the database's clock. */
  const clock = manualClock(Date.now());
  let t: TestServer;
  let item: Showing['item'];
  const ledgers: { screen: Identity; records: Records }[] = [];
  const fail = (error: unknown) => {
    throw error;
  };
  beforeAll(async () => {
    t = await startTestServer({ clock });
    const screens = await addScreens(t, SCREENS);
    const creative = await addCreative(t, t.admin);
    const [asset] = await t.db.select().from(mediaAssets);
    item = {
      ...{ id: creative.id, creative_id: creative.id, kind: 'image', name: 'Picture' },
      ...{ duration_ms: ITEM_MS, fit: null, transition: 'none' },
      asset: { sha256: asset!.sha256, bytes: 1, mime: 'image/jpeg', chunk_bytes: 1, chunks_sha256: '' },
    };
    ledgers.push(
      ...screens.map(screen => ({ screen, records: createRecords(screen, '0.1.0', clock.now()) })),
    );
  });
  afterAll(() => t.close());

  async function drive({ screen, records }: (typeof ledgers)[number]): Promise<void> {
    const began = clock.now();
    records.boot(began);
    const played = [];
    for (let n = 0; n < PLAYS_A_DAY; n++)
      played.push(
        await records.add({
          ...{ item, loop: null, zone: 'full', manifest_version: 1, isOnline: true, shown_ms: ITEM_MS },
          start: began + n * (DRIVE_MS / PLAYS_A_DAY),
        }),
      );
    clock.jump(DRIVE_MS);
    const body = JSON.stringify(records.batch(played));
    const target = sendPlays.path;
    const signed = signedHeaders(
      screen.key,
      { method: 'POST', target, body },
      { id: screen.device_id, ms: clock.now(), origin: ORIGIN },
    );
    const headers = { ...signed, host: 'localhost', 'content-type': 'application/json' };
    const answer = await t.app.inject({ method: 'POST', url: target, headers, payload: body });
    expect([answer.statusCode, answer.body.includes('"accepted"')]).toEqual([200, true]);
    clock.jump(-DRIVE_MS);
  }
  /** People work, and browsers report what failed. */
  async function work(day: number): Promise<void> {
    for (let n = 0; n < WRITES_A_DAY; n++)
      await call(t, t.admin, 'POST', '/api/locations', {
        payload: { name: `Stop ${day} ${n}`, lat: 38.7, lng: -9.1, radius_m: 100, tz: 'Europe/Lisbon' },
      });
  }
  const size = async () =>
    Number(
      rowsOf<{ n: string }>(await t.db.execute(sql`select pg_database_size(current_database()) as n`))[0]?.n,
    );

  it('leaves what docs/scale.md computes, and nothing that outlives its time', async () => {
    const before = await size();
    for (let day = 0; day < DAYS; day++) {
      for (const ledger of ledgers) await drive(ledger);
      clock.jump(DRIVE_MS);
      t.admin = await t.signIn('admin');
      await work(day);
      await t.runJobs();
      clock.jump(DAY_MS - DRIVE_MS);
      await rollUpPlays(t.server, fail);
      await makeRoots(t.server, fail);
      await sweep(t.server, fail);
    }
    t.admin = await t.signIn('admin');
    const { items } = (await call(t, t.admin, 'GET', '/api/compliance/retention')).json<
      Answer<typeof retentionClocks>
    >();
    expect(items.filter(({ due }) => due > 0)).toEqual([]);
    const [counted] = rowsOf<{ plays: number }>(
      await t.db.execute(sql`select count(*)::int as plays from plays`),
    );
    expect(counted?.plays).toBe(SCREENS * PLAYS_A_DAY * DAYS);
    const grown = (await size()) - before;
    const computed =
      SCREENS * PLAYS_A_DAY * DAYS * bytesOf('a play') +
      WRITES_A_DAY * DAYS * bytesOf('a change by a person');
    const figures = { screens: SCREENS, days: DAYS, plays: counted?.plays, grown, computed };
    process.stdout.write(`figures ${JSON.stringify(figures)}\n`);
    if (isAtLength) expect(Math.abs(grown / computed - 1)).toBeLessThan(0.1);
  }, 900_000);
});
