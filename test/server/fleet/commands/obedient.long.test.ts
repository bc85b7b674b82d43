/** The real player against the real server: remote commands and reports. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CommandDetail } from '../../../../shared/contract/fleet/command.ts';
import type { Device } from '../../../../shared/contract/fleet/device.ts';
import type { Incident } from '../../../../shared/contract/fleet/incident.ts';
import { call } from '../../../support/server/playlist.ts';
import { memoryStorage } from '../../../support/storage.ts';
import { aTaxi, type Taxi } from '../taxi.ts';

const MINUTE_MS = 60_000;
let taxi: Taxi;
beforeAll(async () => {
  taxi = await aTaxi();
  taxi.start();
  await taxi.clock.advance(MINUTE_MS);
});
afterAll(() => taxi.close());

const admin = () => taxi.t.signIn('admin');
async function ask(kind: string, params: object, by?: Awaited<ReturnType<typeof admin>>) {
  const url = `/api/devices/${taxi.device_id}/commands`;
  const answer = await call(taxi.t, by ?? (await admin()), 'POST', url, { payload: { kind, params } });
  return answer.json<CommandDetail>().id;
}
const read = async (id: string) =>
  (await call(taxi.t, await admin(), 'GET', `/api/device-commands/${id}`)).json<CommandDetail>();
/** Minute by minute, since what a heartbeat begins goes on beside the clock. */
const within = (minutes: number, look: () => Promise<unknown>) =>
  expect.poll(
    async () => {
      await taxi.clock.advance(MINUTE_MS);
      return look();
    },
    { timeout: minutes * 5_000, interval: 100 },
  );

it('a screen takes a command with its next heartbeat, does it once and tells', async () => {
  const id = await ask('set_volume', { volume: 30 });
  await within(3, async () => (await read(id)).state).toBe('done');
  await taxi.clock.advance(3 * MINUTE_MS);
  expect(taxi.looks).toMatchObject([{ volume: { value: 30 } }]);
});

it('what a hand could set is set from afar, and stands as the screen’s own', async () => {
  const id = await ask('set_brightness', { mode: 'night' });
  await within(3, async () => (await read(id)).state).toBe('done');
  expect(taxi.looks.at(-1)).toEqual({ brightness: 40, brightness_over: 'auto' });
});

it('is made a kiosk from the console: its PIN comes back to who asked, the heartbeat says what it is', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('localStorage', memoryStorage());
  const by = await admin();
  const on = await ask('set_kiosk', { enabled: true }, by);
  await within(3, async () => (await read(on)).state).toBe('done');
  const { result } = (await call(taxi.t, by, 'GET', `/api/device-commands/${on}`)).json<CommandDetail>();
  expect(result).toMatch(/^[1-9]\d{3}$/);
  const kiosk = async () =>
    (await call(taxi.t, by, 'GET', `/api/devices/${taxi.device_id}`)).json<Device>().kiosk;
  await within(3, kiosk).toEqual({ enabled: true, pin_set: true });
  expect(reload).toHaveBeenCalled();
  const off = await ask('set_kiosk', { enabled: false });
  await within(3, async () => (await read(off)).state).toBe('done');
  await within(3, kiosk).toEqual({ enabled: false, pin_set: true });
});

it('what it noticed is told with a heartbeat and kept until our answer names it', async () => {
  await taxi.incidents.note('playback', 'the item on screen broke');
  expect(await taxi.incidents.waiting()).toHaveLength(1);
  await within(3, () => taxi.incidents.waiting()).toEqual([]);
  const listed = await call(taxi.t, await admin(), 'GET', '/api/incidents?kind=playback');
  expect(listed.json<{ items: Incident[] }>().items).toMatchObject([
    { detail: 'the item on screen broke', devices: [{ id: taxi.device_id }], state: 'open' },
  ]);
});
