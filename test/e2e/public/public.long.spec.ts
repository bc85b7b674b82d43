/** What anybody may read without an account, and the player's page, which asks for none. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { test } from '../support/server/demoServer.ts';
import type { Wayside } from '../support/server/wayside.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TITLES = [
  ['/pricing', 'Pricing', '价格'],
  ['/jobs', 'Jobs', '招聘'],
  ['/contact', 'Contact', '联系我们'],
  ['/terms', 'Terms of use', '服务条款'],
  ['/privacy', 'Privacy policy', '隐私政策'],
  ['/dpa', 'Data processing agreement', '数据处理协议'],
  ['/translate', 'Phrasebook', '常用语'],
  ['/no-such-page', 'Page not found', '找不到页面'],
] as const;
const DOCUMENTS = ['/terms', '/privacy', '/dpa'];
const LEAST_TARGET_PX = 56;
const MM_PER_PT = 25.4 / 72;

let server: Wayside;
let browser: Browser;
test.beforeAll(({ browser: own, demoServer }) => {
  browser = own;
  server = demoServer;
});

async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}
const open = (page: Page, path: string) => page.goto(`${server.origin}${path}`);
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('ROUTE-PUB-02 ROUTE-PUB-04 ROUTE-PUB-05 ROUTE-PUB-06 ROUTE-PUB-08 ROUTE-PUB-09 public pages open without sign-in, in both languages, under the page’s own policy', async () => {
  for (const [locale, language] of [
    ['en-US', 1],
    ['zh-CN', 2],
  ] as const) {
    const page = await visitor({ locale });
    const broken: string[] = [];
    page.on('pageerror', error => broken.push(error.message));
    page.on('console', message => {
      if (/Content Security Policy|violat/i.test(message.text())) broken.push(message.text());
    });
    const asked: string[] = [];
    page.on('request', request => asked.push(request.url()));
    for (const titles of TITLES) {
      await open(page, titles[0]);
      await expect(title(page, titles[language])).toBeVisible();
      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.title()).toBe(`${titles[language]} | Wayside`);
      expect(new URL(page.url()).pathname).toBe(titles[0]);
      // The guide has topics where the other public pages have a footer.
      const isGuide = titles[0] === '/translate';
      const topics = page.getByRole('navigation', { name: language === 1 ? 'Topics' : '主题', exact: true });
      await expect(topics).toHaveCount(isGuide ? 1 : 0);
      await expect(page.getByRole('contentinfo')).toHaveCount(isGuide ? 0 : 1);
    }
    expect(asked.filter(url => new URL(url).origin !== server.origin)).toEqual([]);
    expect(asked.filter(url => url.includes('/api/auth/'))).toEqual([]);
    expect(broken).toEqual([]);
    await page.context().close();
  }
});

test(
  'public pages can be used by everybody, light and dark, wide and at 320 px',
  { tag: '@again' },
  async () => {
    for (const [locale, colorScheme, language] of [
      ['en-US', 'light', 1],
      ['zh-CN', 'dark', 2],
      ['en-US', 'dark', 1],
      ['zh-CN', 'light', 2],
    ] as const) {
      const page = await visitor({ locale, colorScheme, viewport: { width: 1280, height: 800 } });
      for (const titles of TITLES) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await open(page, titles[0]);
        await expect(title(page, titles[language])).toBeVisible();
        expect([locale, colorScheme, titles[0], await faults(page)]).toEqual([locale, colorScheme, titles[0], []]);
        await page.setViewportSize({ width: 320, height: 640 });
        expect([locale, titles[0], await overflow(page)]).toEqual([locale, titles[0], 0]);
      }
      await open(page, '/translate?topic=pay&phrase=receipt');
      await page.getByRole('dialog').waitFor();
      expect([locale, colorScheme, await faults(page)]).toEqual([locale, colorScheme, []]);
      await page.context().close();
    }
  },
);

test('PUBLIC-01 PUBLIC-02 OPEN-PUBLIC-03 the product says what it is, by name and tagline', async () => {
  const page = await visitor();
  await open(page, '/pricing');
  await expect(page.getByText('digital out-of-home advertising platform with AI analytics')).toBeVisible();
  for (const path of ['/pricing', '/auth']) {
    await open(page, path);
    await expect(page.getByText('Wayside', { exact: true })).toBeVisible();
    await expect(page.getByText('Sees moments, not identities').first()).toBeVisible();
  }
  await page.context().close();
});

test('PUBLIC-03 privacy and data processing name the GDPR and the CCPA', async () => {
  const page = await visitor();
  await open(page, '/privacy');
  await expect(page.getByText(/built to comply with .*\(GDPR\)/)).toBeVisible();
  await expect(page.getByText(/built to comply with .*\(CCPA\)/)).toBeVisible();
  await open(page, '/dpa');
  await expect(page.getByText(/compliance with the GDPR and the CCPA/)).toBeVisible();
  await page.context().close();
});

test('OPEN-PUBLIC-01 legal texts have a version and a day, say in both languages that they are templates, lead to each other, and print on A4', async () => {
  const page = await visitor({ colorScheme: 'dark' });
  for (const path of DOCUMENTS) {
    await open(page, path);
    await expect(page.getByText('Version 1.0')).toBeVisible();
    await expect(page.getByText('Effective from 1 Nov 2026')).toBeVisible();
    await expect(page.getByText('This text is a template. Have a lawyer check it')).toBeVisible();
    await page.getByRole('button', { name: '中文' }).click();
    await expect(page.getByText('版本 1.0')).toBeVisible();
    await expect(page.getByText('本文为模板')).toBeVisible();
    await page.getByRole('button', { name: 'English' }).click();
  }
  const others = page.getByRole('navigation', { name: 'Documents' });
  await others.getByRole('link', { name: 'Privacy' }).click();
  await expect(title(page, 'Privacy policy')).toBeFocused();
  await page.getByRole('button', { name: '中文' }).click();
  await expect(title(page, '隐私政策')).toBeVisible();
  await expect(page.getByText('自 2026年11月1日 起生效')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(title(page, '隐私政策')).toHaveCSS('color', 'rgb(0, 0, 0)');
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = [...paper.matchAll(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  const mm = sizes.map(([, width, height]) => [width, height].map(pt => Math.round(Number(pt) * MM_PER_PT)));
  expect(new Set(mm.map(String))).toEqual(new Set(['210,297']));
  await page.context().close();
});

test('whoever is signed in reads them, too, and finds the way back', async () => {
  const page = await visitor();
  await open(page, '/auth');
  await page.getByRole('button', { name: 'Viewer', exact: true }).click();
  await expect(page).toHaveURL(/\/campaigns$/);
  for (const path of DOCUMENTS) {
    await open(page, path);
    await expect(page.getByText('Version 1.0')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to my dashboard' }).click();
  await expect(page).toHaveURL(`${server.origin}/campaigns`);
  await page.context().close();
});

test('OPEN-CONST-01 the calculator says plays and costs of the seeded plans, marked as examples, and which costs least', async () => {
  const page = await visitor();
  await open(page, '/pricing');
  await expect(page.getByText('8,640')).toBeVisible();
  await expect(page.getByText('259,200')).toBeVisible();
  await expect(page.getByRole('row', { name: /^City/ })).toContainText('€3,111.60');
  await expect(page.getByRole('row', { name: /^City/ })).toContainText('Lowest');
  await page.getByLabel('Share of voice (%)').fill('30');
  await expect(page.getByRole('row', { name: /^Street/ })).toContainText('Share too large');
  await page.getByLabel('Screens').fill('many');
  await expect(page.getByText('A whole number from 1 to 5,000')).toBeVisible();
  await expect(page.getByText('Example list prices, excluding tax')).toBeVisible();
  const start = page.getByRole('link', { name: 'Create an account' });
  await expect(start).toHaveAttribute('href', '/auth?mode=register');
  await start.click();
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
  await page.context().close();
});

test('the phrasebook shows one phrase on the whole screen, by keyboard as well, with large targets', async () => {
  const page = await visitor({ viewport: { width: 390, height: 844 } });
  await open(page, '/translate');
  const small = await page
    .locator('main button')
    .evaluateAll(
      (buttons, least) => buttons.filter(button => button.getBoundingClientRect().height < least).length,
      LEAST_TARGET_PX,
    );
  expect(small).toBe(0);
  await page.getByRole('button', { name: 'Paying' }).press('Enter');
  await page.getByRole('button', { name: /^Can I pay by card\?/ }).press('Enter');
  const shown = page.getByRole('dialog');
  const large = shown.locator('#phrase');
  await expect(large).toHaveText('可以刷卡吗？');
  await expect(shown.getByText('Can I pay by card?')).toBeVisible();
  expect(await shown.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  const sizes = await shown.getByRole('button').evaluateAll(buttons =>
    buttons.map(button => {
      const { width, height } = button.getBoundingClientRect();
      return Math.min(width, height);
    }),
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(LEAST_TARGET_PX);
  await page.keyboard.press('ArrowRight');
  await expect(large).toHaveText('对不起，只收现金。');
  await page.keyboard.press('s');
  await expect(large).toHaveText('Cash only, I am sorry.');
  await page.keyboard.press('Escape');
  await expect(shown).toHaveCount(0);
  await expect(page).toHaveURL(/\/translate\?topic=pay$/);
  await page.getByRole('button', { name: /^多少钱？/ }).click();
  await expect(large).toHaveText('How much is it?');
  await page.goBack();
  await expect(shown).toHaveCount(0);
  await page.context().close();
});

test('ROUTE-PUB-12 AMBIG-ROUTE-03 the player fills the screen, asks nobody to sign in, and loads nothing of the console', async () => {
  const page = await visitor({ viewport: { width: 1280, height: 720 } });
  const asked: string[] = [];
  /** The page's own list of what it loaded is emptied by its meter of bytes. */
  const scripts: string[] = [];
  page.context().on('request', request => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) scripts.push(pathname);
    if (pathname.startsWith('/api/auth/') || 'authorization' in request.headers()) asked.push(pathname);
  });
  await open(page, '/player');
  await expect(page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/player');
  for (const layer of ['#ground', '#stage', '#over']) {
    const box = await page.locator(layer).evaluate(element => [element.clientWidth, element.clientHeight]);
    expect([layer, ...box]).toEqual([layer, 1280, 720]);
  }
  expect(await overflow(page)).toBe(0);
  await expect(page.locator('input, nav, header')).toHaveCount(0);
  const door = page.getByRole('link', { name: 'Sign in to the console' });
  await expect(door).toHaveAttribute('href', '/auth');
  expect((await door.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  // Content would lie over it: the ground is not drawn then.
  await page.locator('#stage').evaluate(stage => (stage.dataset['full'] = ''));
  await expect(door).toBeHidden();
  await page.evaluate(() => {
    localStorage.setItem('kiosk_mode', 'true');
    localStorage.setItem('kiosk_pin', 'pbkdf2-sha256$600000$c2FsdA$aGFzaA');
  });
  await page.reload();
  await expect(page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/)).toBeVisible();
  await expect(door).toHaveCount(0);
  expect(asked).toEqual([]);
  expect(scripts.length).toBeGreaterThan(2);
  const ofPlayer = scripts.splice(0);
  await open(page, '/auth');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect.poll(() => scripts.length).toBeGreaterThan(2);
  expect(ofPlayer.filter(path => scripts.includes(path))).toEqual([]);
  await page.context().close();
});

test('OPEN-PUBLIC-02 the phrasebook opens again without a connection, with both languages on one screen', async () => {
  const page = await visitor({ serviceWorkers: 'allow' });
  await open(page, '/translate');
  await expect(page.getByText('Also works without a connection')).toBeVisible();
  await page.context().setOffline(true);
  await page.goto('about:blank');
  await open(page, '/translate');
  await expect(title(page, 'Phrasebook')).toBeVisible();
  await page.getByRole('button', { name: 'Help' }).click();
  const phrase = page.getByRole('button', { name: /^Please call an ambulance\./ });
  await expect(phrase).toContainText('请叫救护车。');
  await phrase.click();
  await expect(page.getByRole('dialog').getByText('请叫救护车。')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('dialog').getByText('请叫救护车。')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '中文', exact: true }).click();
  await expect(title(page, '常用语')).toBeVisible();
  await page.context().close();
});
