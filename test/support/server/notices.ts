/** Notices of changed devices, which PostgreSQL delivers a moment after the commit and in the order of the commits. */
import { sql } from 'drizzle-orm';
import type { TestServer } from './server.ts';

/**
 * Resolves once this node has heard every notice committed so far. A call counted before that may find its cache
 * emptied; the first call after it fills the cache again.
 */
export async function hearNotices({ db, server }: Pick<TestServer, 'db' | 'server'>): Promise<void> {
  const channel = `wayside_heard_${Math.random().toString(36).slice(2)}`;
  await new Promise<void>((heard, failed) => {
    server
      .listen(channel, { heard: () => heard(), missed: () => heard() })
      .then(() => db.execute(sql`select pg_notify(${channel}, '')`))
      .catch(failed);
  });
}
