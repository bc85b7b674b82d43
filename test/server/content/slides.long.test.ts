import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import { SLIDE_MIME } from '../../../shared/contract/content/media.ts';
import type { Submission } from '../../../shared/contract/content/submission.ts';
import { openSlide } from '../../../shared/slides/file.ts';
import { mediaPath } from '../../support/server/mediaFiles.ts';
import { creatives, documents } from '../../../server/db/schema.ts';
import { addPlaylist, call, publish } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';
import { slideInput } from '../../support/slides.ts';

let test: TestServer;
let manager: TestServer['admin'];
let picture: string;
beforeAll(async () => {
  test = await startTestServer();
  manager = await test.signIn('manager');
  picture = (await addCreative(test, test.admin, 'picture.jpg')).id;
});
afterAll(() => test.close());

const make = (input: object, by = test.admin) =>
  call(test, by, 'POST', '/api/creatives/slides', { payload: input });
const made = async (input: object) => (await make(input)).json<Creative>();
const fileOf = ({ asset }: Pick<Creative, 'asset'>) =>
  openSlide(new Blob([readFileSync(mediaPath(test.server, asset.sha256))]));
const change = (row: Creative, input: object) =>
  call(test, test.admin, 'PUT', `/api/creatives/${row.id}/slide`, { payload: input, version: row.version });

describe('a slide', () => {
  it('is a creative whose file has its scene and its pictures, made small', async () => {
    const slide = await made(slideInput('photo', picture));
    expect(slide).toMatchObject({
      kind: 'slide',
      state: 'approved',
      name: 'Slide photo',
      duration_ms: 3_000,
    });
    expect(slide.asset).toMatchObject({ mime: SLIDE_MIME, state: 'ready', processing: 'none' });
    expect(slide.approved_sha256).toBe(slide.asset.sha256);
    expect(slide.slide).toEqual(slideInput('photo', picture).slide);
    const { scene, images } = await fileOf(slide);
    expect(images).toHaveLength(1);
    expect(scene.landscape.map(({ as }) => as)).toEqual(['image', 'shape', 'shape', 'text', 'text']);
    const head = Buffer.from(await images[0]!.slice(0, 12).arrayBuffer()).toString('latin1');
    expect(head).toMatch(/^RIFF.{4}WEBP$/s);
  });

  it.each(['picture.heic', 'tiles.heic'])('has %s as screens are shown it', async name => {
    const { id } = await addCreative(test, test.admin, name);
    const answer = await make(slideInput('photo', id));
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
    const { images } = await fileOf(answer.json<Creative>());
    expect(images).toHaveLength(1);
  });

  it('is refused for what its template lacks, by field, and nothing of it is left', async () => {
    const before = await test.db.$count(creatives);
    const { slide, ...rest } = slideInput('photo', null);
    const answer = await make({ ...rest, slide: { ...slide, link: 'https://example.com/' } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      error: 'VALIDATION',
      details: { 'slide.images.picture': ['Required'], 'slide.link': ['Unknown field'] },
    });
    for (const link of ['javascript:alert(1)', 'ftp://example.com/', 'https://exa mple.com/'])
      expect((await make({ ...rest, slide: { ...slide, link } })).statusCode).toBe(400);
    expect(await test.db.$count(creatives)).toBe(before);
  });

  it('shows only pictures that are approved, of its own tenant', async () => {
    const foreign = await test.signIn('manager', await test.addTenant('other-fleet'));
    const theirs = await addCreative(test, foreign, 'picture.jpg');
    const draft = (await addCreative(test, test.admin, 'picture.webp')).id;
    await test.db
      .update(creatives)
      .set({ state: 'draft', approved_sha256: null })
      .where(eq(creatives.id, draft));
    for (const id of [theirs.id, draft]) {
      const answer = await make(slideInput('photo', id));
      expect(answer.json()).toMatchObject({
        error: 'VALIDATION',
        details: { 'slide.images.picture': ['Choose a picture that is approved.'] },
      });
    }
  });

  it('is published as its file, and stands among no uploads', async () => {
    const slide = await made(slideInput('clock'));
    const items = [{ creative_id: slide.id, duration_ms: 5_000 }];
    const playlist = await addPlaylist(test, test.admin, items, 'Clock loop');
    await publish(test, test.admin, playlist.id);
    const rows = await test.db.select({ body: documents.body }).from(documents);
    const document = rows.map(({ body }) => body).find(body => body.includes(slide.id)) ?? '{}';
    expect(JSON.parse(document)).toMatchObject({
      items: [{ kind: 'slide', asset: { sha256: slide.asset.sha256, mime: SLIDE_MIME } }],
    });
    const media = await call(test, test.admin, 'GET', '/api/media?limit=100');
    expect(media.body).not.toContain(slide.asset.sha256);
  });

  it('that is live is changed by a newer one, which waits for a decision beside it', async () => {
    const live = await made(slideInput('headline'));
    const input = slideInput('headline');
    input.slide.texts['headline'] = { en: 'Buses run all night', zh: '' };
    const changed = (await change(live, input)).json<Creative>();
    expect(changed).toMatchObject({ state: 'approved', has_newer_file: true });
    expect(changed.asset.sha256).toBe(live.asset.sha256);
    expect((await change(changed, input)).json()).toMatchObject({ error: 'IN_USE' });

    const queue = await call(test, manager, 'GET', `/api/submissions?creative_id=${live.id}`);
    const [waiting] = queue.json<{ items: Submission[] }>().items;
    const decide = (verb: string, payload: object) =>
      call(test, manager, 'POST', `/api/submissions/${waiting!.id}/${verb}`, { payload });
    await decide('assign', {});
    await decide('approve', {});
    const now = (await call(test, manager, 'GET', `/api/creatives/${live.id}`)).json<Creative>();
    expect(now).toMatchObject({ state: 'approved', has_newer_file: false });
    expect(now.asset.sha256).not.toBe(live.asset.sha256);
    expect(now.slide?.texts['headline']).toEqual({ en: 'Buses run all night', zh: '' });
  });

  it('that is live does not lose its alternative text', async () => {
    const live = await made({ ...slideInput('list'), alt_text: 'Lunch today' });
    const answer = await change(live, { ...slideInput('list'), alt_text: '' });
    expect(answer.json()).toMatchObject({ error: 'VALIDATION', details: { alt_text: [expect.any(String)] } });
  });

  it('that is saved as it is live asks nobody anything', async () => {
    const live = await made(slideInput('list'));
    const changed = (await change(live, { ...slideInput('list'), name: 'Lunch' })).json<Creative>();
    expect(changed).toMatchObject({ name: 'Lunch', has_newer_file: false });
  });

  it('is what may be changed so: a file is not, nor what waits for a decision', async () => {
    const file = (await call(test, test.admin, 'GET', `/api/creatives/${picture}`)).json<Creative>();
    expect((await change(file, slideInput('list'))).json()).toMatchObject({ error: 'RULE' });
    const slide = await made(slideInput('offer'));
    await test.db.update(creatives).set({ state: 'in_review' }).where(eq(creatives.id, slide.id));
    expect((await change(slide, slideInput('offer'))).json()).toMatchObject({ error: 'STATE' });
  });
});
