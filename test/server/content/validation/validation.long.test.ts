import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import type { Validation, ValidationRule } from '../../../../shared/contract/content/validation.ts';
import { creatives, documents, mediaAssets, playlistVersions } from '../../../../server/db/schema.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import { reissueCreatives } from '../../../../server/content/playlists/reissue.ts';
import { requireChecked } from '../../../../server/content/validation/beforeUse.ts';
import { checkNext } from '../../../../server/content/validation/checker.ts';
import type { ConfigDocument } from '../../../../shared/contract/playout/manifest.ts';
import { makeScreen } from '../../../support/device.ts';
import { checkAll } from '../../../support/server/checks.ts';
import { addPlaylist, call, publish, readPlaylist } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative, upload } from '../../../support/server/upload.ts';
import { slideInput } from '../../../support/slides.ts';

const REASON = { reason: 'The advertiser has shown his licence.' };
const folder = mkdtempSync(join(tmpdir(), 'wayside-checks-'));
let test: TestServer;
beforeAll(async () => (test = await startTestServer()));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await test.close();
});

const found = async (creative_id: string) => {
  const { items } = (
    await call(test, test.admin, 'GET', `/api/validations?limit=100&creative_id=${creative_id}`)
  ).json<{ items: Validation[] }>();
  return new Map(items.map(one => [one.rule, one]));
};
const act = (id: string, verb: string, payload: object = {}) =>
  call(test, test.admin, 'POST', `/api/validations/${id}/${verb}`, { payload });
async function changeRule(id: string, payload: object) {
  const { items } = (await call(test, test.admin, 'GET', '/api/validation-rules')).json<{
    items: ValidationRule[];
  }>();
  const { version } = items.find(rule => rule.id === id)!;
  return call(test, test.admin, 'PATCH', `/api/validation-rules/${id}`, { payload, version });
}
/** What ffmpeg makes of these arguments, uploaded; the queue of renditions is taken as done. */
async function video(name: string, ...args: string[]): Promise<string> {
  const file = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', ...args, '-pix_fmt', 'yuv420p', '-y', file]);
  const answer = await upload(test, test.admin, readFileSync(file), { filename: name });
  await test.db.update(mediaAssets).set({ processing: 'done' });
  return String(answer.headers['x-creative']);
}
const assetOf = async (id: string) =>
  (await call(test, test.admin, 'GET', `/api/creatives/${id}`)).json<Creative>().asset.id;
const strobe = (a: number) =>
  `color=black:s=320x180:r=30:d=2,geq=lum='if(mod(floor(N/${30 / (2 * a)}),2),235,16)':cb=128:cr=128`;

