import { readFileSync, renameSync } from 'node:fs';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentItem } from '../../../../shared/contract/content/contentItem.ts';
import { CONTENT_KINDS, type ContentKind } from '../../../../shared/contract/content/contentKinds.ts';
import { SLIDE_MIME } from '../../../../shared/contract/content/media.ts';
import { openSlide } from '../../../../shared/slides/file.ts';
import { choicesOf, MAX_CHOICES } from '../../../../server/content/local/contentSlides.ts';
import { redrawItemsWith, settleDueContent } from '../../../../server/content/local/dueContent.ts';
import { shownFile } from '../../../../shared/contract/content/media.ts';
import { mediaPath } from '../../../support/server/mediaFiles.ts';
import { contentItems, mediaAssets } from '../../../../server/db/schema.ts';
import { inTenant, type TransactionContext } from '../../../../server/transaction/context.ts';
import { manualClock } from '../../../support/clock.ts';
import { makeScreen } from '../../../support/device.ts';
import { BODIES } from '../../../support/server/content/items.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

const NOW = Date.parse('2026-11-24T08:00:00.000Z');
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const clock = manualClock(NOW);
const at = (minutes: number) => new Date(clock.now() + minutes * MINUTE_MS).toISOString();

let test: TestServer;
let by: TestServer['admin'];
beforeAll(async () => {
  test = await startTestServer({ clock });
});
beforeEach(async () => {
  by = await test.signIn('manager');
  await test.db.update(contentItems).set({ state: 'archived', due_at: null });
});
afterAll(() => test.close());

const inOwn = <T>(work: (ctx: TransactionContext) => Promise<T>) =>
  inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, work);
const choices = (kind: ContentKind) => inOwn(ctx => choicesOf(ctx, kind));
const act = (id: string, verb: string, payload: object = {}) =>
  call(test, by, 'POST', `/api/content-items/${id}/${verb}`, { payload });
async function publish(kind: ContentKind, more: object = {}): Promise<ContentItem> {
  const made = await call(test, by, 'POST', '/api/content-items', { payload: { ...BODIES[kind], ...more } });
  const answer = await act(made.json<ContentItem>().id, 'publish');
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<ContentItem>();
}
const fault = (error: unknown) => {
  throw error;
};
/** The kinds whose documents were made anew, run by run. */
async function runs(): Promise<ContentKind[][]> {
  const kinds: ContentKind[][] = [];
  const reissue = (_: unknown, some: readonly ContentKind[]) => {
    kinds.push([...some]);
    return Promise.resolve();
  };
  while ((await settleDueContent(test.server, reissue, fault)) > 0);
  return kinds;
}
const sceneOf = async (sha256: string) => openSlide(new Blob([readFileSync(mediaPath(test.server, sha256))]));

