// @vitest-environment jsdom
import { systemClock } from '../../../shared/clock.ts';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createIncidents } from '../../../player/link/incidents.ts';
import { hashPin } from '../../../player/kiosk/pin.ts';
import { openDriver } from '../../../player/panels/driver.ts';
import type { Player } from '../../../player/app/player.ts';
import { showBar } from '../../../player/rides/bar.ts';
import { riderVolume } from '../../../player/rides/controls.ts';
import type { Fix } from '../../../player/place/position.ts';
import { clearDestinationAfterRide } from '../../../player/rides/destination.ts';
import { createRides } from '../../../player/rides/rides.ts';
import { createLiveFacts } from '../../../player/stage/liveFacts.ts';
import { createShift } from '../../../player/rides/shift.ts';
import { randomBytes } from '../../../shared/random.ts';
import { connect, readValue, writeValues } from '../../../shared/device/storage.ts';
import { manualClock } from '../../support/clock.ts';
import '../../support/console/panelPage.ts';

beforeEach(() => {
  document.body.innerHTML = '<div id="over"></div>';
});

const PIN = '4711';
const ROUNDS = 1_000;
const pinHash = hashPin(PIN, randomBytes, ROUNDS);

let databases = 0;
async function cabin() {
  const clock = manualClock();
  const db = connect(`cabin ${++databases}`);
  await writeValues(db, { kiosk: { enabled: true, pin: await pinHash } });
  const skips: unknown[] = [];
  const item = { name: 'Harbour', creative_id: 'c1' };
  const run = { onScreen: () => ({ item, since: 0 }), tell: (event: unknown) => skips.push(event) };
  const incidents = createIncidents(db, systemClock, () => clock.now());
  const facts = createLiveFacts({ time: { knownNow: () => clock.now() }, weather: () => undefined });
  const player = { clock, db, facts, incidents, running: () => ({ run }) } as unknown as Player;
  let ids = 0;
  const rides = createRides({ clock, newId: () => `ride ${++ids}`, own: () => 60 });
  clearDestinationAfterRide(rides, facts);
  const onFault = (error: unknown) => expect.fail(String(error));
  const shift = await createShift({ db, clock, now: () => clock.now(), isPlaying: () => true, onFault });
  let fix: Fix | null = null;
  const drive = (kmh: number) =>
    (fix = { lat: 38.7223, lng: -9.1393, accuracyM: 8, kmh, at: clock.mono(), made_ms: 0 });
  const standing = { rides, shift, place: () => fix };
  const volume = () => riderVolume(rides.state().wishes, rides.state().quiet, 60);
  return { clock, db, facts, incidents, player, rides, shift, skips, standing, volume, drive };
}
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    ({ textContent, ariaLabel }) => (ariaLabel ?? textContent) === name,
  )!;
const named = (name: string) => vi.waitFor(() => expect(button(name)).toBeTruthy());
const dialog = (name: string) =>
  vi.waitFor(() => expect(document.querySelector('dialog[open] h1')?.textContent).toBe(name));

describe('the rider’s bar', () => {
  it('mutes with its first button, at rest and awake, and rests again after a while', async () => {
    const { clock, player, standing, volume } = await cabin();
    showBar(player, standing);
    await named('Mute');
    const bar = document.querySelector<HTMLElement>('.rider')!;
    expect('rest' in bar.dataset).toBe(true);
    button('Mute').click();
    expect(volume()).toBe(0);
    await named('Sound on');
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    expect('rest' in bar.dataset).toBe(false);
    button('Sound on').click();
    expect(volume()).toBe(60);
    await clock.advance(8_000);
    expect('rest' in bar.dataset).toBe(true);
  });

  it('shows how loud it is once somebody has asked, until the bar rests', async () => {
    const { clock, player, standing } = await cabin();
    showBar(player, standing);
    await named('Louder');
    const level = document.querySelector<HTMLElement>('.rider output')!;
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    expect(level.hidden).toBe(true);
    button('Louder').click();
    expect([level.hidden, level.textContent]).toEqual([false, '80%']);
    button('Softer').click();
    button('Softer').click();
    expect(level.textContent).toBe('40%');
    button('Mute').click();
    expect(level.textContent).toBe('0%');
    await clock.advance(8_000);
    expect(level.hidden).toBe(true);
  });

  it('speaks the other language from a touch on, and forgets all of it with the next ride', async () => {
    const { player, rides, skips, standing, volume } = await cabin();
    showBar(player, standing);
    await named('中文');
    button('中文').click();
    await named('静音');
    expect(document.querySelector<HTMLElement>('.rider')!.lang).toBe('zh');
    button('静音').click();
    button('跳过').click();
    expect(skips).toEqual([{ on: 'skip' }]);
    expect(volume()).toBe(0);
    rides.sign({ on: 'driver', occupied: false });
    rides.sign({ on: 'driver', occupied: true });
    await named('Mute');
    expect(volume()).toBe(60);
  });

  it('says why something is on screen, and what was known', async () => {
    const { player, standing, incidents } = await cabin();
    showBar(player, standing);
    await named('Why this?');
    button('Why this?').click();
    await dialog('Why you see this');
    expect(document.querySelector('dialog')!.textContent).toContain('Harbour');
    expect(document.querySelector('dialog')!.textContent).toContain('No camera');
    button('Report this ad').click();
    await vi.waitFor(async () =>
      expect(await incidents.waiting()).toMatchObject([{ kind: 'report', detail: 'Rider: ad, c1 Harbour' }]),
    );
  });
});

