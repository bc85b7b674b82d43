import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ContentItem } from '../../../../shared/contract/content/contentItem.ts';
import type { Feed } from '../../../../shared/contract/content/feed.ts';
import { readDueFeeds } from '../../../../server/content/feeds/poller.ts';
import { contentFeeds, contentItems, submissions } from '../../../../server/db/schema.ts';
import type { OutboundRequest } from '../../../../server/net/outbound.ts';
import { manualClock } from '../../../support/clock.ts';
import { FEED } from '../../../support/server/content/items.ts';
import { localCalls } from '../../../support/server/content/localCalls.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { REASON } from '../../../support/server/submissions.ts';

const MINUTE_MS = 60_000;
const clock = manualClock(Date.parse('2026-11-24T08:00:00.000Z'));
/** What lies outside answers this. */
let answer = '';
/** Happens while the feed is being read. */
let meanwhile: () => Promise<unknown> = () => Promise.resolve();
/** Whether it names a version, and says so where that was read before. */
let isTagged = false;
const outbound = async ({ headers }: OutboundRequest) => {
  await meanwhile();
  const etag = isTagged ? `"${answer.length}"` : null;
  const isModified = etag === null || headers?.['if-none-match'] !== etag;
  return { isModified, bytes: Buffer.from(answer), etag, last_modified: null };
};

let test: TestServer;
let by: TestServer['admin'];
let calls: ReturnType<typeof localCalls>;
beforeAll(async () => {
  test = await startTestServer({ clock, outbound });
  calls = localCalls(test);
});
beforeEach(async () => {
  by = await test.signIn('manager');
  meanwhile = () => Promise.resolve();
  isTagged = false;
  await test.db.delete(submissions);
  await test.db.delete(contentItems);
  await test.db.delete(contentFeeds);
});
afterAll(() => test.close());

const PUBLISHED = 'Tue, 24 Nov 2026 06:00:00 GMT';
const rss = (...entries: [title: string, more?: string][]) =>
  `<rss><channel><title>City paper</title>${entries
    .map(
      ([title, more = '']) =>
        `<item><title>${title}</title><guid>${title}</guid><pubDate>${PUBLISHED}</pubDate>${more}</item>`,
    )
    .join('')}</channel></rss>`;
const make = async (more: object = {}) => {
  const made = await calls.post(by, '/api/feeds', { ...FEED, keep_h: 72, ...more });
  return made.json<Feed>();
};
const items = async () =>
  (await call(test, by, 'GET', '/api/content-items?sort=title')).json<{ items: ContentItem[] }>().items;
const poll = () =>
  readDueFeeds(test.server, fault => {
    throw fault;
  });
/** When it is due, and the access tokens of before are over. */
async function pollAgain() {
  clock.jump(FEED.interval_min * MINUTE_MS);
  by = await test.signIn('manager');
  await poll();
}

it('what a feed brings is decided like everything else, though nobody submitted it', async () => {
  answer = rss(['One'], ['Two'], ['Three']);
  await make({ auto_publish: false });
  await poll();
  const [one, three, two] = (await items()).map(({ id }) => id) as [string, string, string];
  expect((await calls.decide(by, one, 'approve')).json()).toMatchObject({ state: 'approved' });
  expect((await calls.decide(by, two, 'reject', REASON)).json()).toMatchObject({ state: 'rejected' });
  expect((await calls.act(by, three, 'publish')).json()).toMatchObject({ state: 'live' });
  expect(await calls.statesOf(by, three)).toEqual(['approved']);
});

it('an edit of a feed that was rejected does not come back until the feed says something else', async () => {
  answer = rss(['Bridge opens']);
  await make({ auto_publish: false });
  await poll();
  const [item] = await items();
  const { id } = item!;
  await calls.decide(by, id, 'approve');
  answer = rss(['Bridge opens', '<description>Spam words</description>']);
  await pollAgain();
  expect((await calls.decide(by, id, 'reject', REASON)).statusCode).toBe(200);
  await pollAgain();
  expect(await calls.statesOf(by, id)).toEqual(['approved', 'rejected']);
  answer = rss(['Bridge opens', '<description>Better words</description>']);
  await pollAgain();
  expect(await calls.statesOf(by, id)).toEqual(['approved', 'pending', 'rejected']);
});

it('what somebody added to an item stays when its feed is read again, and what the feed changed goes in', async () => {
  answer = rss(['Harbour fair']);
  await make();
  await poll();
  const [item] = await items();
  const geo = { lat: 1, lng: 2, radius_m: 500 };
  const title = { en: 'Harbour fair', zh: '海港集市' };
  await calls.edit(by, item!.id, { title, geo, category: 'Town' });
  answer = rss(['Harbour fair', '<description>From noon on</description>']);
  await pollAgain();
  expect(await calls.read(by, item!.id)).toMatchObject({
    ...{ title, geo, category: 'Town', body: { en: 'From noon on', zh: '' } },
  });
});

it('a feed that is deleted while it is read fills nothing any more', async () => {
  answer = rss(['One'], ['Two']);
  const { id } = await make();
  meanwhile = async () => {
    meanwhile = () => Promise.resolve();
    const { version } = (await call(test, by, 'GET', `/api/feeds/${id}`)).json<Feed>();
    expect((await call(test, by, 'DELETE', `/api/feeds/${id}`, { version })).statusCode).toBe(204);
  };
  await poll();
  expect(await items()).toEqual([]);
});

it('brings what it corrected while somebody looked at it after his decision, though it is not modified again', async () => {
  isTagged = true;
  answer = rss(['The bridge is open']);
  await make({ auto_publish: false });
  await poll();
  const [{ id } = { id: '' }] = await items();
  expect((await calls.look(by, id)).statusCode).toBe(200);
  answer = answer.replace('<title>The bridge is open', '<title>The bridge is closed');
  await pollAgain();
  expect((await items())[0]?.title.en).toBe('The bridge is open');
  expect((await calls.decide(by, id, 'approve')).statusCode).toBe(200);
  await pollAgain();
  expect((await call(test, by, 'GET', `/api/content-items/${id}`)).body).toContain('The bridge is closed');
});
