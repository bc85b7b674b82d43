/** Numbers at the ends of what a record may hold: none keeps the others of its batch from being stored. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lastOfZones } from '../../../../server/proof/store.ts';
import { lookedBack, MOST_LOOKED_THROUGH } from '../../../../server/proof/timeline/adjacent.ts';
import { plays } from '../../../../server/db/schema.ts';
import { rowsOf } from '../../../../server/db/rows.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import type { PlayRecord } from '../../../../shared/contract/proof/play.ts';
import { uuid7 } from '../../../../shared/random.ts';
import {
  makeScreen,
  type Ledger,
  type PlayFields,
  type Screen,
  type Verdicts,
} from '../../../support/device.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
let test: TestServer;
let creative: { id: string; sha256: string };
let screen: Screen;
let ledger: Ledger;
beforeAll(async () => {
  test = await startTestServer();
  const { id, asset } = await addCreative(test, test.admin);
  creative = { id, sha256: asset.sha256 };
});
beforeEach(async () => {
  screen = makeScreen(test);
  await screen.pair(test.admin);
  ledger = screen.ledger();
});
afterAll(() => test.close());

const send = async (records: PlayRecord[]) => {
  const answer = await screen.send(records);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Verdicts>().verdicts.map(({ verdict }) => verdict);
};
const stored = () => test.db.select().from(plays).where(eq(plays.device_id, screen.id)).orderBy(plays.seq);
const clock = (more: Partial<PlayRecord['clock']> = {}): PlayRecord['clock'] => ({
  ...{ offset_ms: 0, uncertainty_ms: 20, source: 'server', synced_at_mono: 0, quality: 'A' },
  ...more,
});

describe('a record is stored beside the others of its batch', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const ends: [what: string, fields: (now: number) => PlayFields][] = [
    ['whose clock was set by a month', now => ({ started_wall_ms: now + 30 * DAY_MS, clock: clock() })],
    ['synced before all time', () => ({ clock: clock({ synced_at_mono: -1e308 }) })],
    ['that is unsure by more than all time', () => ({ clock: clock({ uncertainty_ms: 1e308 }) })],
    ['unsure by less than nothing', () => ({ clock: clock({ uncertainty_ms: -1e308 }) })],
    ['at the end of numbers', () => ({ started_wall_ms: 1e308, clock: clock() })],
    ['at their other end', () => ({ started_wall_ms: -1e308, clock: clock() })],
    ['beyond their end', () => ({ started_wall_ms: 1e308, clock: clock({ offset_ms: 1e308 }) })],
    ['that lasted for all time', () => ({ duration_ms: 1e308, expected_ms: most, ended_mono_ms: 1e308 })],
    [
      'shorter than can be written',
      () => ({ duration_ms: 5e-324, visible_share: 5e-324, completion: 5e-324 }),
    ],
    ['started at the end of monotonic time', () => ({ started_mono_ms: 1e308, ended_mono_ms: -1e308 })],
    ['with the highest of all whole numbers', () => ({ manifest_version: most, playlist_version: most })],
    ['with frames without number', () => ({ frames: { rendered: most, dropped: most } })],
    ['taken over from the last of all numbers', () => ({ previous_key: { epoch: uuid7(1), seq: most } })],
  ];
  it.each(ends)('%s', async (_what, fields) => {
    const before = await ledger.play(creative, { clock: clock() });
    const odd = await ledger.play(creative, fields(Date.now()));
    const after = await ledger.play(creative, { clock: clock() });
    expect(await send([before, odd, after])).toHaveLength(3);
    const rows = await stored();
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    for (const { uncertainty_ms } of rows) expect(uncertainty_ms).toBeLessThanOrEqual(DAY_MS);
  });

  it.each(ends)('%s, and is read beside a play of unknown time', async (_what, fields) => {
    await send([await ledger.play(creative, fields(Date.now()))]);
    const unsure = clock({ source: 'none', synced_at_mono: null, uncertainty_ms: DAY_MS, quality: 'D' });
    const between = await ledger.play(creative, { clock: unsure });
    const odd = await ledger.play(creative, fields(Date.now()));
    await send([odd]);
    expect(await send([between])).toHaveLength(1);
    expect(await stored()).toHaveLength(3);
  });

  it('under the last of all numbers', async () => {
    const last = await ledger.play(creative, { seq: most });
    expect(await send([await screen.ledger().play(creative), last])).toHaveLength(2);
    expect((await stored()).map(({ seq }) => seq)).toEqual([1, most]);
  });

  it('of a batch that is all of these', async () => {
    const records: PlayRecord[] = [];
    for (const [, fields] of ends) records.push(await ledger.play(creative, fields(Date.now())));
    expect(await send(records)).toHaveLength(ends.length);
    expect(await stored()).toHaveLength(ends.length);
  });
});

it('a screen that slept is never sure again before it hears the server, in one batch or in several', async () => {
  const at = (n: number, slept: number, more: Partial<PlayRecord['clock']> = {}): PlayFields => ({
    ...{ started_wall_ms: start + n * 10_000 + slept, clock: clock(more) },
  });
  const start = Date.now() - 12 * HOUR_MS;
  const awake = await ledger.play(creative, at(0, 0));
  const slept: PlayRecord[] = [];
  for (const n of [1, 2, 3]) slept.push(await ledger.play(creative, at(n, 8 * HOUR_MS)));
  const resynced = await ledger.play(creative, at(4, 8 * HOUR_MS, { synced_at_mono: 39_000 }));
  await send([awake, ...slept.slice(0, 2)]);
  await send([slept[2]!]);
  await send([resynced]);
  const rows = await stored();
  expect(rows.map(row => row.clock_grade).join('')).toBe('ACCCA');
  for (const { uncertainty_ms } of rows.slice(1, 4)) expect(uncertainty_ms).toBe(8 * HOUR_MS);
});

/** Of plays by this connection, those that a filter then left out among them. */
async function rowsRead(tx: TestServer['db']): Promise<number> {
  const [row] = rowsOf<{ read: number }>(
    await tx.execute(sql`
      select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::float8 as read
      from pg_stat_xact_user_tables where relname = 'plays'`),
  );
  return row?.read ?? 0;
}

