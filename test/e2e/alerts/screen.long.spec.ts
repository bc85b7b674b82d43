/** An alert on a screen in a car: at once while it is online, after a kill without a server, over in time by itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator } from '@playwright/test';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import type { alertDeliveries } from '../../../shared/contract/alerts/alertCalls.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { Screen } from '../support/screen/screen.ts';
import { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const green = readFileSync(join(import.meta.dirname, '../../fixtures/markers/i2.jpg'));
/** Of an alert that is pushed; where nothing is pushed the next heartbeat brings it, in up to half a minute. */
const PUSHED_MS = 2_000;
const ROUND_MS = 60_000;
const HEARTBEAT_MS = 31_000;
const TTL_S = 600;
interface Row {
  id: string;
  version: number;
}
const TEXTS = {
  en: {
    headline: 'Fire in the harbour',
    instruction: 'Keep windows closed. Do not drive to the harbour.',
    sender_name: 'City fire service',
  },
  zh: { headline: '港口发生火灾', instruction: '请关好车窗，不要驶向港口。', sender_name: '市消防局' },
};

async function playing(api: Api, screen: Screen, origin: string): Promise<string> {
  const creative_id = await api.upload(new Blob([green]), green.length, 'harbour.jpg');
  const playlist = await api.call<Row>('POST', '/api/playlists', { name: 'Beside alerts' });
  const items = [{ creative_id, duration_ms: 20_000 }];
  await api.call('PUT', `/api/playlists/${playlist.id}/items`, { items }, playlist.version);
  await api.call('POST', `/api/playlists/${playlist.id}/publish`, {});
  await screen.open(`${origin}/player`, { first: page => page.clock.install() });
  const listening = screen.page.waitForRequest(/\/api\/player\/events/);
  const code = await screen.page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/).innerText();
  const { id } = await api.call<Row>('POST', '/api/devices/pair', { code, name: 'Taxi 4112' });
  await api.call('POST', `/api/playlists/${playlist.id}/assign`, { device_ids: [id] });
  await screen.sees(['green'], ROUND_MS);
  await listening;
  return id;
}
async function published(api: Api, device_id: string, more: object = {}): Promise<Alert> {
  const draft = { event: 'Fire', urgency: 'Immediate', severity: 'Severe', certainty: 'Observed' };
  const target = { mode: 'devices', device_ids: [device_id] };
  const body = { ...draft, texts: TEXTS, target, ttl_s: TTL_S, ...more };
  const { id } = await api.call<Alert>('POST', '/api/alerts', body);
  return api.call<Alert>('POST', `/api/alerts/${id}/publish`, {});
}
const takeoverOf = ({ page }: Screen): Locator => page.getByRole('alert');
const statesOf = async (api: Api, id: string) => {
  const { items } = await api.call<Answer<typeof alertDeliveries>>('GET', `/api/alerts/${id}/deliveries`);
  return items.map(({ state }) => state).join();
};

test('EMERG-02 EMERG-04 OPEN-EMERG-01 P5 an alert interrupts what plays, survives a kill without a server, ends there in time, and is accounted for', async ({}) => {
  test.setTimeout(240_000);
  const server = await Wayside.start();
  const screen = new Screen();
  try {
    const api = await new Api(server.origin).enter(server.firstAdmin());
    const device_id = await playing(api, screen, server.origin);
    const alert = await published(api, device_id);
    const takeover = takeoverOf(screen);
    await expect(takeover).toBeVisible({ timeout: PUSHED_MS });
    for (const words of [
      'Emergency alert',
      '紧急警报',
      'Fire in the harbour',
      '港口发生火灾',
      'City fire service',
    ])
      await expect(takeover.getByText(words)).toBeVisible();
    expect(await takeover.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 720 });
    await expect.poll(() => statesOf(api, alert.id)).toBe('shown');

    const interrupted = async () => {
      const plays = await api.call<{ items: { result: string }[] }>(
        'GET',
        `/api/programmatic/plays?device_id=${device_id}&limit=100`,
      );
      return plays.items.some(({ result }) => result === 'interrupted_by_alert');
    };
    await expect.poll(interrupted, { timeout: ROUND_MS }).toBe(true);

    await server.stop();
    await screen.kill();
    await screen.open(`${server.origin}/player`, { first: page => page.clock.install() });
    await expect(takeoverOf(screen)).toContainText('Fire in the harbour', { timeout: ROUND_MS });
    const left = Date.parse(alert.expires_at ?? '') - (await screen.page.evaluate(() => Date.now()));
    await screen.page.clock.fastForward(left - 5_000);
    await expect(takeoverOf(screen)).toBeVisible();
    screen.frames = [];
    await screen.page.clock.fastForward(6_000);
    await expect(takeoverOf(screen)).toHaveCount(0);
    await screen.sees(['green'], ROUND_MS);

    await server.up();
    const settled = async () => {
      await screen.page.clock.fastForward(HEARTBEAT_MS);
      return statesOf(api, alert.id);
    };
    await expect.poll(settled, { timeout: ROUND_MS }).toBe('cleared');
  } finally {
    await screen.remove();
    await server.remove();
  }
});

test('OPEN-EMERG-01 an alert is replaced by its update and gone once it is cancelled, without a link once there is one; a banner leaves the picture playing', async ({
  staff,
  demoServer: { origin },
}) => {
  const screen = new Screen();
  try {
    const device_id = await playing(staff, screen, origin);
    const alert = await published(staff, device_id);
    await expect(takeoverOf(screen)).toBeVisible({ timeout: PUSHED_MS });
    const texts = { ...TEXTS, en: { ...TEXTS.en, headline: 'Fire in the harbour, bridge closed' } };
    const next = await staff.call<Alert>('POST', `/api/alerts/${alert.id}/update`, {});
    await staff.call('PATCH', `/api/alerts/${next.id}`, { texts }, next.version);
    await staff.call('POST', `/api/alerts/${next.id}/publish`, {});
    await expect(takeoverOf(screen)).toContainText('bridge closed', { timeout: PUSHED_MS });
    await expect(takeoverOf(screen)).toHaveCount(1);
    screen.frames = [];
    await staff.call('POST', `/api/alerts/${next.id}/cancel`, { reason: 'The fire is out.' });
    await expect(takeoverOf(screen)).toHaveCount(0, { timeout: PUSHED_MS });
    await screen.sees(['green'], ROUND_MS);

    const banner = await published(staff, device_id, { severity: 'Moderate', urgency: 'Expected' });
    expect(banner).toMatchObject({ priority: 2, template: 'banner' });
    await expect(takeoverOf(screen)).toContainText('Public warning', { timeout: PUSHED_MS });
    screen.frames = [];
    await screen.sees(['green'], ROUND_MS);
    /** One that is cancelled while the screen has no link stands until it has one again. */
    await screen.context.setOffline(true);
    await staff.call('POST', `/api/alerts/${banner.id}/cancel`, { reason: 'Over.' });
    await screen.page.clock.fastForward(HEARTBEAT_MS);
    await expect(takeoverOf(screen)).toBeVisible();
    await screen.context.setOffline(false);
    await screen.page.clock.fastForward(HEARTBEAT_MS);
    await expect(takeoverOf(screen)).toHaveCount(0, { timeout: ROUND_MS });
  } finally {
    await screen.remove();
  }
});
