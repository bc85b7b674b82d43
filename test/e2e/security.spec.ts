import { expect, test, type Page } from '@playwright/test';
import { routes } from '../../console/routes/index.ts';
import { OWN_PASSWORD, Api } from './support/api.ts';
import { Wayside } from './support/wayside.ts';

let server: Wayside;
let staff: string;
test.beforeAll(async () => {
  server = await Wayside.start();
  const first = server.firstAdmin();
  await (await new Api(server.origin).enter(first)).openPortal();
  staff = first.email;
});
test.afterAll(() => server.remove());

/** Whatever the page's policy refuses and whatever the page complains about, frames included. */
async function watched(page: Page): Promise<{ refused: string[]; complaints: string[] }> {
  const refused: string[] = [];
  const complaints: string[] = [];
  await page.exposeFunction('tellRefused', (what: string) => void refused.push(what));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', event => {
      const { effectiveDirective, blockedURI, sample } = event;
      const tell = (window as unknown as { tellRefused: (what: string) => void }).tellRefused;
      tell(`${location.pathname} ${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(`${page.url()} ${message.text()}`);
  });
  page.on('pageerror', error => complaints.push(`${page.url()} ${error.message}`));
  return { refused, complaints };
}

async function enter(page: Page, role: string): Promise<void> {
  await page.goto(`${server.origin}/auth`);
  if (role === staff) {
    await page.getByLabel('Email').fill(staff);
    await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
  } else await page.getByRole('button', { name: role, exact: true }).click();
  await expect(page).not.toHaveURL(/\/auth/);
}
/** The page and what it reads have come. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(`${server.origin}${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}
const real = routes.filter(route => route.screen !== null).map(route => route.path);
const shape = (path: string) => new RegExp(`^${path.replaceAll(/:[a-z_]+/g, '[0-9a-f-]{36}')}$`);

test('every real page, and the player, stand under their policies without a word of complaint', async ({
  browser,
}) => {
  const open = new Set(real);
  for (const role of [staff, 'Admin', 'Device owner', 'Viewer']) {
    const context = await browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    const { refused, complaints } = await watched(page);
    await visit(page, '/auth?mode=register');
    await enter(page, role);
    const links = new Set<string>();
    const seen = async (pattern: string, path: string) => {
      await visit(page, path);
      for (const href of await page
        .locator('main a[href]')
        .evaluateAll(all => all.map(a => new URL((a as HTMLAnchorElement).href).pathname)))
        links.add(href);
      if (new URL(page.url()).pathname === path) open.delete(pattern as (typeof real)[number]);
    };
    for (const path of real.filter(one => !one.includes(':'))) await seen(path, path);
    for (const pattern of real.filter(one => one.includes(':'))) {
      const found = [...links].find(link => shape(pattern).test(link));
      if (found !== undefined) await seen(pattern, found);
    }
    for (const pattern of real.filter(one => one.endsWith('/edit'))) {
      const record = [...links].find(link => shape(pattern.replace(/\/edit$/, '')).test(link));
      if (record !== undefined) await seen(pattern, `${record}/edit`);
    }
    await page.goto(`${server.origin}/player`);
    await expect(page.locator('#over, #stage').first()).toBeAttached();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    expect(refused).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  }
  expect([...open]).toEqual([]);
});

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

test('text becomes neither markup nor script, and no other script is registered', async ({ page }) => {
  const { refused } = await watched(page);
  for (const path of ['/auth', '/player']) {
    await page.goto(`${server.origin}${path}`);
    if (path === '/player') await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
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

test('each answer of a page carries its policy, the console a nonce of its own', async ({ request }) => {
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