it('S8 of a parted screen few rows are read, whatever ledgers a batch names, and the last of each zone is found', async () => {
  const epochs = Array.from({ length: 30 }, (_one, n) => uuid7(n + 2));
  /** In each of them the side goes on for long beside one play of the main zone. */
  await test.db.execute(sql`
    insert into plays (play_id, tenant_id, device_id, epoch, seq, creative_id, result, state, started_at, duration_ms,
      expected_ms, completion, visible_share, record_hash, record, batch_id)
    select gen_random_uuid(), ${test.tenant_id}, ${screen.id}, k.epoch, n, ${creative.id}, 'completed', 'accepted', now(), 1,
      1, 1, 1, '', jsonb_build_object('zone', case when n = 400 then 'main' else 'side' end), k.epoch
    from unnest(${sql.param(epochs)}::uuid[]) as k(epoch), generate_series(1, 600) n`);
  await test.db.execute(sql`analyze plays`);
  const read = (named: readonly string[]) =>
    inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, async ctx => {
      const stretches = lookedBack(named.map(epoch => ({ epoch, seq: 601, zone: 'main' })));
      const before = await rowsRead(ctx.tx);
      const found = await lastOfZones(ctx, screen.id, stretches);
      return { found, rows: (await rowsRead(ctx.tx)) - before };
    });
  const few = await read(epochs.slice(0, 2));
  expect([...few.found.values()].map(({ seq, zone }) => [seq, zone])).toEqual([
    [400, 'main'],
    [400, 'main'],
  ]);
  const many = await read(epochs);
  expect(many.rows).toBeGreaterThan(0);
  expect(many.rows).toBeLessThanOrEqual(MOST_LOOKED_THROUGH);
});