describe('the driver’s sheet', () => {
  it('asks for the PIN while the car is known not to have stood for long', async () => {
    const { player, standing, drive } = await cabin();
    drive(30);
    await openDriver(player, standing);
    await dialog('Enter PIN');
  });

  it('opens on the driver’s word where nobody may know the place, without the PIN that leaves the kiosk', async () => {
    const { player, standing } = await cabin();
    await openDriver(player, standing);
    await dialog('Is the car parked?');
    button('Yes, it is parked').click();
    await dialog('Driver');
    button('End shift').click();
    button('End the shift now?').click();
    await vi.waitFor(() => expect(document.querySelector('dialog.pin[open]')).not.toBeNull());
  });

  it('opens by itself in a parked car, reports what is on screen, and ends the shift by the PIN alone', async () => {
    const { clock, db, incidents, player, rides, standing, drive } = await cabin();
    rides.sign({ on: 'speed', kmh: 0 });
    await clock.advance(3 * 60_000 + 62 * 60_000);
    rides.sign({ on: 'touch' });
    await openDriver(player, standing);
    await dialog('Driver');
    const text = () => document.querySelector('dialog.driver')!.textContent;
    expect(text()).toContain('Somebody rides');
    expect(text()).toContain('1 h 5 min');
    button('Report this ad as unsafe').click();
    await vi.waitFor(() => expect(text()).toContain('Reported. Thank you.'));
    drive(0);
    button('Report a fault').click();
    button('Sound').click();
    await vi.waitFor(async () => expect(await incidents.waiting()).toHaveLength(2));
    expect(await incidents.waiting()).toMatchObject([
      { kind: 'report', detail: 'Driver: unsafe ad, c1 Harbour' },
      { kind: 'report', detail: 'Driver: fault, sound, c1 Harbour, at 38.7223 -9.1393' },
    ]);
    button('End shift').click();
    expect(text()).not.toContain('Shift ended');
    button('End the shift now?').click();
    await vi.waitFor(() => expect(document.querySelector('dialog.pin[open]')).not.toBeNull());
    expect((await readValue(db, 'shift'))?.playedMs).toBe(65 * 60_000);
    for (const digit of PIN) button(digit).click();
    await vi.waitFor(() => expect(document.querySelector('dialog.pin[open]')).toBeNull());
    await vi.waitFor(() => expect(text()).toContain('Shift ended after 1 h 5 min on screen.'));
    expect(await readValue(db, 'shift')).toMatchObject({ playedMs: 0 });
    expect(rides.state()).toMatchObject({ ride: { isSaidEmpty: true }, quiet: true });
    button('Passenger in').click();
    expect(rides.state().ride).toMatchObject({ at: 'riding', isSaidEmpty: false });
  });

  it('shows where the ride goes until it ends, and not to the next rider', async () => {
    const { clock, player, facts, rides, standing } = await cabin();
    rides.sign({ on: 'speed', kmh: 0 });
    await clock.advance(3 * 60_000);
    rides.sign({ on: 'driver', occupied: true });
    await openDriver(player, standing);
    await dialog('Driver');
    const input = document.querySelector<HTMLInputElement>('dialog[open] form input')!;
    expect(input.labels?.[0]?.textContent).toBe('Destination ');
    input.value = '  Oriente station ';
    input.form!.requestSubmit();
    expect(facts.destination()).toBe('Oriente station');
    expect(document.querySelector('dialog[open] [role=status]')?.textContent).toBe(
      'Shown on the screen until the ride ends.',
    );
    rides.sign({ on: 'driver', occupied: false });
    expect(facts.destination()).toBeNull();
  });

  it('is locked while the car moves, and goes on where it stands', async () => {
    const { clock, player, rides, standing, drive } = await cabin();
    rides.sign({ on: 'speed', kmh: 0 });
    await clock.advance(3 * 60_000);
    await openDriver(player, standing);
    await dialog('Driver');
    const isShown = () => button('End shift').closest<HTMLElement>('dialog > div')!.hidden === false;
    expect(isShown()).toBe(true);
    drive(80);
    await clock.advance(1_000);
    expect(isShown()).toBe(false);
    drive(0);
    await clock.advance(1_000);
    expect(isShown()).toBe(true);
  });

  it('goes on counting where a power cut ended it', async () => {
    const { clock, db, shift } = await cabin();
    await clock.advance(10 * 60_000);
    expect(shift.now().playedMs).toBe(600_000);
    const onFault = (error: unknown) => expect.fail(String(error));
    await vi.waitFor(async () => expect((await readValue(db, 'shift'))?.playedMs).toBe(600_000));
    const again = await createShift({ db, clock, now: () => clock.now(), isPlaying: () => false, onFault });
    expect(again.now()).toEqual(shift.now());
  });
});
