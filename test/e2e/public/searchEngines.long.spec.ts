/** What is read of the public pages by whoever runs no script. */
import { expect } from '@playwright/test';
import { textsOf } from '../support/pages/texts.ts';
import { test } from '../support/server/demoServer.ts';

test('a search engine reads title, description and both languages of each public page, and finds all of them', async ({
  page,
  request,
  demoServer,
}) => {
  const { origin } = demoServer;
  const get = (path: string, language = 'en') =>
    request.get(`${origin}${path}`, { headers: { 'accept-language': language } });
  expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${origin}/sitemap.xml`);
  const map = await (await get('/sitemap.xml')).text();
  const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '');
  expect(addresses).toHaveLength(18);
  const titles = new Set<string>();
  for (const address of addresses) {
    const html = await (await request.get(address)).text();
    const language = address.endsWith('lang=zh') ? 'zh' : 'en';
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toMatch(/<meta name="description" content="[^"]{8,200}" \/>/);
    expect(html).toContain(`<link rel="canonical" href="${address}" />`);
    for (const one of ['en', 'zh', 'x-default']) expect(html).toContain(`hreflang="${one}"`);
    titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '');
  }
  expect(titles.size).toBe(addresses.length);
  expect(await (await get('/pricing', 'zh-CN')).text()).toContain('<html lang="zh">');
  expect(await (await get('/admin')).text()).not.toContain('canonical');

  await page.goto(`${origin}/pricing?lang=zh`);
  await expect(page.getByRole('heading', { level: 1, name: textsOf('zh')('pricing:title') })).toBeVisible();
});

test('a public page is read before its scripts run, and none of them waits for another', async ({
  browser,
  demoServer: { origin },
}) => {
  const text = textsOf('en');
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' });
  const reader = await context.newPage();
  for (const [path, title, chunk] of [
    ['/pricing', 'pricing:title', 'Pricing'],
    ['/register', 'businessRegister:title', 'BusinessRegister'],
    ['/contact', 'contact:title', 'Contact'],
    ['/jobs', 'publicJobs:title', 'Jobs'],
    ['/terms', 'terms:title', 'DocumentScreen'],
    ['/translate', 'guide:title', 'Phrasebook'],
  ] as const) {
    await reader.goto(`${origin}${path}`);
    await expect(reader.getByRole('heading', { level: 1, name: text(title), exact: true })).toBeVisible();

    const named = new Set(
      await reader
        .locator('link[rel=modulepreload]')
        .evaluateAll(links => links.map(link => (link as HTMLLinkElement).href)),
    );
    const page = await browser.newPage({ locale: 'en-US', serviceWorkers: 'block' });
    const loaded: string[] = [];
    page.on('request', request => void (request.resourceType() === 'script' && loaded.push(request.url())));
    await page.goto(`${origin}${path}`);
    /** The painted title is gone once the program has drawn its own. */
    await expect(page.locator('#first')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: text(title), exact: true })).toBeVisible();
    for (const name of ['PublicPages', 'PublicFrame', 'workspace', chunk]) {
      const files = loaded.filter(url => url.includes(`/${name}-`));
      expect([name, files.length]).toEqual([name, 1]);
      expect(named).toContain(files[0]);
    }
    await page.close();
  }
  await context.close();
});
