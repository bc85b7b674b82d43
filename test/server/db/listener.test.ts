/** The connection that listens: there is one of it, whatever becomes of what it was to listen to. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openListener, type Listener } from '../../../server/db/listener.ts';
import { systemClock } from '../../../shared/clock.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { sql } from 'drizzle-orm';

const NAME = 'listener-test';
/** Several tries: one comes each half second. */
const TRIES_MS = 2_200;
const DATABASE = process.env['TEST_DATABASE_URL'];

/** The embedded engine has no connections. */
describe.skipIf(DATABASE === undefined)('the connection that listens', () => {
  let t: TestServer;
  let listener: Listener;
  beforeAll(async () => {
    t = await startTestServer();
    const url = new URL(DATABASE ?? '');
    url.searchParams.set('application_name', NAME);
    listener = await openListener(url.href, systemClock);
  });
  afterAll(async () => {
    await listener.close();
    await t.close();
  });
  const connections = async () =>
    rowsOf<{ pid: number }>(
      await t.db.execute(sql`select pid from pg_stat_activity where application_name = ${NAME}`),
    ).length;

  it('is ended where it cannot listen, so that each try leaves none beside the next', async () => {
    const subscriber = { heard: () => undefined, missed: () => undefined };
    await expect(listener.listen('no channel', subscriber)).rejects.toThrow(/syntax/);
    expect(await connections()).toBe(1);
    listener.cut();
    await new Promise(done => setTimeout(done, TRIES_MS));
    /** One may be on its way. */
    expect(await connections()).toBeLessThanOrEqual(1);
  });
});
