import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentItem } from '../../../../shared/contract/content/contentItem.ts';
import type { Feed } from '../../../../shared/contract/content/feed.ts';
import type { MediaFile } from '../../../../shared/contract/content/library/mediaLibrary.ts';
import { readDueFeeds } from '../../../../server/content/feeds/poller.ts';
import { contentFeeds, contentItems, creatives, tenants, submissions } from '../../../../server/db/schema.ts';
import { OutboundError, type OutboundRequest } from '../../../../server/net/outbound.ts';
import { manualClock } from '../../../support/clock.ts';
import { FEED, FEED_SOURCE } from '../../../support/server/content/items.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { upload } from '../../../support/server/upload.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const clock = manualClock(Date.parse('2026-11-24T08:00:00.000Z'));
const PICTURE = readFileSync(join(import.meta.dirname, '../../../fixtures/media/picture.jpg'));

/** What lies outside: an answer by its address, and what was asked. */
let answers: Record<string, string | Buffer | Error> = {};
let asked: OutboundRequest[] = [];
const outbound = (request: OutboundRequest) => {
  asked.push(request);
  const answer = answers[request.url] ?? new OutboundError('status', 'The answer was 404.');
  if (answer instanceof Error) return Promise.reject(answer);
  const isModified = request.headers?.['if-none-match'] !== `"${String(answer).length}"`;
  const bytes = Buffer.from(answer);
  return Promise.resolve({ isModified, bytes, etag: `"${String(answer).length}"`, last_modified: null });
};

let test: TestServer;
let by: TestServer['admin'];
beforeAll(async () => {
  test = await startTestServer({ clock, outbound });
});
beforeEach(async () => {
  by = await test.signIn('manager');
  await test.db.delete(submissions);
  await test.db.delete(contentItems);
  await test.db.delete(contentFeeds);
  answers = {};
  asked = [];
});
afterAll(() => test.close());

const post = (url: string, payload: object = {}) => call(test, by, 'POST', url, { payload });
const make = async (more: object = {}) => {
  const answer = await post('/api/feeds', { ...FEED, ...more });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Feed>();
};
const read = async (id: string) => (await call(test, by, 'GET', `/api/feeds/${id}`)).json<Feed>();
const items = async (query = 'sort=title') =>
  (await call(test, by, 'GET', `/api/content-items?${query}`)).json<{ items: ContentItem[] }>().items;
const poll = () =>
  readDueFeeds(test.server, fault => {
    throw fault;
  });
const entry = (title: string, more = '', published = 'Tue, 24 Nov 2026 06:00:00 GMT') =>
  `<item><title>${title}</title><guid>${title}</guid><pubDate>${published}</pubDate>${more}</item>`;
const rss = (...entries: string[]) =>
  `<rss><channel><title>City paper</title>${entries.join('')}</channel></rss>`;

