import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ContentItem } from '../../../../shared/contract/content/contentItem.ts';
import type { Feed } from '../../../../shared/contract/content/feed.ts';
import { readDueFeeds } from '../../../../server/content/feeds/poller.ts';
import { contentFeeds, contentItems, submissions } from '../../../../server/db/schema.ts';
import { OutboundError, type OutboundRequest } from '../../../../server/net/outbound.ts';
import { manualClock } from '../../../support/clock.ts';
import { FEED } from '../../../support/server/content/items.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { localCalls } from '../../../support/server/content/localCalls.ts';

const MINUTE_MS = 60_000;
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
const items = async (query = 'sort=title') =>
  (await call(test, by, 'GET', `/api/content-items?${query}`)).json<{ items: ContentItem[] }>().items;
const poll = () =>
  readDueFeeds(test.server, fault => {
    throw fault;
  });
const entry = (guid: string, title: string, more = '') =>
  `<item><title>${title}</title><guid>${guid}</guid><pubDate>Tue, 24 Nov 2026 06:00:00 GMT</pubDate>${more}</item>`;
const rss = (...entries: string[]) =>
  `<rss><channel><title>City paper</title>${entries.join('')}</channel></rss>`;

async function again() {
  clock.jump(FEED.interval_min * MINUTE_MS);
  by = await test.signIn('manager');
  await poll();
}

it('what a feed corrects while somebody looks at it is brought after his decision', async () => {
  const calls = localCalls(test);
  answers = { [FEED.url]: rss(entry('g1', 'The bridge is open')) };
  await make({ auto_publish: false, keep_h: 72 });
  await poll();
  const [one] = await items();
  expect((await calls.look(by, one!.id)).statusCode).toBe(200);
  answers = { [FEED.url]: rss(entry('g1', 'The bridge is closed')) };
  await again();
  expect((await items())[0]!.title.en).toBe('The bridge is open');
  expect((await calls.decide(by, one!.id, 'approve')).statusCode).toBe(200);
  await again();
  const [now] = await items();
  const waiting = await call(test, by, 'GET', `/api/content-items/${now!.id}`);
  expect(waiting.body).toContain('The bridge is closed');
  asked = [];
  await again();
  expect(asked[0]?.headers?.['if-none-match']).toBeDefined();
});

it('a picture that could not be had is asked for again', async () => {
  const url = 'https://example.org/pic.jpg';
  const picture = `<enclosure url="${url}" type="image/jpeg" length="1000"/>`;
  const missing = new OutboundError('status', 'The answer was 503.');
  answers = { [FEED.url]: rss(entry('g1', 'With a picture', picture)), [url]: missing };
  await make({ auto_publish: true, keep_h: 72 });
  await poll();
  expect((await items())[0]!.image_id).toBeNull();
  answers = { ...answers, [url]: PICTURE };
  await again();
  expect((await items())[0]!.image_id).not.toBeNull();
});
