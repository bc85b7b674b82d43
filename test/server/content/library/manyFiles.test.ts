/** At length: a library of 10,000 files. They are rows of files of a few bytes each, since no list reads a byte. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuid7 } from '../../../../shared/random.ts';
import { creatives, mediaAssets } from '../../../../server/db/schema.ts';
import { call, type CallOptions } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

const FILES = 10_000;
const STEP = 500;
/** ms; what nobody who looks at a list would call slow. */
const LIST_MS = 1_000;
const BULK_MS = 60_000;
const isAtLength = process.env['AT_LENGTH'] === '1';

describe.runIf(isAtLength)('a library of 10,000 files', () => {
  let test: TestServer;
  const took: Record<string, number> = {};
  beforeAll(async () => {
    test = await startTestServer();
    const { id, asset } = await addCreative(test, test.admin);
    const [file] = await test.db.select().from(mediaAssets).where(eq(mediaAssets.id, asset.id));
    const [creative] = await test.db.select().from(creatives).where(eq(creatives.id, id));
    for (let at = 0; at < FILES - 1; at += STEP) {
      const numbers = Array.from({ length: Math.min(STEP, FILES - 1 - at) }, (_, n) => at + n);
      const rows = numbers.map(n => ({
        ...file!,
        id: uuid7(Date.now()),
        filename: `tram ${n} at night.jpg`,
        sha256: createHash('sha256').update(`file ${n}`).digest('hex'),
        chunks_sha256: createHash('sha256').update(`chunks ${n}`).digest('hex'),
        folder: `Line ${n % 40}/Week ${n % 7}`,
        tags: [`t${n % 50}`, n % 2 === 0 ? 'even' : 'odd'],
        licence_until: n % 10 === 0 ? '2030-01-31' : null,
      }));
      await test.db.insert(mediaAssets).values(rows);
      await test.db
        .insert(creatives)
        .values(
          rows.map(row => ({ ...creative!, id: uuid7(Date.now()), name: row.filename, asset_id: row.id })),
        );
    }
  }, 300_000);
  afterAll(() => test.close());

  async function timed<T>(
    name: string,
    most: number,
    method: 'GET' | 'POST',
    path: string,
    asked: CallOptions = {},
  ): Promise<T> {
    const began = performance.now();
    const answer = await call(test, test.admin, method, `/api/media${path}`, asked);
    took[name] = Math.round(performance.now() - began);
    expect([answer.statusCode, name]).toEqual([200, name]);
    expect(took[name]).toBeLessThan(most);
    return answer.json<T>();
  }

  it('is listed, searched, filed, tagged, licensed and deleted without a stutter', async () => {
    interface List {
      total: number;
      items: { id: string }[];
    }
    const list = (name: string, query: string) => timed<List>(`longest_${name}_ms`, LIST_MS, 'GET', query);
    expect((await list('first_page', '?limit=100')).total).toBe(FILES);
    expect((await list('last_page', '?limit=100&offset=9900')).items).toHaveLength(100);
    expect((await list('by_name', '?limit=100&sort=filename')).items).toHaveLength(100);
    expect((await list('search', '?limit=100&q=tram%204711%20at')).total).toBe(1);
    expect((await list('folder', '?limit=100&folder=Line%207')).total).toBe(250);
    expect((await list('tag', '?limit=100&tag=t7')).total).toBe(200);
    expect((await list('licence', '?limit=100&licence=valid')).total).toBe(1_000);
    const folders = await timed<{ files: number }>('longest_folders_ms', LIST_MS, 'GET', '/folders');
    expect(folders.files).toBe(FILES);
    const bulk = (name: string, change: object, filter: object = {}) =>
      timed<{ changed: number }>(`longest_${name}_10000_ms`, BULK_MS, 'POST', '/changes', {
        payload: { filter, change },
      });
    expect((await bulk('move', { folder: 'All' })).changed).toBe(FILES);
    expect((await bulk('tag', { add_tags: ['all'], remove_tags: ['even'] })).changed).toBe(FILES);
    expect((await bulk('licence', { licence_until: '2031-01-31' })).changed).toBe(FILES);
    const rename = { payload: { from: 'All', to: 'Archive' } };
    await timed('longest_rename_10000_ms', BULK_MS, 'POST', '/folders/rename', rename);
    expect((await bulk('delete', { delete: true })).changed).toBe(FILES);
    process.stdout.write(`figures ${JSON.stringify({ files: FILES, ...took })}\n`);
  }, 600_000);
});