describe('what is published', () => {
  it.each(CONTENT_KINDS)('of %s is a slide of its own, whose file a screen is given', async kind => {
    const item = await publish(kind, { title: { en: 'Harbour', zh: '海港' } });
    const [choice, ...others] = await choices(kind);
    expect(others).toEqual([]);
    expect(choice).toMatchObject({
      ...{ content_item_id: item.id, name: 'Harbour', priority: 50 },
      asset: { mime: SLIDE_MIME },
    });
    const { scene } = await sceneOf(choice!.asset.sha256);
    for (const orientation of ['landscape', 'portrait'] as const) {
      const texts = scene[orientation].flatMap(box => (box.as === 'text' ? [box.text] : []));
      expect(texts).toContainEqual({ en: 'Harbour', zh: '海港' });
    }
    const screen = makeScreen(test);
    await screen.pair(test.admin);
    expect((await screen.call('GET', `/media/${choice!.asset.sha256}`)).statusCode).toBe(200);
  });

  it('has its price, its code, its end and its place, in both languages', async () => {
    const geo = { lat: 22.28, lng: 114.16, radius_m: 1_500 };
    const prices = { price_was_minor: 500, price_now_minor: 250, code: 'HARBOUR' };
    await publish('deals', { ...prices, geo, ends_at: at(60), cta_url: 'https://example.org/deal' });
    const [choice] = await choices('deals');
    expect(choice).toMatchObject({ ends_at: at(60), near: { lat: 22.28, lng: 114.16, radius_km: 1.5 } });
    const { scene } = await sceneOf(choice!.asset.sha256);
    const texts = Object.fromEntries(
      scene.landscape.flatMap(box => (box.as === 'text' ? [[box.field, box.text]] : [])),
    );
    expect(texts).toMatchObject({
      lead: { en: '€2.50', zh: '€2.50' },
      formerPrice: { en: 'was €5', zh: '原价 €5' },
    });
    expect(texts['facts']).toMatchObject({
      en: expect.stringContaining('Code HARBOUR') as string,
      zh: expect.stringContaining('优惠码 HARBOUR') as string,
    });
    expect(scene.landscape.some(box => box.as === 'qr')).toBe(true);
  });

  it('shows its picture, and is drawn without it once the picture is taken off', async () => {
    const { asset } = await addCreative(test, by, 'picture.jpg');
    await publish('tourism', { image_id: asset.id });
    const [choice] = await choices('tourism');
    expect((await sceneOf(choice!.asset.sha256)).images).toHaveLength(1);
    await test.db.update(mediaAssets).set({ state: 'quarantined' }).where(eq(mediaAssets.id, asset.id));
    await inOwn(ctx => redrawItemsWith(ctx, [asset.id]));
    const [bare] = await choices('tourism');
    expect((await sceneOf(bare!.asset.sha256)).images).toEqual([]);
    await test.db.update(mediaAssets).set({ state: 'ready' }).where(eq(mediaAssets.id, asset.id));
  });

  it('is given from a week before its start until its end, the first by priority, and not without end', async () => {
    await publish('jobs', { starts_at: at((8 * DAY_MS) / MINUTE_MS) });
    const soon = await publish('jobs', { starts_at: at((6 * DAY_MS) / MINUTE_MS) });
    const first = await publish('jobs', { priority: 1 });
    const short = await publish('jobs', { ends_at: at(1) });
    const ids = async () => (await choices('jobs')).map(one => one.content_item_id);
    expect(new Set(await ids())).toEqual(new Set([first.id, short.id, soon.id]));
    expect((await ids())[0]).toBe(first.id);
    clock.jump(MINUTE_MS);
    expect(await ids()).not.toContain(short.id);
    const [row] = await test.db.select().from(contentItems).where(eq(contentItems.id, first.id));
    const more = Array.from({ length: MAX_CHOICES }, (_, i) => ({
      ...row!,
      id: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`,
    }));
    await test.db.insert(contentItems).values(more);
    expect(await ids()).toHaveLength(MAX_CHOICES);
  });
});

describe('documents', () => {
  it('are made anew once for all that changed, and again when something ends', async () => {
    await publish('deals');
    const ending = await publish('deals', { ends_at: at(10) });
    await publish('news');
    expect(await runs()).toEqual([['deals', 'news']]);
    expect(await runs()).toEqual([]);
    const change = { payload: { merchant: 'Night market' }, version: ending.version };
    await call(test, by, 'PATCH', `/api/content-items/${ending.id}`, change);
    expect(await runs()).toEqual([['deals']]);
    clock.jump(10 * MINUTE_MS);
    expect(await runs()).toEqual([['deals']]);
    expect(await runs()).toEqual([]);
  });

  it.each(['pause', 'expire', 'archive'])('follow when somebody does %s', async verb => {
    const { id } = await publish('tourism');
    await runs();
    await act(id, verb);
    expect(await choices('tourism')).toEqual([]);
    expect(await runs()).toEqual([['tourism']]);
  });

  it('follow when it is deleted, and a draft that changes moves nothing', async () => {
    const { id, version } = await publish('tourism');
    await runs();
    await call(test, by, 'DELETE', `/api/content-items/${id}`, { version });
    expect(await runs()).toEqual([['tourism']]);
    const draft = await call(test, by, 'POST', '/api/content-items', { payload: BODIES.tourism });
    const change = { payload: { priority: 3 }, version: 1 };
    await call(test, by, 'PATCH', `/api/content-items/${draft.json<ContentItem>().id}`, change);
    expect(await runs()).toEqual([]);
  });

  it('wait for no card that cannot be made: it is told, and the others get theirs', async () => {
    const { asset } = await addCreative(test, by, 'picture.jpg');
    const broken = await publish('tourism', { image_id: asset.id });
    const sound = await publish('entertainment');
    await runs();
    await test.db
      .update(contentItems)
      .set({ card_id: null, due_at: null })
      .where(inArray(contentItems.id, [broken.id, sound.id]));
    const ids = async (kind: ContentKind) => (await choices(kind)).map(one => one.content_item_id);
    const path = mediaPath(test.server, shownFile(asset).sha256);
    const away = `${path}.away`;
    renameSync(path, away);
    const faults: unknown[] = [];
    const settled = () =>
      settleDueContent(
        test.server,
        () => Promise.resolve(),
        error => void faults.push(error),
      );
    try {
      await settled();
      expect(await settled()).toBe(0);
    } finally {
      renameSync(away, path);
    }
    expect(faults).toHaveLength(1);
    expect(await ids('entertainment')).toContain(sound.id);
    expect(await ids('tourism')).not.toContain(broken.id);
  });

  it('get a card of what was live before there were any', async () => {
    const { id } = await publish('deals');
    await test.db.update(contentItems).set({ card_id: null, due_at: null }).where(eq(contentItems.id, id));
    expect(await choices('deals')).toEqual([]);
    expect(await runs()).toEqual([['deals']]);
    expect(await choices('deals')).toHaveLength(1);
  });
});
