import { afterAll, beforeAll, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import type { alertFeeds } from '../../../shared/contract/alerts/alertFeed.ts';
import { readDueAlertFeeds } from '../../../server/alerts/feeds/readAlertFeed.ts';
import { OutboundError, type OutboundRequest } from '../../../server/net/outbound.ts';
import { manualClock } from '../../support/clock.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { capXml } from './documents.ts';

const URL = 'https://alerts.example/feed.atom';
const clock = manualClock(Date.parse('2026-11-24T09:00:00.000Z'));
/** What lies outside: answers by address, and what was requested. */
let answers: Record<string, string> = {};
let requests: OutboundRequest[] = [];
const outbound = (request: OutboundRequest) => {
  requests.push(request);
  const answer = answers[request.url];
  if (answer === undefined) return Promise.reject(new OutboundError('status', 'The answer was 404.'));
  const etag = `"${answer.length}"`;
  const isModified = request.headers?.['if-none-match'] !== etag;
  return Promise.resolve({ isModified, bytes: Buffer.from(answer), etag, last_modified: null });
};
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock, outbound });
});
afterAll(() => test.close());

const post = (url: string, payload: object = {}) => call(test, test.admin, 'POST', url, { payload });
const poll = () =>
  readDueAlertFeeds(test.server, fault => {
    throw fault;
  });
async function nextPoll() {
  clock.jump(61_000);
  test.admin.headers = (await test.signIn('admin')).headers;
  return poll();
}
const states = async () => {
  const { items } = (await call(test, test.admin, 'GET', '/api/alerts?sort=created_at')).json<{
    items: Alert[];
  }>();
  return Object.fromEntries(items.map(({ cap_key, state }) => [cap_key?.identifier ?? '', state as string]));
};
const message = (identifier: string, more: object = {}) =>
  capXml({ identifier, sent: instant(clock.now()), ...more }).replace(/^<\?xml.*\?>\s*/, '');
const atom = (...entries: string[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom">${entries.map(one => `<entry>${one}</entry>`).join('')}</feed>`;
const held = (cap: string) => `<content type="application/cap+xml">${cap}</content>`;

it('a feed brings its alerts once, follows entries that only name them, is not read again unchanged, and ends what it cancels', async () => {
  const sent = instant(clock.now());
  answers = {
    [URL]: atom('<link>https://alerts.example/1.cap</link>', '<link>https://alerts.example/gone.cap</link>'),
    'https://alerts.example/1.cap': message('F-1'),
  };
  const feed = { name: 'Weather service', url: URL, kind: 'atom', auto_publish: true, poll_s: 60 };
  const made = (await post('/api/alert-feeds', feed)).json<{ id: string }>();
  expect(await poll()).toBe(1);
  expect(await states()).toEqual({ 'F-1': 'active' });

  requests = [];
  await nextPoll();
  expect(requests).toMatchObject([{ url: URL, headers: { 'if-none-match': expect.any(String) as string } }]);
  expect(await states()).toEqual({ 'F-1': 'active' });

  answers[URL] = atom(
    held(message('F-2', { msgType: 'Cancel', references: `s@x,F-1,${sent}` })),
    held(message('F-3', { severity: 'Minor' })),
  );
  await nextPoll();
  expect(await states()).toEqual({ 'F-1': 'cancelled', 'F-3': 'active' });

  answers = {};
  await nextPoll();
  const row = (await call(test, test.admin, 'GET', `/api/alert-feeds/${made.id}`)).json<
    ReturnType<typeof alertFeeds.row.parse>
  >();
  expect(row).toMatchObject({ error: 'status', alerts: 2, state: 'ok' });
});
