/** A campaign sold by place: on a screen that may know where it is, it plays there and nowhere else, and proves it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Play } from '../../../shared/contract/proof/play.ts';
import type { Campaign } from '../../../shared/contract/sales/campaign.ts';
import { hasAskedForCamera, noteCamera } from '../support/screen/camera.ts';
import { knob, panel, wake } from '../support/screen/kiosk.ts';
import { Screen, type Marker } from '../support/screen/screen.ts';
import { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';

const file = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/markers', name));
const FENCE = { shape: 'circle', lat: 38.72, lng: -9.14, radius_m: 200 };
const outside = { latitude: 38.723, longitude: -9.14, accuracy: 20 };
const inside = (metres: number) => ({ ...outside, latitude: 38.72 + metres / 111_195 });
/** Of a picture, unless it says otherwise. */
const ITEM_MS = 10_000;
interface Row {
  id: string;
  version: number;
}

test(
  'OPEN-PLAYER-03 a screen plays what is sold by place only there, the play says where it was, and no camera is asked for',
  { tag: '@again' },
  async ({ staff, demoServer: { origin } }) => {
    const screen = new Screen();
    const seller = await new Api(origin).enterAs('manager');
    const upload = (name: string) => {
      const blob = new Blob([file(name)]);
      return staff.upload(blob, blob.size, name);
    };
    try {
      const [house, sold] = [await upload('i1.jpg'), await upload('i2.jpg')];
      const playlist = await staff.call<Row>('POST', '/api/playlists', { name: 'Beside what is sold' });
      const path = `/api/playlists/${playlist.id}`;
      const items = [{ creative_id: house, duration_ms: 3_000 }];
      await staff.call('PUT', `${path}/items`, { items }, playlist.version);
      await staff.call('POST', `${path}/publish`, {});
      await screen.open(`${origin}/player`, {
        first: noteCamera,
      });
      await screen.context.grantPermissions(['geolocation']);
      await screen.context.setGeolocation(outside);
      const code = await screen.page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/).innerText();
      const device = await staff.call<Row>('POST', '/api/devices/pair', { code, name: 'Taxi 3078' });
      await staff.call('POST', `${path}/assign`, { device_ids: [device.id] });
      await screen.sees(['red']);

      await wake(screen.page);
      await knob(screen.page).click();
      const allow = panel(screen.page).getByRole('button', { name: 'Use this screen’s place' });
      await allow.click();
      await expect(allow).toHaveAttribute('aria-pressed', 'true');
      await screen.page.reload();

      const { id } = await seller.call<Row>('POST', '/api/campaigns', {
        ...{
          name: 'Around the square',
          advertiser: 'Square Bakery',
          goal: 'plays',
          goal_amount: 10_000,
          pacing: 'asap',
          tz: 'UTC',
        },
        flights: [
          {
            starts_at: new Date(Date.now() - 3_600_000).toISOString(),
            ends_at: new Date(Date.now() + 86_400_000).toISOString(),
          },
        ],
        targeting: { device_ids: [device.id], fences: [FENCE] },
        creatives: [{ creative_id: sold, weight: 1 }],
      });
      const fetched = screen.page.waitForResponse(
        async answer => answer.url().includes('/api/player/documents/') && (await answer.text()).includes(id),
      );
      await seller.call('POST', `/api/campaigns/${id}/submit`, {});
      await staff.call('POST', `/api/campaigns/${id}/approve`, {});
      await fetched;
      const plays = async (creative: string) =>
        (
          await staff.call<{ items: Play[] }>(
            'GET',
            `/api/programmatic/plays?device_id=${device.id}&limit=50`,
          )
        ).items.filter(({ creative_id }) => creative_id === creative);
      /** So many more plays of the loop, as the server has them. */
      async function more(count: number) {
        const before = (await plays(house)).length;
        await expect
          .poll(async () => (await plays(house)).length, { timeout: 60_000 })
          .toBeGreaterThan(before + count);
      }
      const seen = (marker: Marker) => screen.frames.some(frame => frame.seen === marker);
      await more(1);
      expect(seen('green')).toBe(false);

      let metres = 100;
      await expect(async () => {
        await screen.context.setGeolocation(inside(metres++));
        expect(seen('green')).toBe(true);
      }).toPass({ intervals: [1_000] });
      await expect.poll(async () => (await plays(sold)).length, { timeout: 60_000 }).toBeGreaterThan(0);
      expect((await plays(sold)).map(({ state, place_grade }) => [state, place_grade])).toContainEqual([
        'accepted',
        'inside',
      ]);

      await screen.context.setGeolocation(outside);
      const left = Date.now();
      await more(3);
      /** What had begun is shown to its end. */
      const since = screen.frames.filter(({ at }) => at > left + ITEM_MS + 2_000);
      expect(since.map(({ seen: marker }) => marker)).not.toContain('green');
      expect(await hasAskedForCamera(screen.page)).toBe(false);
      const { headers } = await fetch(`${origin}/player`);
      expect(headers.get('permissions-policy')).toContain('camera=()');
      const campaign = await staff.call<Campaign>('GET', `/api/campaigns/${id}`);
      expect(campaign.delivered).toBeGreaterThan(0);
      expect((await plays(sold)).every(({ state }) => state === 'accepted')).toBe(true);
      await staff.call('POST', `/api/campaigns/${id}/end`, { reason: 'The story is over.' });
    } finally {
      await screen.remove();
    }
  },
);