describe('a creative', () => {
  it('whose video could not be measured stays unchecked, others go before it, and it is tried again', async () => {
    const id = await video('stopped.mp4', '-i', strobe(6));
    const broken = { ...test.server, config: { ...test.server.config, ffmpeg: '/bin/false' } };
    const stop = new AbortController().signal;
    const [faults, failures] = [vi.fn(), new Map()];
    expect(await checkNext(broken, stop, faults, failures)).toBe(true);
    expect(await checkNext(broken, stop, faults, failures)).toBe(false);
    expect([faults.mock.calls.length, (await found(id)).size]).toEqual([1, 0]);
    const files = [{ creative_id: id, asset_id: await assetOf(id) }];
    const { tenant_id } = test.admin;
    const isChecked = () =>
      inTenant(test.server, { tenant_id, user_id: null }, ctx => requireChecked(ctx, files));
    await expect(isChecked()).rejects.toMatchObject({ code: 'BEING_CHECKED' });
    await checkAll(test);
    expect((await found(id)).get('flash')).toMatchObject({ state: 'fail' });
  });

  it('ADMIN-23 is checked by itself after its upload, each rule with what it measured', async () => {
    const id = await video('calm.mp4', '-i', 'testsrc2=s=640x480:r=25:d=2', '-f', 'lavfi', '-i', 'sine=d=2');
    await checkAll(test);
    const rules = await found(id);
    expect(rules.get('ratio')).toMatchObject({ state: 'warn', measured: 25, limit: 2 });
    expect(rules.get('fps')).toMatchObject({ state: 'pass', measured: 25 });
    expect(rules.get('duration')).toMatchObject({ state: 'pass', measured: 2 });
    expect(rules.get('broken')?.state).toBe('pass');
    expect(rules.get('flash')).toMatchObject({ state: 'pass' });
    expect(rules.get('loudness')?.measured).toBeLessThan(-10);
    expect(rules.has('contrast')).toBe(false);
    expect(rules.has('banned_words')).toBe(false);
  });

  it.each([
    [2, 'pass'],
    [3, 'pass'],
    [5, 'fail'],
  ] as const)('that flashes %i times a second: %s', async (flashes, result) => {
    const id = await video(`flash${flashes}.mp4`, '-i', strobe(flashes));
    await checkAll(test);
    expect((await found(id)).get('flash')).toMatchObject({ state: result, measured: flashes });
  });

  it('that failed a check is given to no screen until somebody waives it with a reason', async () => {
    const id = await video('disco.mp4', '-i', strobe(6));
    await checkAll(test);
    const playlist = await addPlaylist(test, test.admin, [{ creative_id: id, duration_ms: null }], 'Disco');
    const refused = await call(test, test.admin, 'POST', `/api/playlists/${playlist.id}/publish`, {
      payload: {},
    });
    expect(refused.json()).toMatchObject({ error: 'RULE', details: { creative_ids: [id] } });
    expect(refused.json<{ details: { refused: unknown } }>().details.refused).toEqual([
      {
        ...{ id, name: 'disco', reason: 'failed_check' },
        checks: [{ rule: 'flash', measured: 6, limit: 3, found: [] }],
      },
    ]);

    const flash = (await found(id)).get('flash')!;
    expect((await act(flash.id, 'waive', { reason: 'short' })).statusCode).toBe(400);
    expect((await act(flash.id, 'waive', REASON)).json()).toMatchObject({ state: 'waived', ...REASON });
    await publish(test, test.admin, playlist.id);

    await act(flash.id, 'rerun');
    await checkAll(test);
    expect((await found(id)).get('flash')).toMatchObject({ state: 'waived', measured: 6, ...REASON });
  });

  it('is checked again when its words change, and when a rule does', async () => {
    const answer = await changeRule('banned_words', { words: ['casino', '赌场'] });
    expect(answer.json()).toMatchObject({ words: ['casino', '赌场'], version: 2 });
    const input = slideInput('headline');
    input.slide.texts['body'] = { en: 'Our Casino is open', zh: '欢迎光临赌场' };
    const slide = (
      await call(test, test.admin, 'POST', '/api/creatives/slides', { payload: input })
    ).json<Creative>();
    const fine = await addCreative(test, test.admin, 'picture.webp');
    await checkAll(test);
    expect((await found(slide.id)).get('banned_words')).toMatchObject({
      state: 'fail',
      found: ['casino', '赌场'],
    });
    expect((await found(fine.id)).get('banned_words')).toMatchObject({ state: 'pass' });
    const { version } = (await call(test, test.admin, 'GET', `/api/creatives/${fine.id}`)).json<Creative>();
    await call(test, test.admin, 'PATCH', `/api/creatives/${fine.id}`, {
      payload: { name: 'Casino night' },
      version,
    });
    await checkAll(test);
    expect((await found(fine.id)).get('banned_words')?.state).toBe('fail');
    await changeRule('banned_words', { severity: 'warn', words: ['Casinos'] });
    await checkAll(test);
    expect((await found(fine.id)).get('banned_words')?.state).toBe('pass');
    await changeRule('banned_words', { enabled: false });
    await checkAll(test);
    expect((await found(fine.id)).has('banned_words')).toBe(false);
  });

  it('that was approved and breaks a rule later is found by that until it is off the screens, first of all checks', async () => {
    const made = await addCreative(test, test.admin, 'picture.jpg');
    const now = async () =>
      (await call(test, test.admin, 'GET', `/api/creatives/${made.id}`)).json<Creative>();
    const listed = async (url: string) =>
      (await call(test, test.admin, 'GET', url))
        .json<{ items: { id: string }[] }>()
        .items.map(({ id }) => id);
    const failing = () => listed('/api/creatives?checks=failing&limit=100');
    await checkAll(test);
    expect([(await now()).fails_check, (await failing()).includes(made.id)]).toEqual([false, false]);

    await changeRule('banned_words', { enabled: true, severity: 'fail', words: [made.name] });
    await checkAll(test);
    expect([(await now()).fails_check, (await failing()).includes(made.id)]).toEqual([true, true]);
    const check = (await found(made.id)).get('banned_words')!;
    expect(check).toMatchObject({ state: 'fail', is_approved: true });
    const [first] = await listed('/api/validations?limit=100');
    expect(await listed('/api/validations?status=fail&approval=approved&limit=100')).toContain(first);
    expect(await listed('/api/validations?approval=open&limit=100')).not.toContain(check.id);

    await act(check.id, 'quarantine', REASON);
    expect(await now()).toMatchObject({ fails_check: false, asset: { state: 'quarantined' } });
    await act(check.id, 'release');
    expect((await now()).fails_check).toBe(true);
    await act(check.id, 'waive', REASON);
    expect([(await now()).fails_check, (await failing()).includes(made.id)]).toEqual([false, false]);
    await changeRule('banned_words', { enabled: false });
  });

  it('in quarantine leaves the document of each playlist, and comes back into its place', async () => {
    const [first, second] = [
      await addCreative(test, test.admin, 'picture.jpg'),
      await addCreative(test, test.admin, 'picture.avif'),
    ];
    await checkAll(test);
    const items = [first, second, first].map(({ id }) => ({ creative_id: id, duration_ms: 5_000 }));
    const playlist = await addPlaylist(test, test.admin, items, 'Three');
    await publish(test, test.admin, playlist.id);
    const shown = async () => {
      const [row] = await test.db
        .select({ body: documents.body })
        .from(playlistVersions)
        .innerJoin(documents, eq(documents.sha256, playlistVersions.document_sha256))
        .where(eq(playlistVersions.playlist_id, playlist.id));
      return JSON.parse(row!.body) as { items: { id: string; creative_id: string }[] };
    };
    /** Of the draft, as the page and the list have it, and of the version. */
    const sums = async () => {
      const versions = await call(test, test.admin, 'GET', `/api/playlists/${playlist.id}/versions`);
      const [version] = versions.json<{ items: { loop_ms: number; bytes: number }[] }>().items;
      const page = await readPlaylist(test, test.admin, playlist.id);
      return [page, version!].map(({ loop_ms, bytes }) => [loop_ms, bytes]);
    };
    const before = await shown();
    const sumsBefore = await sums();
    expect(sumsBefore[0]).toEqual(sumsBefore[1]);
    const row = (await found(first.id)).get('broken')!;
    expect((await act(row.id, 'release')).json()).toMatchObject({ error: 'STATE' });
    expect((await act(row.id, 'quarantine', REASON)).json()).toMatchObject({ is_quarantined: true });
    expect((await shown()).items.map(one => one.creative_id)).toEqual([second.id]);
    expect(await sums()).toEqual([
      [5_000, second.asset.bytes],
      [5_000, second.asset.bytes],
    ]);
    expect((await act(row.id, 'quarantine', REASON)).json()).toMatchObject({ error: 'STATE' });
    const answer = await call(test, test.admin, 'POST', `/api/playlists/${playlist.id}/publish`, {
      payload: {},
    });
    expect(answer.statusCode).toBe(200);
    expect((await act(row.id, 'release')).json()).toMatchObject({ is_quarantined: false });
    expect(await shown()).toEqual(before);
    expect(await sums()).toEqual(sumsBefore);
  });

  it('in quarantine is named to every screen until it is released, so that none begins it meanwhile', async () => {
    const screen = makeScreen(test);
    await screen.pair(test.admin);
    const withdrawn = async () => {
      const { documents: named } = await screen.head();
      const sha256 = named.find(({ kind }) => kind === 'config')?.sha256 ?? '';
      const answer = await screen.call('GET', `/api/player/documents/${sha256}`);
      return answer.json<ConfigDocument>().withdrawn ?? [];
    };
    const { id, asset } = await addCreative(test, test.admin, 'picture.png');
    const slide = slideInput('photo', id);
    const made = await call(test, test.admin, 'POST', '/api/creatives/slides', { payload: slide });
    await checkAll(test);
    const before = await withdrawn();
    const row = (await found(id)).get('broken')!;
    await act(row.id, 'quarantine', REASON);
    const now = await withdrawn();
    expect(now.filter(one => !before.includes(one)).toSorted()).toEqual(
      [asset.sha256, made.json<Creative>().asset.sha256].toSorted(),
    );
    await act(row.id, 'release');
    expect(await withdrawn()).toEqual(before);
  });

  it('in quarantine takes along the slides that hold its picture, also after it was replaced by another', async () => {
    const make = async (payload: object) =>
      (await call(test, test.admin, 'POST', '/api/creatives/slides', { payload })).json<Creative>();
    const picture = await addCreative(test, test.admin, 'picture.png');
    const withIt = await make(slideInput('photo', picture.id));
    const without = await make(slideInput('headline'));
    await checkAll(test);
    const items = [withIt, without].map(({ id }) => ({ creative_id: id, duration_ms: null }));
    const playlist = await addPlaylist(test, test.admin, items, 'Slides');
    await publish(test, test.admin, playlist.id);
    const inDocument = async () => {
      const [row] = await test.db
        .select({ body: documents.body })
        .from(playlistVersions)
        .innerJoin(documents, eq(documents.sha256, playlistVersions.document_sha256))
        .where(eq(playlistVersions.playlist_id, playlist.id));
      return (JSON.parse(row!.body) as { items: { creative_id: string }[] }).items.map(
        one => one.creative_id,
      );
    };
    const row = (await found(picture.id)).get('broken')!;
    expect((await act(row.id, 'quarantine', REASON)).statusCode).toBe(200);
    expect(await inDocument()).toEqual([without.id]);
    const again = await addPlaylist(test, test.admin, items, 'Slides again');
    const refused = await call(test, test.admin, 'POST', `/api/playlists/${again.id}/publish`);
    expect(refused.json()).toMatchObject({ error: 'RULE', details: { creative_ids: [withIt.id] } });

    const other = await addCreative(test, test.admin, 'picture.gif');
    await test.db
      .update(creatives)
      .set({ asset_id: other.asset.id, approved_sha256: other.asset.sha256 })
      .where(eq(creatives.id, picture.id));
    await inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, ctx =>
      reissueCreatives(ctx, [withIt.id]),
    );
    expect(await inDocument()).toEqual([without.id]);
    expect((await act(row.id, 'release')).statusCode).toBe(200);
    expect(await inDocument()).toEqual([withIt.id, without.id]);
  });
});