describe('a feed', () => {
  it('is not read where the tenant has feeds switched off', async () => {
    const own = eq(tenants.id, test.tenant_id);
    const switchedTo = (content_feeds: 'on' | 'off') =>
      test.db
        .update(tenants)
        .set({ settings: { flags: { content_feeds } } })
        .where(own);
    await make();
    await switchedTo('off');
    await poll();
    expect(asked).toEqual([]);
    await switchedTo('on');
    await make({ name: 'Another paper' });
    await poll();
    expect(asked).toHaveLength(1);
  });

  it('fills items of its kind once each, which end by themselves, and leaves out what is over', async () => {
    answers[FEED.url] = rss(
      entry('Bridge opens', '<link>https://example.org/a</link>'),
      entry('Old story', '', 'Mon, 23 Nov 2026 07:59:00 GMT'),
    );
    const { id } = await make();
    expect(await poll()).toBe(1);
    const [item, ...more] = await items();
    expect(more).toEqual([]);
    expect(item).toMatchObject({
      ...{ kind: 'news', state: 'live', source: 'feed', feed_id: id, title: { en: 'Bridge opens', zh: '' } },
      ...{ source_name: 'City paper', cta_url: 'https://example.org/a', ends_at: '2026-11-25T06:00:00.000Z' },
    });
    expect(await read(id)).toMatchObject({
      state: 'ok',
      items: 1,
      error: null,
      ok_at: expect.any(String) as string,
    });
    expect(await poll()).toBe(0);

    clock.jump(FEED.interval_min * MINUTE_MS);
    by = await test.signIn('manager');
    answers[FEED.url] = rss(entry('Bridge opens', '<description>Corrected</description>'));
    expect(await poll()).toBe(1);
    expect(await items()).toMatchObject([{ id: item?.id, version: 2, body: { en: 'Corrected', zh: '' } }]);
  });

  it('keeps news for 72 hours at most, and lets wait for a review what it may not publish', async () => {
    const published = new Date(clock.now()).toUTCString();
    answers[FEED.url] = rss(entry('Bridge opens', '', published));
    await make({ keep_h: 2_000, auto_publish: false, language: 'zh' });
    await poll();
    const [item] = await items();
    expect(item).toMatchObject({ state: 'in_review', title: { en: '', zh: 'Bridge opens' } });
    expect(Date.parse(item?.ends_at ?? '') - Date.parse(published)).toBe(72 * HOUR_MS);
  });

  it('is asked whether it has changed, and what nobody has changed keeps its version', async () => {
    answers[FEED.url] = rss(entry('Bridge opens', '', new Date(clock.now()).toUTCString()));
    const { id } = await make();
    await poll();
    await post(`/api/feeds/${id}/refresh`);
    await poll();
    expect((await items())[0]).toMatchObject({ version: 1 });
    clock.jump(FEED.interval_min * MINUTE_MS);
    by = await test.signIn('manager');
    await poll();
    expect(asked.map(({ headers }) => headers?.['if-none-match'] !== undefined)).toEqual([
      false,
      false,
      true,
    ]);
    expect((await read(id)).state).toBe('ok');
  });

  it('changes nothing that somebody rejected, ended or deleted', async () => {
    const now = new Date(clock.now()).toUTCString();
    const titles = ['Ended', 'Deleted', 'Kept'];
    const all = (body: string) =>
      rss(...titles.map(title => entry(title, `<description>${body}</description>`, now)));
    answers[FEED.url] = all('One');
    const { id } = await make();
    await poll();
    const [deleted, ended] = await items();
    await post(`/api/content-items/${ended?.id}/expire`);
    await call(test, by, 'DELETE', `/api/content-items/${deleted?.id}`, { version: 1 });
    answers[FEED.url] = all('Two');
    await post(`/api/feeds/${id}/refresh`);
    await poll();
    const left = await items();
    expect(left.map(({ title, body, state }) => [title.en, body.en, state])).toEqual([
      ['Ended', 'One', 'expired'],
      ['Kept', 'Two', 'live'],
    ]);
  });

  it('brings one picture for an entry, fetched once, which is no creative', async () => {
    const image = '<enclosure url="https://example.org/a.jpg" type="image/jpeg"/>';
    const none = '<enclosure url="https://example.org/none.jpg" type="image/jpeg"/>';
    const now = new Date(clock.now()).toUTCString();
    answers[FEED.url] = rss(entry('With', image, now), entry('Without', none, now));
    answers['https://example.org/a.jpg'] = PICTURE;
    answers['https://example.org/none.jpg'] = 'no picture';
    const { id } = await make();
    await poll();
    expect((await items()).map(item => item.image?.mime)).toEqual(['image/jpeg', undefined]);
    await post(`/api/feeds/${id}/refresh`);
    await poll();
    expect(asked.filter(({ url }) => url.endsWith('/a.jpg'))).toHaveLength(1);
    expect(await test.db.select().from(creatives)).toEqual([]);
    const listed = async (query: string) =>
      (await call(test, by, 'GET', `/api/media?${query}`)).json<{ items: MediaFile[] }>().items;
    expect(await listed('limit=100')).toEqual([]);
    expect((await call(test, by, 'GET', '/api/media/folders')).json()).toMatchObject({ files: 0 });
    const [file] = await listed('origin=feed');
    expect(file).toMatchObject({ origin: 'feed' });
    expect((await call(test, by, 'GET', `/api/media/${file?.id}`)).statusCode).toBe(200);
    await upload(test, by, PICTURE, { filename: 'own.jpg' });
    expect(await listed('limit=100')).toMatchObject([{ id: file?.id, origin: 'upload' }]);
  });

  it('that fails is asked more and more rarely, says why, and recovers', async () => {
    answers[FEED.url] = new OutboundError('private', 'example.org is no public address.');
    const { id } = await make();
    for (const [wait, state] of [
      [0, 'ok'],
      [2, 'stale'],
      [4, 'failing'],
    ] as const) {
      clock.jump(wait * HOUR_MS - 1);
      expect(await poll()).toBe(0);
      clock.jump(1);
      by = await test.signIn('manager');
      expect(await poll()).toBe(1);
      expect(await read(id)).toMatchObject({ error: 'private' });
      if (state !== 'stale') expect((await read(id)).state).toBe(state);
    }
    const [listed] = (await call(test, by, 'GET', '/api/feeds?status=failing')).json<{ items: Feed[] }>()
      .items;
    expect(listed?.id).toBe(id);
    answers[FEED.url] = rss();
    clock.jump(8 * HOUR_MS);
    by = await test.signIn('manager');
    await poll();
    expect(await read(id)).toMatchObject({ state: 'ok', error: null });
    clock.jump(2 * HOUR_MS + 1);
    by = await test.signIn('manager');
    expect((await read(id)).state).toBe('stale');
  });

  it('is not read while it is paused, deleted, or its tenant is not active', async () => {
    answers[FEED.url] = rss();
    const { id } = await make();
    await post(`/api/feeds/${id}/pause`);
    expect(await poll()).toBe(0);
    await post(`/api/feeds/${id}/resume`);
    await test.db.update(tenants).set({ status: 'suspended' }).where(eq(tenants.id, test.tenant_id));
    expect(await poll()).toBe(0);
    expect((await post('/api/feeds/preview', FEED_SOURCE)).json()).toMatchObject({ error: 'STATE' });
    await test.db.update(tenants).set({ status: 'active' }).where(eq(tenants.id, test.tenant_id));
    expect(await poll()).toBe(1);
    await post(`/api/feeds/${id}/refresh`);
    const { version } = await read(id);
    await call(test, by, 'DELETE', `/api/feeds/${id}`, { version });
    expect(await poll()).toBe(0);
  });
});

