/** Reads what console and player have stored in the browser. */
import type { Page } from '@playwright/test';

/**
 * One record beside the tokens, or of another database that keeps values; null where there is none. A database that
 * is not there yet is not opened: whoever makes it would wait for ever for us to let go.
 */
export const recordOf = (page: Page, name: string, database = 'wayside-session'): Promise<unknown> =>
  page.evaluate(
    async ([database, wanted]) => {
      if (!(await indexedDB.databases()).some(one => one.name === database)) return null;
      return new Promise<unknown>((done, fail) => {
        const opening = indexedDB.open(database);
        opening.onerror = () => fail(new Error('no database'));
        opening.onsuccess = () => {
          const db = opening.result;
          const asked = db.transaction('values').objectStore('values').get(wanted);
          asked.onsuccess = () => {
            db.close();
            done((asked.result as unknown) ?? null);
          };
        };
      });
    },
    [database, name] as const,
  );

export const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find(one => one.startsWith('console-'));
    if (name === undefined) return [];
    return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  });

/** Paths with a cached response. */
export async function readPaths(page: Page): Promise<string[]> {
  const record = (await recordOf(page, 'query-cache')) as { data: { queryKey: [string] }[] } | null;
  return record?.data.map(({ queryKey }) => queryKey[0]) ?? [];
}

/** All entries in the write queue of this browser, of any user. */
export const queuedRows = (page: Page): Promise<unknown[]> =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((done, fail) => {
        const opening = indexedDB.open('wayside');
        opening.onerror = () => fail(new Error('no database'));
        opening.onsuccess = () => {
          const db = opening.result;
          const asked = ['queue', 'failed_requests'].map(name =>
            db.transaction(name).objectStore(name).getAll(),
          );
          asked.at(-1)!.transaction!.oncomplete = () => {
            db.close();
            done(asked.flatMap(({ result }) => result as unknown[]));
          };
        };
      }),
  );
