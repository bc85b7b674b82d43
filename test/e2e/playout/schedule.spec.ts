/** An exception is made on the calendar, and the screen keeps to it by itself: from its minute on and back, without a server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import type { ScheduleEntry } from '../../../shared/contract/playout/scheduleEntry.ts';
import { Api } from '../support/server/api.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { Screen } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const file = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/markers', name));
const ROUND_MS = 60_000;
const HALF_HOUR_MS = 1_800_000;
const HEARTBEAT_MS = 31_000;
interface Row {
  id: string;
  version: number;
}

async function published(api: Api, name: string, picture: string): Promise<string> {
  const blob = new Blob([file(picture)]);
  const creative_id = await api.upload(blob, blob.size, picture);
  const playlist = await api.call<Row>('POST', '/api/playlists', { name });
  const items = [{ creative_id, duration_ms: 4_000 }];
  await api.call('PUT', `/api/playlists/${playlist.id}/items`, { items }, playlist.version);
  await api.call('POST', `/api/playlists/${playlist.id}/publish`, {});
  return playlist.id;
}
async function pair(api: Api, screen: Screen, origin: string): Promise<string> {
  await screen.open(`${origin}/player`, { first: page => page.clock.install() });
  const code = await screen.page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/).innerText();
  return (await api.call<Row>('POST', '/api/devices/pair', { code, name: 'Taxi 3107' })).id;
}
/** Over the free hours of a day, from one minute of it to another. */
async function drag(page: Page, day: string, from: number, to: number): Promise<void> {
  await expect(page.locator('[data-day]')).toHaveCount(7);
  const column = page.locator(`[data-day="${day}"]`);
  if ((await column.count()) === 0) await page.getByRole('button', { name: 'Next week' }).click();
  await column.scrollIntoViewIfNeeded();
  const at = async (minute: number) => {
    const box = (await column.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + (minute / 1_440) * box.height };
  };
  const ground = page.getByRole('dialog');
  const [begin, view] = [await at(from), (await ground.boundingBox())!];
  await page.mouse.move(begin.x, view.y + view.height / 2);
  await page.mouse.wheel(0, begin.y - view.height / 2);
  await expect
    .poll(async () => Math.abs((await at(from)).y - view.height / 2))
    .toBeLessThan(view.height / 2 - 80);
  const [down, up] = [await at(from), await at(to)];
  await page.mouse.move(down.x, down.y + 1);
  await page.mouse.down();
  await page.mouse.move(down.x, (down.y + up.y) / 2);
  await page.mouse.move(up.x, up.y);
  await page.mouse.up();
}
const minuteOf = (ms: number) => new Date(ms).getUTCHours() * 60 + new Date(ms).getUTCMinutes();
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

test(
  'an exception drawn on the calendar plays from its minute on and ends at its minute on a screen without its server, and its plays count',
  { tag: '@again' },
  async ({ browser }) => {
    test.setTimeout(240_000);
    const server = await Wayside.start();
    const screen = new Screen();
    const users = new DemoUsers(browser, server.origin, { viewport: { width: 1440, height: 1000 } });
    try {
      const api = await new Api(server.origin).enter(server.firstAdmin());
      const city = await published(api, 'City pictures', 'i1.jpg');
      const evening = await published(api, 'Evening pictures', 'i3.jpg');
      const device_id = await pair(api, screen, server.origin);
      await api.call('POST', `/api/playlists/${city}/assign`, { device_ids: [device_id] });
      await screen.sees(['red'], ROUND_MS);
      const { tz } = await api.call<Device>('GET', `/api/devices/${device_id}`);
      expect(tz).toBe('UTC');

      /** A whole half hour that is far enough away to be told to the screen. */
      const starts = Math.ceil((Date.now() + HALF_HOUR_MS) / HALF_HOUR_MS) * HALF_HOUR_MS;
      const ends = Math.min(starts + 2 * HALF_HOUR_MS, Date.parse(`${dayOf(starts)}T23:55:00.000Z`));
      const page = await users.as('Manager');
      await page.goto(`${server.origin}/admin/devices?id=${device_id}`);
      await page.getByRole('tab', { name: 'Schedule' }).click();
      await expect(page.getByText('City pictures').first()).toBeVisible();
      await drag(page, dayOf(starts), minuteOf(starts), minuteOf(starts) + 60);
      const form = page.getByRole('dialog', { name: 'New exception' });
      await form.getByLabel('Playlist', { exact: true }).fill('Evening');
      await page.getByRole('option', { name: 'Evening pictures' }).click();
      await form.getByRole('button', { name: 'Add exception' }).click();
      await expect(form).toHaveCount(0);
      await expect(
        page.locator(`[data-day="${dayOf(starts)}"]`).getByRole('button', { name: /^Evening pictures/ }),
      ).toBeVisible();
      const { items } = await api.call<{ items: ScheduleEntry[] }>(
        'GET',
        `/api/schedule-entries?device_id=${device_id}`,
      );
      expect(items).toMatchObject([
        { valid_from: dayOf(starts), valid_until: dayOf(starts), playlist_id: evening },
      ]);

      const reported = async () => {
        await screen.page.clock.fastForward(HEARTBEAT_MS);
        const { reported: told } = await api.call<Device>('GET', `/api/devices/${device_id}`);
        const { ready = 0, total = 0 } = told?.readiness ?? {};
        /** Campaigns of the tenant may bring files of their own. */
        return total >= 2 && ready === total;
      };
      await expect.poll(reported, { timeout: ROUND_MS }).toBe(true);

      await server.stop();
      const pageNow = () => screen.page.evaluate(() => Date.now());
      /** Its clock was moved before it heard the server's time last, which it goes by. */
      const ahead = (await pageNow()) - Date.now();
      const until = async (moment: number) => {
        await screen.page.clock.fastForward(moment + ahead - (await pageNow()));
        screen.frames = [];
      };
      await until(starts - 20_000);
      await screen.sees(['red'], ROUND_MS);
      await until(starts + 1_000);
      await screen.sees(['blue'], ROUND_MS);
      await screen.wait(5_000);
      await until(Math.max(ends, starts + HALF_HOUR_MS * 2) + 1_000);
      await screen.sees(['red'], ROUND_MS);

      await server.up();
      const played = async () => {
        await screen.page.clock.fastForward(HEARTBEAT_MS);
        const path = `/api/programmatic/plays?device_id=${device_id}&limit=100`;
        const plays = await api.call<{ items: { playlist_id: string; state: string; result: string }[] }>(
          'GET',
          path,
        );
        return plays.items.filter(
          one => one.playlist_id === evening && one.result === 'completed' && one.state === 'accepted',
        ).length;
      };
      await expect.poll(played, { timeout: ROUND_MS }).toBeGreaterThan(0);
    } finally {
      await users.close();
      await screen.remove();
      await server.remove();
    }
  },
);

