import { expect, test } from '@playwright/test';
import { enter, visit, watched, writeHarm } from '../support/pages/everyPage.ts';
import { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
test.beforeAll(async () => {
  server = await Wayside.start();
});
test.afterAll(() => server.remove());

interface Factory {
  createPolicy(name: string, rules: object): object;
}
/** Each from a task of the page's own: what the debugger itself runs, no policy holds. */
const attempts = () => {
  const types = (window as unknown as { trustedTypes: Factory }).trustedTypes;
  const asIs = (text: string) => text;
  const all: Record<string, () => unknown> = {
    markup: () => (document.createElement('p').innerHTML = '<img src=x onerror=alert(1)>'),
    evaluation: () => void (0, eval)('1'),
    script: () => (document.createElement('script').src = '/theme.js'),
    worker: () => navigator.serviceWorker.register('/theme.js'),
    policy: () => types.createPolicy('another', { createHTML: asIs }),
    again: () => types.createPolicy('wayside', { createScriptURL: asIs }),
  };
  const tried = async ([name, attempt]: [string, () => unknown]) => {
    try {
      await attempt();
      return [name, 'allowed'];
    } catch (error) {
      return [name, (error as Error).name];
    }
  };
  return new Promise<string[][]>(done =>
    setTimeout(() => void Promise.all(Object.entries(all).map(tried)).then(done)),
  );
};

test('C5 text becomes neither markup nor script, and no other script is registered', async ({ page }) => {
  const { refused } = await watched(page);
  for (const path of ['/auth', '/player']) {
    await page.goto(`${server.origin}${path}`);
    // The sign-in is painted before its program starts.
    if (path === '/auth')
      await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    expect(await page.evaluate(attempts)).toEqual([
      ['markup', 'TypeError'],
      ['evaluation', 'EvalError'],
      ['script', 'TypeError'],
      ['worker', 'TypeError'],
      ['policy', 'TypeError'],
      ['again', 'TypeError'],
    ]);
  }
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(8);
});

test('C5 each answer of a page carries its policy, the console a nonce of its own', async ({ request }) => {
  const policyOf = async (path: string) => {
    const answer = await request.get(`${server.origin}${path}`);
    return { policy: answer.headers()['content-security-policy'] ?? '', text: await answer.text() };
  };
  const [one, two, player] = [await policyOf('/auth'), await policyOf('/auth'), await policyOf('/player')];
  const nonce = /'nonce-([\w-]{22})'/.exec(one.policy)?.[1] ?? 'none';
  expect(one.text).toContain(`<meta name="csp-nonce" content="${nonce}"`);
  expect(two.policy).not.toContain(nonce);
  for (const { policy } of [one, two, player]) {
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
  }
  for (const { policy } of [one, player]) expect(policy).toMatch(/trusted-types wayside(;|$)/);
  expect(one.policy).toContain("connect-src 'self';");
});

/** Where what others wrote is shown; all pages, languages and definitions: `npm run test:long -- console definitions`. */
const SHOWN = [
  '/admin/devices',
  '/admin/devices/monitor',
  '/creatives',
  '/playlists',
  '/admin/users',
  '/admin/settings',
  '/admin/audit',
  '/admin/system',
];
test('C5 text that would be script, stored in the fields there are, is shown as text and violates no policy', async ({
  page,
}) => {
  const { refused, complaints } = await watched(page);
  const { email } = await writeHarm(server);
  await enter(page, server.origin, email);
  let texts = '';
  for (const path of SHOWN) {
    await visit(page, server.origin + path);
    texts += await page.locator('main').innerText();
    expect([path, await page.title()]).not.toEqual([path, 'harmed']);
  }
  expect(texts).toContain('<img src=x onerror=');
  expect([refused, complaints]).toEqual([[], []]);
});