describe('a preview', () => {
  const show = (more: object = {}) => post('/api/feeds/preview', { ...FEED_SOURCE, ...more });

  it('shows what entries become by a mapping, with what is wrong, and keeps nothing', async () => {
    answers[FEED.url] = rss(entry('Driver', '<pay:firm>City Cabs</pay:firm>'), entry('Guard'));
    const mapping = [{ field: 'employer', from: 'pay:firm', value: '' }];
    const answer = await show({ kind: 'jobs', mapping });
    expect(answer.json()).toMatchObject({
      parts: expect.arrayContaining(['feed', 'title', 'pay:firm']) as string[],
      items: [
        { title: 'Driver', problems: { apply_url: ['Required'] } },
        { title: 'Guard', problems: { apply_url: ['Required'], employer: ['Required'] } },
      ],
    });
    expect(await items()).toEqual([]);
  });

  it('says by the name of its field why a feed cannot be read', async () => {
    answers[FEED.url] = new OutboundError('private', 'example.org is no public address.');
    expect((await show()).json()).toMatchObject({
      error: 'VALIDATION',
      details: { url: ['example.org is no public address.'], fault: 'private' },
    });
    answers[FEED.url] = '<html></html>';
    expect((await show()).json()).toMatchObject({
      details: { url: ['This is no RSS feed.'], fault: 'format' },
    });
  });
});

it('asks again for a picture that could not be had', async () => {
  const url = 'https://example.org/pic.jpg';
  const enclosure = `<enclosure url="${url}" type="image/jpeg" length="1000"/>`;
  const missing = new OutboundError('status', 'The answer was 503.');
  answers = { [FEED.url]: rss(entry('With a picture', enclosure)), [url]: missing };
  await make({ auto_publish: true, keep_h: 72 });
  await poll();
  expect((await items())[0]?.image_id).toBeNull();
  answers = { ...answers, [url]: PICTURE };
  clock.jump(FEED.interval_min * MINUTE_MS);
  by = await test.signIn('manager');
  await poll();
  expect((await items())[0]?.image_id).not.toBeNull();
});
