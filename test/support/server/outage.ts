/** Writers at work while the server's PostgreSQL goes away and comes back, and what must hold of their answers. */
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { rowsOf } from '../../../server/db/rows.ts';
import { locations } from '../../../server/db/schema.ts';
import { asOwner } from '../cluster.ts';
import { startTestServer } from './server.ts';
import { tcpLink } from './tcpLink.ts';

const WRITERS = 4;
/** Every call is answered within this time, whatever the database does. */
const ANSWER_MS = 3_000;
const RECOVERY_MS = 15_000;
/** The pool and the listener. */
const CONNECTIONS = 11;
/** So that the rows are told from others. */
const RADIUS_M = 101;
export const wait = (ms: number) => new Promise(done => setTimeout(done, ms));

/** `cluster`: another one than that of the run. */
export async function outageWorld(cluster?: string) {
  let direct = '';
  let link!: Awaited<ReturnType<typeof tcpLink>>;
  const t = await startTestServer({
    ...(cluster === undefined ? {} : { cluster }),
    databaseAt: async url => {
      direct = url;
      link = await tcpLink(url);
      return link.url;
    },
  });
  const notices: string[] = [];
  let missed = 0;
  await t.server.listen('outage_test', {
    heard: text => void notices.push(text),
    missed: () => void missed++,
  });

  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  let writes = 0;
  let longest = 0;
  async function write(): Promise<void> {
    const name = `Place ${writes++}`;
    const began = performance.now();
    const { statusCode, headers, body } = await t.app.inject({
      method: 'POST',
      url: '/api/locations',
      headers: t.admin.headers,
      payload: { name, address: '', lat: 1, lng: 2, radius_m: RADIUS_M, tz: 'UTC', external_id: null },
    });
    longest = Math.max(longest, performance.now() - began);
    statuses.add(statusCode);
    if (statusCode === 200) return void acknowledged.push(name);
    if (statusCode !== 503 || !(Number(headers['retry-after']) > 0)) throw new Error(body);
    await wait(20);
  }

  async function requireRows(): Promise<void> {
    const rows = await t.db
      .select({ name: locations.name })
      .from(locations)
      .where(eq(locations.radius_m, RADIUS_M));
    const kept = new Set(rows.map(({ name }) => name));
    expect(acknowledged.filter(name => !kept.has(name))).toEqual([]);
    expect(kept.size).toBe(rows.length);
  }

  async function requireOneListener(): Promise<void> {
    notices.length = 0;
    while (!notices.includes('again')) {
      await asOwner(direct, "notify outage_test, 'again'");
      await wait(50);
    }
    await asOwner(direct, "notify outage_test, 'once'");
    while (!notices.includes('once')) await wait(5);
    await wait(50);
    expect(notices.filter(text => text === 'once')).toEqual(['once']);
    const [sessions] = rowsOf<{ n: number }>(
      await t.db.execute(
        sql`select count(*)::int as n from pg_stat_activity where datname = current_database()`,
      ),
    );
    expect(sessions?.n).toBeLessThanOrEqual(CONNECTIONS);
  }

  return {
    link,
    /** What `pg_terminate_backend` and a restart do to each session. */
    endSessions: () =>
      asOwner(
        direct,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
    /** The process does nothing else for so long while a query runs. */
    async busy(ms: number): Promise<void> {
      const query = t.db.execute(sql`select pg_sleep(1)`);
      await wait(300);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
      await query;
    },
    async through(outage: () => Promise<void>): Promise<{ acknowledged: number; longestMs: number }> {
      const [first, missedBefore] = [acknowledged.length, missed];
      statuses.clear();
      longest = 0;
      let isOver = false;
      const writer = async () => {
        while (!isOver) await write();
      };
      const writing = Promise.all(Array.from({ length: WRITERS }, writer));
      while (acknowledged.length < first + WRITERS) await wait(5);
      await outage();
      const ended = performance.now();
      const before = acknowledged.length;
      while (acknowledged.length < before + WRITERS && performance.now() - ended < RECOVERY_MS)
        await wait(10);
      isOver = true;
      await writing;
      expect(acknowledged.length).toBeGreaterThan(before);
      expect([...statuses].sort()).toEqual([200, 503]);
      expect(longest).toBeLessThan(ANSWER_MS);
      await requireRows();
      await requireOneListener();
      expect(missed).toBeGreaterThan(missedBefore);
      return { acknowledged: acknowledged.length - first, longestMs: Math.round(longest) };
    },
    async close() {
      await t.close();
      link.close();
    },
  };
}
export type OutageWorld = Awaited<ReturnType<typeof outageWorld>>;
