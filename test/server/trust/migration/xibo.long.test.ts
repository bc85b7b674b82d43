import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, asc, eq, isNull } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MigrationJob } from '../../../../shared/contract/trust/migration.ts';
import { sweep } from '../../../../server/app/sweep.ts';
import { creatives, mediaAssets, playlistItems, playlists, tenants } from '../../../../server/db/schema.ts';
import { workOnNext } from '../../../../server/trust/migration/worker.ts';
import { manualClock } from '../../../support/clock.ts';
import { makeFilm } from '../../../support/films.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer } from '../../../support/server/server.ts';
import { exported, HOSTILE, LAYOUTS } from '../../../support/xibo/layouts.ts';
import { importDesk, type ImportDesk } from './importDesk.ts';

const clock = manualClock(Date.parse('2026-11-24T09:00:00.000Z'));
let test: Awaited<ReturnType<typeof startTestServer>>;
let desk: ImportDesk;
let archive: string;
const HOUR_MS = 3_600_000;
const KIND = 'xibo_layouts';
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const picture = (red: number) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: red, g: 40, b: 90 } } })
    .png()
    .toBuffer();
beforeAll(async () => {
  test = await startTestServer({ clock });
  desk = importDesk(test);
  archive = base64(
    exported(LAYOUTS.mainAndTicker, {
      ...{ name: 'Quay screen', regions: { 21: 'Main', 22: 'Strip' } },
      media: [
        { id: 31, file: 'harbour.png', name: 'Harbour', bytes: await picture(200) },
        { id: 32, file: 'broken.mp4', name: 'Ferry', bytes: Buffer.from('no video at all') },
      ],
    }),
  );
});
afterAll(() => test.close());

const living = <T extends typeof creatives | typeof playlists | typeof mediaAssets>(table: T) =>
  test.db
    .select()
    .from(table as typeof playlists)
    .where(and(eq(table.tenant_id, test.tenant_id), isNull(table.deleted_at)))
    .orderBy(asc(table.id));
const playlistNamed = async (wanted: string) => (await living(playlists)).find(({ name }) => name === wanted);
const statesOf = async (job: MigrationJob) =>
  (await desk.lines(job)).map(({ part, state }) => `${part?.widget} ${part?.becomes} ${state}`);
const reportOf = async ({ id }: MigrationJob) =>
  (await call(test, test.admin, 'GET', `/api/migrations/${id}/report`)).body;
/** A node that ends after so many parts. */
async function workFor(parts: number): Promise<void> {
  let steps = 0;
  const stop = {
    get aborted() {
      steps += 1;
      return steps > parts;
    },
  } as AbortSignal;
  await workOnNext(test.server, stop, error => {
    throw error;
  });
}
const kept = (job: MigrationJob) => existsSync(join(test.server.config.dataDir, 'migrations', job.id));

