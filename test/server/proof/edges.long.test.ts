/** Plays at the edges: days without midnight, names that two tables hold, more gaps than fit, and the ends of time. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IntegrityDay } from '../../../shared/contract/proof/integrity.ts';
import type { Play } from '../../../shared/contract/proof/play.ts';
import { uuid7 } from '../../../shared/random.ts';
import { devices, playRoots, plays, tenants } from '../../../server/db/schema.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { integrityOf } from '../../../server/proof/verify/integrity.ts';
import { makeRoots } from '../../../server/proof/verify/roots.ts';
import { inTenant } from '../../../server/transaction/context.ts';
import { manualClock } from '../../support/clock.ts';
import { BODIES } from '../../support/server/content/items.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';
import { insertPlayRows, type PlayRow } from './analyticsPlays.ts';

const DAY_MS = 86_400_000;
const clock = manualClock(Date.UTC(2026, 2, 31, 12));
const screen = uuid7(clock.now());
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
  await test.db.insert(devices).values({ id: screen, tenant_id: test.tenant_id, name: 'Cab 7' });
});
afterAll(() => test.close());

const play = (started: number, creative_id: string): PlayRow => ({
  ...{ device_id: screen, creative_id, campaign_id: null, zone: 'full', result: 'completed' },
  ...{ state: 'accepted', started, received: clock.now(), duration_ms: 10_000, fix: null },
});
const get = (path: string) => call(test, test.admin, 'GET', path);

it.each([
  ['Atlantic/Azores', '2026-03-29', Date.UTC(2026, 2, 29, 0, 10)],
  ['America/Havana', '2026-03-08', Date.UTC(2026, 2, 8, 4, 30)],
])('a play just before the midnight that clocks of %s skip has its root', async (tz, day, started) => {
  await test.db.delete(plays);
  await test.db.delete(playRoots);
  await test.db.update(tenants).set({ tz }).where(eq(tenants.id, test.tenant_id));
  await insertPlayRows(test, test.tenant_id, [
    play(started, uuid7(clock.now())),
    play(started + 3_600_000, screen),
  ]);
  await makeRoots(test.server);
  const made = await test.db.select({ document: playRoots.document }).from(playRoots);
  const counts = made.map(({ document }) => [document.day, document.plays]);
  expect(counts.reduce((sum, [, n]) => sum + Number(n), 0)).toBe(2);
  expect(counts.at(-1)?.[0]).toBe(day);
  await test.db.update(tenants).set({ tz: 'UTC' }).where(eq(tenants.id, test.tenant_id));
});

describe('the list by creative', () => {
  it('has every play once over all pages, those of local content among them', async () => {
    await test.db.delete(plays);
    const { id: creative } = await addCreative(test, test.admin);
    const made = await call(test, test.admin, 'POST', '/api/content-items', { payload: BODIES.jobs });
    expect(made.statusCode, made.body).toBe(200);
    const { id: item } = made.json<{ id: string }>();
    const rows = Array.from({ length: 15 }, (_, n) =>
      play(clock.now() - DAY_MS + n * 20_000, n % 2 === 0 ? creative : item),
    );
    await insertPlayRows(test, test.tenant_id, rows);
    for (const sort of ['creative_name', '-creative_name']) {
      const seen: Play[] = [];
      for (let cursor: string | null = ''; cursor !== null && seen.length < 50;) {
        const answer = await get(
          `/api/programmatic/plays?limit=4&sort=${sort}${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        const page = answer.json<{ items: Play[]; next_cursor: string | null }>();
        seen.push(...page.items);
        cursor = page.next_cursor;
      }
      expect([sort, seen.length, new Set(seen.map(({ id }) => id)).size]).toEqual([sort, 15, 15]);
      expect(new Set(seen.map(one => one.creative_name)).size).toBe(2);
    }
  });
});

it('a day with more gaps than are named hides none of the next day', async () => {
  await test.db.delete(plays);
  const first = Date.UTC(2026, 2, 20, 1);
  const rows = Array.from({ length: 400 }, (_, n) => play(first + n * 20_000, screen));
  rows.push(play(first + DAY_MS, screen), play(first + DAY_MS + 20_000, screen));
  await insertPlayRows(test, test.tenant_id, rows);
  const stored = await test.db.select({ id: plays.play_id }).from(plays).orderBy(plays.seq);
  for (const [nth, { id }] of stored.entries())
    if (nth % 2 === 1 && nth !== 401) await test.db.delete(plays).where(eq(plays.play_id, id));
  const answer = await get(`/api/programmatic/plays/integrity?device_id=${screen}&day=2026-03-20&days=3`);
  const { days } = answer.json<{ days: IntegrityDay[] }>();
  expect(days.map(({ gaps, missing }) => [gaps > 100, missing.length])).toEqual([
    [true, 100],
    [false, 1],
    [false, 0],
  ]);
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

it('a ledger is read a few times for its gaps and not once for each record, before the database counted its rows too', async () => {
  await test.db.delete(plays);
  const count = 1_000;
  const begin = Date.UTC(2026, 2, 20, 1);
  await insertPlayRows(
    test,
    test.tenant_id,
    Array.from({ length: count }, (_, n) => play(begin + n * 20_000, screen)),
  );
  const [days, reads] = await inTenant(
    test.server,
    { tenant_id: test.tenant_id, user_id: null },
    async ctx => {
      const before = await rowsRead(ctx.tx);
      const answer = await integrityOf(ctx, { device_id: screen, day: '2026-03-20', days: 1 });
      return [answer.days, (await rowsRead(ctx.tx)) - before] as const;
    },
  );
  expect(days.map(({ records }) => records)).toEqual([count]);
  expect(reads).toBeGreaterThanOrEqual(count);
  expect(reads).toBeLessThan(10 * count);
});

it.each([
  '/api/analytics/overview?from=0001-01-01T00:00:00.000Z&to=0001-01-02T00:00:00.000Z',
  '/api/analytics/map?to=9999-12-31T23:59:59.999Z',
  '/api/programmatic/plays/summary?group_by=day&from=9999-12-30T00:00:00.000Z&to=9999-12-31T23:59:59.999Z',
  `/api/programmatic/plays/integrity?device_id=${screen}&day=9999-12-31`,
  `/api/programmatic/plays/integrity?device_id=${screen}&day=0001-01-01`,
])('%s is refused and names the field', async path => {
  const answer = await get(path);
  expect(answer.statusCode, answer.body).toBe(400);
  const fields = Object.keys(answer.json<{ details: object }>().details);
  expect(fields).not.toEqual([]);
  expect(fields.filter(name => !['from', 'to', 'day'].includes(name))).toEqual([]);
});
