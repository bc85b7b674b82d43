/** Visits every existing page as a user who may open it. */
import { expect, type Page } from '@playwright/test';
import { PATHS } from '../../../../console/app/paths.ts';
import { routes } from '../../../../console/app/routes/index.ts';
import { slideInput } from '../../../support/slides.ts';
import { pseudoText } from './pseudo.ts';
import { Api, OWN_PASSWORD } from '../server/api.ts';
import type { Wayside } from '../server/wayside.ts';
import { enterAs } from './demoRole.ts';

/** Injection payloads that would do harm if text were treated as markup, URL or script. */
const HARM = [
  `<img src=x onerror="document.title='harmed'">`,
  `"><script>document.title='harmed'</script>`,
  `javascript:document.title='harmed'`,
  '{{constructor.constructor("alert(1)")()}}',
  `'-alert(1)-'`,
  '<svg/onload=alert(1)>',
];
const harm = (i: number) => HARM[i % HARM.length]!;
/** As much of it as every name takes. */
const shortHarm = (i: number) => harm(i).slice(0, 40);

interface Row {
  id: string;
  version: number;
}
/** Writes one of them into the texts that the most visited pages show, and where somebody whom nobody knows can write. */
export async function writeHarm(server: Wayside): Promise<{ email: string; links: string[] }> {
  const first = server.firstAdmin();
  const api = await new Api(server.origin).enter(first);
  await api.setPortal(true);
  const change = async (path: string, texts: readonly string[], id = (row: Row) => `/${row.id}`) => {
    const { items } = await api.call<{ items: Row[] }>('GET', `${path}?limit=100`);
    for (const [i, row] of items.entries()) {
      const body = Object.fromEntries(texts.map((text, n) => [text, shortHarm(i + n)]));
      await api.call('PATCH', `${path}${id(row)}`, body, row.version);
    }
  };
  const place = { lat: 38.7, lng: -9.1, radius_m: 200, tz: 'Europe/Lisbon', external_id: harm(2) };
  await api.call('POST', '/api/locations', { ...place, name: harm(0), address: harm(1) });
  await api.call('POST', '/api/playlists', { name: harm(3) });
  const view = { resource: 'devices', name: harm(0), query: '', shared: true, is_default: false };
  await api.call('POST', '/api/saved-views', view);
  await change('/api/devices', ['name', 'vehicle']);
  const slide = await api.call<Row>('POST', '/api/creatives/slides', slideInput('headline'));
  await change('/api/creatives', ['name', 'alt_text']);
  await change('/api/playlists', ['name']);
  await change('/api/listings', ['title']);
  await change('/api/users', ['first_name', 'last_name']);
  const general = await api.call<Row>('GET', '/api/settings/general');
  await api.call('PATCH', '/api/settings/general', { name: harm(1), tax_id: harm(4) }, general.version);
  /** Anybody may tell of an error without a sign-in, and staff read it. */
  const untold = { http_status_code: null, ttfb_ms: null, retry_attempt: null, max_attempts: null };
  await new Api(server.origin).call('POST', '/api/analytics/errors', {
    ...{ ...untold, url: harm(2), error_type: 'unknown', error_message: harm(0) },
    ...{ context_type: 'page', section_context: harm(5) },
  });
  /** Of a page to which only a sheet leads. */
  return { email: first.email, links: [`/creatives/${slide.id}/slide`] };
}

/** CSP violations and console errors of the page and its frames. */
export async function watched(page: Page): Promise<{ refused: string[]; complaints: string[] }> {
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

export const realPaths = (): Set<string> => new Set(routes.map(route => route.path));
const shape = (path: string) => new RegExp(`^${path.replaceAll(/:[a-z_]+/gi, '[0-9a-f-]{36}')}$`);

const DENIED = /Denied|Permissions|拒绝|权限/;
const LIVE = ['Live', '实时', pseudoText('Live')];
/** Waits until the page and its queries have loaded. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  // By its tag: behind an open sheet the page has no heading for who uses a screen reader.
  await expect(page.locator('h1').first()).toBeVisible();
  // The wall's stream is never idle, so wait for its "live" state.
  const isWall = new URL(page.url()).pathname === PATHS.monitor;
  if (isWall && !DENIED.test(await page.locator('h1').innerText()))
    return expect(async () => {
      const said = await page.getByRole('status').allInnerTexts();
      expect(said.some(text => LIVE.includes(text.trim()))).toBe(true);
    }).toPass({ timeout: 15_000 });
  await page.waitForLoadState('networkidle');
}

interface Tour {
  origin: string;
  page: Page;
  /** Paths nobody has seen yet; those that open here leave it. */
  open: Set<string>;
  /** To pages that no page but a sheet links to. */
  more?: readonly string[];
  look: (path: string) => Promise<void>;
}
/** Every page the signed-in user can open and that was not visited before; records are found through list links. */
export async function tour({ origin, page, open, more = [], look }: Tour): Promise<void> {
  const links = new Set<string>(more);
  const see = async (pattern: string, path: string) => {
    await visit(page, origin + path);
    const isThere = new URL(page.url()).pathname === path;
    if (!isThere || (await page.locator('main').getByRole('heading', { name: DENIED }).count()) > 0) return;
    open.delete(pattern);
    const all = await page
      .locator('main a[href]')
      .evaluateAll(found => found.map(a => (a as HTMLAnchorElement).pathname));
    for (const href of all) links.add(href);
    await look(path);
  };
  for (const path of [...open].filter(one => !one.includes(':'))) await see(path, path);
  for (const pattern of [...open].filter(one => one.includes(':') && !one.endsWith('/edit'))) {
    const found = [...links].find(link => shape(pattern).test(link));
    if (found !== undefined) await see(pattern, found);
  }
  for (const pattern of [...open].filter(one => one.endsWith('/edit'))) {
    const record = [...links].find(link => shape(pattern.replace(/\/edit$/, '')).test(link));
    if (record !== undefined) await see(pattern, `${record}/edit`);
  }
}

/** Signs in with the demo button of the role, or with a password if an e-mail is given. */
export async function enter(page: Page, origin: string, who: string): Promise<void> {
  await page.goto(`${origin}/auth`);
  if (who.includes('@')) {
    await page.locator('input[type=email]').fill(who);
    await page.locator('input[type=password]').fill(OWN_PASSWORD);
    await page.locator('form button[type=submit]').click();
  } else await enterAs(page, who);
  await expect(page).not.toHaveURL(/\/auth/);
  await page.waitForLoadState('networkidle');
}
