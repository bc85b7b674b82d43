import { sql } from 'drizzle-orm';
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
  const { items } = (await call(test, test.admin, 'GET', '/api/alerts?sort=-created_at')).json<{
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
    [URL]: atom('<link>https://alerts.example/1.cap</link>'),
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
  await call(test, test.admin, 'DELETE', `/api/alert-feeds/${made.id}`, { version: row.version });
});

const link = (n: number | string) => `https://alerts.example/${n}.cap`;
const naming = (...names: (number | string)[]) => atom(...names.map(one => `<link>${link(one)}</link>`));
/** A feed of its own address; what the reading of it threw. */
async function follow(url: string, more: object = {}) {
  const feed = { name: url.slice(-12), url, kind: 'atom', auto_publish: true, poll_s: 60, ...more };
  const { id } = (await post('/api/alert-feeds', feed)).json<{ id: string }>();
  const row = async () => (await call(test, test.admin, 'GET', `/api/alert-feeds/${id}`)).json<Row>();
  return {
    row,
    async poll() {
      const faults: unknown[] = [];
      requests = [];
      clock.jump(61_000);
      test.admin.headers = (await test.signIn('admin')).headers;
      await readDueAlertFeeds(test.server, fault => faults.push(fault));
      return { faults, asked: requests.filter(one => !answers[url] || one.url !== url).map(one => one.url) };
    },
    async stop() {
      await call(test, test.admin, 'DELETE', `/api/alert-feeds/${id}`, { version: (await row()).version });
    },
  };
}
type Row = ReturnType<typeof alertFeeds.row.parse>;

it('an entry that fails is read with the next poll, and what was read is not read again', async () => {
  const url = 'https://alerts.example/fails.atom';
  answers = { [url]: naming('g1', 'g2'), [link('g1')]: message('G-1') };
  const feed = await follow(url);
  expect((await feed.poll()).asked).toEqual([link('g1'), link('g2')]);
  expect(await feed.row()).toMatchObject({ alerts: 1, failed: 1, error: 'status', state: 'ok' });
  answers[link('g2')] = message('G-2');
  expect((await feed.poll()).asked).toEqual([link('g2')]);
  expect(await feed.row()).toMatchObject({ alerts: 2, failed: 0, error: null });
  await feed.poll();
  expect(requests).toMatchObject([{ url, headers: { 'if-none-match': expect.any(String) as string } }]);
  await feed.stop();
});

it('entries past fifty are followed with the next polls', async () => {
  const url = 'https://alerts.example/many.atom';
  const names = Array.from({ length: 120 }, (_, n) => `m${n}`);
  answers = { [url]: naming(...names) };
  for (const name of names) answers[link(name)] = message(name, { severity: 'Minor' });
  const feed = await follow(url, { auto_publish: false });
  for (const count of [50, 50, 20, 0]) expect((await feed.poll()).asked).toHaveLength(count);
  expect(await feed.row()).toMatchObject({ alerts: 120, failed: 0 });
  await feed.stop();
});

it('an alert that cannot be kept does not stop the ones after it, and is counted', async () => {
  const url = 'https://alerts.example/bad.atom';
  await test.db.execute(sql`alter table alerts add constraint not_that check (cap_identifier <> 'H-2')`);
  answers = { [url]: atom(held(message('H-1')), held(message('H-2')), held(message('H-3'))) };
  const feed = await follow(url);
  expect((await feed.poll()).faults).toHaveLength(1);
  expect(await feed.row()).toMatchObject({ alerts: 2, failed: 1, error: 'unkept', state: 'ok' });
  await test.db.execute(sql`alter table alerts drop constraint not_that`);
  expect((await feed.poll()).faults).toEqual([]);
  expect(await feed.row()).toMatchObject({ alerts: 3, failed: 0, error: null });
  await feed.stop();
});

it('its limit holds for what is new: an update of what was taken is taken however little it urges', async () => {
  const url = 'https://alerts.example/limit.atom';
  const sent = instant(clock.now());
  answers = { [url]: atom(held(message('L-1')), held(message('L-0', { severity: 'Minor' }))) };
  const feed = await follow(url, { max_priority: 1 });
  await feed.poll();
  const of = (name: string) => ({ msgType: 'Update', severity: 'Minor', references: `s@x,${name},${sent}` });
  answers[url] = atom(held(message('L-2', of('L-1'))), held(message('L-3', of('L-9'))));
  await feed.poll();
  expect(await states()).toMatchObject({ 'L-1': 'superseded', 'L-2': 'active' });
  // The alert that L-3 calms down comes after it.
  answers[url] = atom(held(message('L-9')));
  await feed.poll();
  const now = await states();
  expect(now['L-9']).toBe('cancelled');
  expect(Object.keys(now)).not.toEqual(expect.arrayContaining(['L-0']));
  expect(Object.keys(now)).not.toEqual(expect.arrayContaining(['L-3']));
  await feed.stop();
});

it('a character that is cut in the middle, or none at all, is kept whole or left away', async () => {
  const url = 'https://alerts.example/emoji.atom';
  const flood = `x${'🌊'.repeat(300)}\ud83c`;
  answers = { [url]: atom(held(message('E-1').replace('Flood', flood)), held(message('E-2'))) };
  const feed = await follow(url);
  expect((await feed.poll()).faults).toEqual([]);
  expect(await feed.row()).toMatchObject({ alerts: 2, failed: 0 });
  await feed.stop();
});
