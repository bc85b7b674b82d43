/** What waits, behind links that lie: nothing is lost, nothing done twice, nobody hammered. */
import { expect, test, type Browser } from '@playwright/test';
import { MAX_PAUSE_MS } from '../../../shared/queue/policy.ts';
import { FaultProxy, PORTAL, type Reply } from '../../support/server/faultProxy.ts';
import { Api } from '../support/server/api.ts';
import {
  begin,
  button,
  cut,
  joined,
  keep,
  openSheet,
  place,
  signInToList,
  standing,
  writesTo,
} from '../support/pages/waiting.ts';
import { Wayside } from '../support/server/wayside.ts';

const WATCHED_MS = 20_000;
/** A request is given up after 30 s, and sent again 1 s later. */
const GIVEN_UP_MS = 60_000;
const TEN_YEARS: Reply = {
  status: 429,
  headers: { 'content-type': 'application/json', 'retry-after': '315360000' },
  body: JSON.stringify({ error: 'RATE_LIMITED', message: 'Not before 2036.', details: {} }),
};

let server: Wayside;
let api: Api;
test.beforeAll(async () => {
  server = await Wayside.start();
  api = await new Api(server.origin).enter(server.firstAdmin());
  await api.setPortal(true);
});
test.afterAll(() => server.remove());

/** One change waits behind a link of its own, which is cut. */
async function waiting(browser: Browser, name: string) {
  const proxy = await FaultProxy.before(() => server.port);
  const where = await place(api, name);
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await signInToList(page, proxy);
  await begin(page, where, 'Changed on the way');
  await cut(context, proxy);
  await keep(page, where);
  proxy.log.length = 0;
  const listed = async () => {
    const sheet = await openSheet(page);
    const text = await sheet.getByRole('listitem').innerText();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    return text;
  };
  return {
    page,
    proxy,
    listed,
    join: () => joined(context, proxy),
    sent: () => writesTo(proxy, where),
    stands: () => standing(api, where),
    /** It was done, once. */
    isDone: async (within: number) => {
      const version = async () => (await standing(api, where)).version;
      await expect.poll(version, { timeout: within }).toBeGreaterThan(where.version);
      await expect(button(page)).toBeHidden();
      expect(await standing(api, where)).toMatchObject({
        address: 'Changed on the way',
        version: where.version + 1,
      });
      await context.close();
      await proxy.close();
    },
    before: where,
  };
}
type Waiting = Awaited<ReturnType<typeof waiting>>;
const isWrite = (method = '') => method !== 'GET' && method !== 'HEAD';

async function behindPortal({ page, proxy, listed, join, sent, stands, isDone, before }: Waiting) {
  proxy.faults.instead = () => PORTAL;
  await join();
  await expect.poll(() => sent().length).toBeGreaterThan(0);
  await page.waitForTimeout(WATCHED_MS);
  expect(sent().length).toBeLessThanOrEqual(6);
  expect(await listed()).toContain('Queued');
  expect(await stands()).toMatchObject({ version: before.version });
  proxy.faults.instead = null;
  proxy.log.length = 0;
  await isDone(30_000);
  expect(sent()).toHaveLength(1);
}

async function halfOpen({ page, proxy, listed, join, sent, isDone }: Waiting) {
  proxy.faults.instead = ({ method }) => (isWrite(method) ? 'silence' : null);
  await join();
  await expect.poll(() => sent().length).toBe(1);
  await page.waitForTimeout(WATCHED_MS);
  expect(sent()).toHaveLength(1);
  expect(await listed()).toContain('Queued');
  proxy.faults.instead = null;
  await isDone(GIVEN_UP_MS);
  expect(sent()).toHaveLength(2);
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
}

async function askedToWait({ page, proxy, listed, join, sent, isDone }: Waiting) {
  proxy.faults.instead = ({ method }) => (isWrite(method) ? TEN_YEARS : null);
  await join();
  await expect.poll(() => sent().length).toBe(1);
  await page.waitForTimeout(WATCHED_MS);
  expect(sent()).toHaveLength(1);
  expect(await listed()).toContain('Tried 1 time');
  proxy.faults.instead = null;
  // What the server told one page holds for the next one, too, but never for longer than an hour.
  await page.reload();
  await expect(button(page)).toHaveAccessibleName('1 pending change');
  await page.waitForTimeout(WATCHED_MS);
  expect(sent()).toHaveLength(1);
  await page.clock.install({ time: Date.now() + MAX_PAUSE_MS });
  await page.reload();
  await isDone(30_000);
  expect(sent()).toHaveLength(2);
}

test(
  'what waits outlives a portal, a connection nobody answers and a server that asks for ten years, and is done once',
  { tag: '@again' },
  async ({ browser }) => {
    const each = [
      ['Behind a portal', behindPortal],
      ['Half open', halfOpen],
      ['Asked to wait', askedToWait],
    ] as const;
    await Promise.all(each.map(async ([name, story]) => story(await waiting(browser, name))));
  },
);
