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