describe('an import of a Xibo layout', () => {
  it('says what becomes what, makes drafts of it, and takes them back', async () => {
    const before = { creatives: await living(creatives), files: await living(mediaAssets) };
    const brought = await desk.bring(KIND, archive);
    expect(brought).toMatchObject({ state: 'mapped', mapping: {}, lines: 7, mode: 'create' });
    expect(kept(brought)).toBe(true);
    await desk.call('POST', `/api/migrations/${brought.id}/dry-run`);
    await desk.work();
    const checked = await desk.read(brought);
    expect(await statesOf(checked)).toEqual([
      'background nothing err',
      'text slide ok',
      'ticker news warn',
      'region playlist ok',
      'image picture ok',
      'video video err',
      'region playlist warn',
    ]);
    expect(checked).toMatchObject({ state: 'validated', ok: 3, warn: 2, err: 2, created: 0 });
    expect(await living(creatives)).toEqual(before.creatives);
    expect(await living(mediaAssets)).toEqual(before.files);

    const job = await desk.finish(checked);
    expect(job, await desk.remarks(job)).toMatchObject({ state: 'partial', created: 4, failure: null });
    expect(kept(job)).toBe(false);
    const [main, strip] = await Promise.all(['Quay screen', 'Quay screen – Strip'].map(playlistNamed));
    expect(strip).toMatchObject({ zone: 'ticker', state: 'draft' });
    expect(main).toMatchObject({ zone: 'main', layout: 'main_ticker', beside_id: strip!.id, state: 'draft' });
    const items = await test.db.select().from(playlistItems).where(eq(playlistItems.playlist_id, main!.id));
    const [harbour] = await test.db.select().from(creatives).where(eq(creatives.name, 'Harbour'));
    expect(items).toMatchObject([{ creative_id: harbour!.id, duration_ms: 12_000, fit: 'stretch' }]);
    expect(harbour).toMatchObject({ kind: 'image', state: 'draft', approved_sha256: null });

    expect(await desk.undone(job)).toMatchObject({ state: 'rolled_back', kept: 0 });
    expect(await living(creatives)).toEqual(before.creatives);
    expect((await living(mediaAssets)).map(({ id }) => id)).toEqual(before.files.map(({ id }) => id));
    expect((await living(playlists)).filter(({ name }) => name.startsWith('Quay'))).toEqual([]);
  });

  it('has a report of all parts, and a second import is numbered and takes no file twice', async () => {
    const first = await desk.run(KIND, archive);
    const again = await desk.checked(KIND, archive);
    expect(await desk.remarks(again)).toContain('A playlist has this name; this one gets a number.');
    expect(await reportOf(again)).toMatch(/layout,region,widget,becomes,name,line,state,act,problems/);
    const job = await desk.finish(again);
    const names = (await living(playlists)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Quay screen', 'Quay screen (2)']));
    expect(await desk.undone(job)).toMatchObject({ state: 'rolled_back', kept: 0 });
    /** The file came with the first import, and stays with it. */
    const [file] = await test.db.select().from(mediaAssets).where(eq(mediaAssets.filename, 'harbour.png'));
    expect(file!.deleted_at).toBeNull();

    /** Whoever has worked on a playlist keeps it, and what it plays. */
    const own = await playlistNamed('Quay screen');
    await test.db.update(playlists).set({ version: 2 }).where(eq(playlists.id, own!.id));
    const undone = await desk.undone(first);
    expect(undone).toMatchObject({ state: 'rolled_back', kept: 4 });
    const lines = await desk.lines(undone);
    expect(lines.filter(({ state }) => state === 'kept').map(({ part }) => part?.becomes)).toEqual([
      'slide',
      'playlist',
      'picture',
      'playlist',
    ]);
  });

  it('takes a video from the archive, and draws slides in both languages', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'xibo-film-'));
    const film = makeFilm(folder, { seconds: 3, size: '320x180' });
    await rm(folder, { recursive: true });
    const media = [{ id: 32, file: 'ferry.mp4', name: 'Ferry film', bytes: film }];
    const job = await desk.run(KIND, base64(exported(LAYOUTS.mainAndTicker, { name: 'Ferry', media })));
    expect(job, await desk.remarks(job)).toMatchObject({ created: 4 });
    const [made] = await test.db.select().from(creatives).where(eq(creatives.name, 'Ferry film'));
    expect(made).toMatchObject({ kind: 'video', state: 'draft', duration_ms: 3_000 });
    const [item] = await test.db.select().from(playlistItems).where(eq(playlistItems.creative_id, made!.id));
    expect(item).toMatchObject({ duration_ms: null });
    const portrait = await desk.run(KIND, LAYOUTS.portrait);
    expect(portrait, await desk.remarks(portrait)).toMatchObject({ state: 'completed', created: 3 });
  });

  it('keeps within the plan of its tenant, line by line', async () => {
    const file = base64(
      exported(LAYOUTS.mainAndTicker, {
        ...{ name: 'Full', media: [{ id: 31, file: 'new.png', name: 'New', bytes: await picture(10) }] },
      }),
    );
    const limits = { devices: null, users: null, storage_gb: 0 } as never;
    const [own] = await test.db.select().from(tenants).where(eq(tenants.id, test.tenant_id));
    await test.db.update(tenants).set({ limits }).where(eq(tenants.id, test.tenant_id));
    const job = await desk.checked(KIND, file);
    expect(await desk.remarks(job)).toContain('The plan of this tenant holds no more.');
    await test.db.update(tenants).set({ limits: own!.limits }).where(eq(tenants.id, test.tenant_id));
  });

  it('is stopped between two parts, and what is made by then is taken back', async () => {
    const checked = await desk.checked(KIND, archive);
    const before = (await living(creatives)).length;
    await desk.call('POST', `/api/migrations/${checked.id}/run`);
    await workFor(2);
    expect(await desk.read(checked)).toMatchObject({ state: 'running', created: 1, done: 3 });
    const stopped = await desk.call('POST', `/api/migrations/${checked.id}/cancel`);
    expect(stopped).toMatchObject({ state: 'partial', created: 1 });
    await desk.work();
    expect(await living(creatives)).toHaveLength(before + 1);
    expect(await desk.undone(checked)).toMatchObject({ state: 'rolled_back', kept: 0 });
    expect(await living(creatives)).toHaveLength(before);
  });

  it('goes on where another node has ended, and makes nothing twice', async () => {
    const checked = await desk.checked(KIND, archive);
    const before = { creatives: await living(creatives), playlists: await living(playlists) };
    await desk.call('POST', `/api/migrations/${checked.id}/run`);
    for (let ends = 0; ends < 9; ends += 1) await workFor(1);
    await desk.work();
    expect(await desk.read(checked)).toMatchObject({ state: 'partial', created: 4 });
    expect(await living(creatives)).toHaveLength(before.creatives.length + 2);
    expect(await living(playlists)).toHaveLength(before.playlists.length + 2);
  });

  it('of a layout alone needs no archive, and one that was cancelled leaves nothing on the disk', async () => {
    const job = await desk.run(KIND, LAYOUTS.halves);
    expect(job, await desk.remarks(job)).toMatchObject({ state: 'completed', created: 3 });
    const cancelled = await desk.bring(KIND, archive);
    await desk.call('POST', `/api/migrations/${cancelled.id}/cancel`);
    expect(kept(cancelled)).toBe(true);
    /** What lies there beside them is no job of anybody. */
    await writeFile(join(test.server.config.dataDir, 'migrations', 'stray.zip'), 'x');
    const later = Date.now() + 2 * HOUR_MS - clock.now();
    clock.jump(later);
    await sweep(test.server);
    clock.jump(-later);
    expect(kept(cancelled)).toBe(false);
    expect(readdirSync(join(test.server.config.dataDir, 'migrations'))).not.toContain('stray.zip');
  });

  it('refuses files made to harm in words, and keeps none of them', async () => {
    const folder = join(test.server.config.dataDir, 'migrations');
    const before = readdirSync(folder);
    for (const [name, [file, refusal]] of Object.entries(HOSTILE)) {
      const isArchive = file[0] === 0x50 && file[1] === 0x4b;
      const content = isArchive ? base64(file) : Buffer.from(file).toString('utf8');
      const body = { kind: KIND, content, file_name: 'bad.zip' };
      const answer = await desk.call<{ message: string }>('POST', '/api/migrations', body, 400);
      expect(answer.message, name).toMatch(refusal);
    }
    expect(readdirSync(folder)).toEqual(before);
  });
});
