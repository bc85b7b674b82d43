// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { prepareOnline } from '../../../player/link/online.ts';
import type { Player } from '../../../player/app/player.ts';
import { createStatus } from '../../../player/app/status.ts';
import { systemClock } from '../../../shared/clock.ts';
import { createServerTime } from '../../../shared/device/time.ts';
import { freshDb } from '../kiosk/kiosks.ts';
import { idOf } from '../items.ts';
import { fetchFile } from '../../support/console/panelPage.ts';

it('a screen that fails while it is paired is paired anew, and what watches over it is started once', async () => {
  document.body.innerHTML = '<div id="over"></div>';
  Object.assign(navigator, { storage: { persist: () => Promise.resolve(true) } });
  const claimed = {
    state: 'claimed',
    device_id: idOf(1),
    key_id: 'k',
    tenant: { name: 'Demo' },
    server_key: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'B'.repeat(43) },
  };
  const issued = {
    id: idOf(2),
    code: 'ABCDEF',
    expires_at: '2026-01-05T08:00:00.000Z',
    server_ms: 1,
    now: claimed,
  };
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    if (url.startsWith('/locales/')) return fetchFile(url);
    requests.push(url);
    return Promise.resolve(new Response(JSON.stringify(issued), { headers: { 'X-Server-Time': '1' } }));
  });
  const listening = vi.spyOn(globalThis, 'addEventListener');
  let begun = 0;
  const begin = () => {
    begun++;
    throw new Error('the disk was busy');
  };
  const player = {
    ...{
      clock: systemClock,
      db: freshDb(),
      status: createStatus(),
      time: createServerTime(systemClock),
      begin,
    },
    content: { active: () => null },
    library: { open: () => Promise.resolve() },
    shown: new Promise(() => undefined),
    running: () => null,
  } as unknown as Player;

  const link = await prepareOnline(player, null);
  await expect(link.join()).rejects.toThrow('busy');
  await expect(link.join()).rejects.toThrow('busy');
  expect(begun).toBe(2);
  expect(requests.filter(url => url.endsWith('/pairing'))).toHaveLength(1);
  expect(listening.mock.calls.filter(([name]) => name === 'pointerdown')).toHaveLength(1);
  vi.stubGlobal('fetch', fetchFile);
});
