import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ContentItem } from '../../../../shared/contract/content/contentItem.ts';
import type { Feed } from '../../../../shared/contract/content/feed.ts';
import { readDueFeeds } from '../../../../server/content/feeds/poller.ts';
import { contentFeeds, contentItems, submissions } from '../../../../server/db/schema.ts';
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
const outbound = async () => {
  await meanwhile();
  return { isModified: true, bytes: Buffer.from(answer), etag: null, last_modified: null };
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