test(
  'an exception is made, moved, switched off, deleted and brought back by the keyboard alone, and what plays is told with its reason',
  { tag: '@again' },
  async ({ browser, demoServer, staff }) => {
    const users = new DemoUsers(browser, demoServer.origin, { viewport: { width: 1440, height: 1000 } });
    try {
      const group = await staff.call<Row>('POST', '/api/device-groups', { name: 'Keyboard cabs' });
      const page = await users.as('Manager');
      await page.goto(`${demoServer.origin}/admin/devices/groups?id=${group.id}`);
      await page.getByRole('tab', { name: 'Screens' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('button', { name: 'New exception' }).focus();
      await page.keyboard.press('Enter');
      const form = page.getByRole('dialog', { name: 'New exception' });
      const playlist = form.getByLabel('Playlist', { exact: true });
      await playlist.focus();
      /** In one piece: Enter takes nothing of a list that belongs to the letters before. */
      await page.keyboard.insertText('City');
      await expect(page.getByRole('option')).toHaveCount(1);
      await playlist.press('Enter');
      await expect(playlist).toHaveValue('City loop');
      await form.getByLabel('Name', { exact: true }).focus();
      await page.keyboard.type('Every day');
      await form.getByRole('button', { name: 'Add exception' }).focus();
      await page.keyboard.press('Enter');
      await expect(form).toHaveCount(0);
      const [made] = (
        await staff.call<{ items: ScheduleEntry[] }>('GET', `/api/schedule-entries?group_id=${group.id}`)
      ).items;
      expect(made).toMatchObject({ name: 'Every day', dayparts: [], valid_from: null, priority: 50 });

      await staff.call(
        ...(['PATCH', `/api/schedule-entries/${made!.id}`] as const),
        { dayparts: [{ days: [1, 2, 3, 4, 5, 6, 7], start: '10:00', end: '12:00' }] },
        made!.version,
      );
      await page.reload();
      await page.getByRole('tab', { name: 'Schedule' }).click();
      const block = page.locator('[data-day]').first().getByRole('button');
      await expect(block).toHaveAccessibleName(/^Every day, .*, 10:00–12:00$/);
      const moved = page.getByRole('button', { name: /10:30–12:30$/ });
      for (const [choice, days] of [
        ['Only ', 1],
        ['Every week', 7],
      ] as const) {
        await block.focus();
        await page.keyboard.press('Alt+ArrowDown');
        await page.getByRole('button', { name: choice }).press('Enter');
        await expect(moved).toHaveCount(days);
        /** What the keyboard moves can be moved on. */
        if (days > 1)
          await expect.poll(() => moved.first().evaluate(one => one === document.activeElement)).toBe(true);
        await page.getByRole('button', { name: 'Undo' }).press('Enter');
        await expect(moved).toHaveCount(0);
        await expect(block).toHaveAccessibleName(/10:00–12:00$/);
      }

      await page.getByRole('button', { name: 'Actions for Every day' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Turn off' }).press('Enter');
      await expect(page.locator('[data-day]').getByRole('button')).toHaveCount(0);
      await page.getByRole('button', { name: 'Actions for Every day' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
      await expect(page.getByText('None yet.', { exact: false })).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await page.getByRole('button', { name: 'Actions for Every day' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Turn on' }).press('Enter');
      await expect(page.locator('[data-day]').getByRole('button')).toHaveCount(7);

      const at = page.getByLabel('Day and time', { exact: true });
      await at.fill(`${dayOf(Date.now() + 86_400_000)} 11:00`);
      await page.getByRole('button', { name: 'Show what plays' }).press('Enter');
      await expect(
        page.getByText('by the exception “Every day” of the group Keyboard cabs, priority 50.'),
      ).toBeVisible();

      await page.setViewportSize({ width: 390, height: 844 });
      await expect(page.locator('[data-day]').first()).toBeHidden();
      await expect(page.getByRole('button', { name: '10:00–12:00 Every day' })).toHaveCount(7);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    } finally {
      await users.close();
    }
  },
);
