import { describe, expect, it } from 'vitest';
import { applyKiosk, quickSetup, toggleKiosk, type KioskAnswer } from '../../../player/kiosk/kiosk.ts';
import { readKiosk } from '../../../player/kiosk/mode.ts';
import { isPin, randomPin, verifyPin } from '../../../player/kiosk/pin.ts';
import { readValue } from '../../../shared/device/storage.ts';
import { memoryStorage } from '../../support/storage.ts';
import { everything, kiosk, throwing } from './kiosks.ts';

const pinOf = async ({ db }: Pick<ReturnType<typeof kiosk>, 'db'>) =>
  (await readValue(db, 'kiosk'))?.pin ?? '';

describe('the PIN', () => {
  it('KIOSK-05 AMBIG-KIOSK-02 has four digits: three, five and letters are refused', async () => {
    expect(['0000', '0999', '1234', '9999'].filter(isPin)).toHaveLength(4);
    const others = ['', '123', '12345', '12a4', ' 123', '１２３４', '-123', '1e10', '1234\n'];
    expect(others.filter(isPin)).toEqual([]);
    for (const pin of ['123', '12345', 'abcd'])
      await expect(quickSetup({ pin }, kiosk().ports)).rejects.toThrow('four digits');
  });

  it('KIOSK-06 AMBIG-KIOSK-02 AMBIG-KIOSK-03 quickSetup without one makes a random one from 1000 to 9999', async () => {
    expect(randomPin(() => 0)).toBe('1000');
    expect(randomPin(() => 0.99999)).toBe('9999');
    expect(randomPin(() => 1 - 2 ** -32)).toBe('9999');
    const { ports } = kiosk(() => 0);
    expect(await quickSetup({}, ports)).toBe('1000');
    expect(await verifyPin('1000', await pinOf(ports))).toBe(true);
  });

  it('KIOSK-07 AMBIG-KIOSK-03 quickSetup with one uses it', async () => {
    const { ports } = kiosk();
    expect(await quickSetup({ pin: '0042' }, ports)).toBe('0042');
    expect(await verifyPin('0042', await pinOf(ports))).toBe(true);
    expect(await verifyPin('0043', await pinOf(ports))).toBe(false);
  });

  it('KIOSK-08 STORE-22 OPEN-KIOSK-01 lies nowhere in clear, only as a salted PBKDF2-SHA-256 of 600,000 rounds', async () => {
    const [one, other] = [kiosk(), kiosk()];
    for (const { ports } of [one, other]) {
      await quickSetup({ pin: '7391' }, ports);
      await toggleKiosk(true, ports);
    }
    expect(await everything(one.db, one.mirror)).not.toMatch(/\b7391\b/);
    expect(await pinOf(one)).toMatch(/^pbkdf2-sha256\$600000\$[\w-]{22}\$[\w-]{43}$/);
    expect(await pinOf(one)).not.toBe(await pinOf(other));
    expect(one.mirror.getItem('kiosk_pin')).toBe(await pinOf(one));
  });

  it('is never right where its hash is none', async () => {
    expect(await verifyPin('1234', '')).toBe(false);
    expect(await verifyPin('1234', 'pbkdf2-sha256$1$$')).toBe(false);
  });
});

describe('kiosk mode', () => {
  it('KIOSK-02 KIOSK-03 STORE-21 turned on and off reloads the page each time, and keeps the flag', async () => {
    const { ports, db, mirror, reloads } = kiosk();
    await quickSetup({ pin: '4711' }, ports);
    expect(reloads()).toBe(0);
    await toggleKiosk(true, ports);
    expect([
      reloads(),
      mirror.getItem('kiosk_mode'),
      (await readKiosk(db, mirror, throwing)).enabled,
    ]).toEqual([1, 'true', true]);
    await toggleKiosk(false, ports);
    expect([
      reloads(),
      mirror.getItem('kiosk_mode'),
      (await readKiosk(db, mirror, throwing)).enabled,
    ]).toEqual([2, null, false]);
    expect(mirror.getItem('kiosk_pin')).not.toBeNull();
  });

  it('is not turned on without a PIN: there is always a way out at the screen', async () => {
    const { ports, db, reloads } = kiosk();
    await expect(toggleKiosk(true, ports)).rejects.toThrow('needs a PIN');
    expect([await readValue(db, 'kiosk'), reloads()]).toEqual([null, 0]);
  });

  it('AMBIG-STORE-01 a start mends the mirror by the database, whatever the mirror says', async () => {
    const { ports, db, mirror } = kiosk();
    await quickSetup({ pin: '4711' }, ports);
    await toggleKiosk(true, ports);
    const kept = { flag: mirror.getItem('kiosk_mode'), pin: mirror.getItem('kiosk_pin') };
    const stale = memoryStorage({ kiosk_mode: 'false', kiosk_pin: 'x' });
    for (const found of [memoryStorage(), stale]) {
      expect((await readKiosk(db, found, throwing)).enabled).toBe(true);
      expect({ flag: found.getItem('kiosk_mode'), pin: found.getItem('kiosk_pin') }).toEqual(kept);
    }
    await toggleKiosk(false, ports);
    const older = memoryStorage({ kiosk_mode: 'true', kiosk_pin: kept.pin ?? '' });
    expect((await readKiosk(db, older, throwing)).enabled).toBe(false);
    expect(older.getItem('kiosk_mode')).toBeNull();
  });

  it('a lost database is mended by its mirror, but no flag without a PIN locks anybody in', async () => {
    const before = kiosk();
    await quickSetup({ pin: '4711' }, before.ports);
    await toggleKiosk(true, before.ports);
    const after = kiosk();
    expect((await readKiosk(after.db, before.mirror, throwing)).enabled).toBe(true);
    expect(await verifyPin('4711', await pinOf(after))).toBe(true);
    const alone = memoryStorage({ kiosk_mode: 'true', kiosk_pin: '4711' });
    expect(await readKiosk(kiosk().db, alone, throwing)).toEqual({ enabled: false, pin: null });
    expect([alone.getItem('kiosk_mode'), alone.getItem('kiosk_pin')]).toEqual([null, null]);
  });
});

it('a mirror that is full keeps no screen from starting', async () => {
  const { ports, db } = kiosk();
  await quickSetup({ pin: '4711' }, ports);
  await toggleKiosk(true, ports);
  const faults: unknown[] = [];
  const full = Object.assign(memoryStorage(), { setItem: throwing });
  expect((await readKiosk(db, full, error => faults.push(error))).enabled).toBe(true);
  expect(faults).toHaveLength(1);
});

describe('the console', () => {
  async function ask(it: ReturnType<typeof kiosk>, change: Parameters<typeof applyKiosk>[0]) {
    const heard: [KioskAnswer, reloadsThen: number][] = [];
    await applyKiosk(change, it.ports, answer => Promise.resolve(heard.push([answer, it.reloads()])));
    return { answer: heard[0]?.[0], reloadsThen: heard[0]?.[1] };
  }

  it('turns a screen into a kiosk: without a PIN one is made and told, once, before the reload', async () => {
    const it = kiosk(() => 0);
    const { answer, reloadsThen } = await ask(it, { enabled: true });
    expect(answer).toEqual({ enabled: true, pin_set: true, pin: '1000' });
    expect([reloadsThen, it.reloads()]).toEqual([0, 1]);
    expect((await ask(it, { enabled: true })).answer).toEqual({ enabled: true, pin_set: true });
    expect(it.reloads()).toBe(1);
    expect((await ask(it, { enabled: false })).answer).toEqual({ enabled: false, pin_set: true });
    expect(it.reloads()).toBe(2);
  });

  it('a reset makes the old PIN worthless at once, and the screen stays what it was', async () => {
    const it = kiosk(() => 0.5);
    await quickSetup({ pin: '4711' }, it.ports);
    await toggleKiosk(true, it.ports);
    const { answer } = await ask(it, { resetPin: true });
    expect(answer).toEqual({ enabled: true, pin_set: true, pin: '5500' });
    expect(await verifyPin('4711', await pinOf(it))).toBe(false);
    expect(await verifyPin('5500', await pinOf(it))).toBe(true);
    expect(it.reloads()).toBe(2);
  });

  it('whose answer is lost has changed the screen all the same', async () => {
    const it = kiosk();
    const lost = applyKiosk({ enabled: true }, it.ports, () => Promise.reject(new Error('no link')));
    await expect(lost).rejects.toThrow('no link');
    expect([(await readValue(it.db, 'kiosk'))?.enabled, it.reloads()]).toEqual([true, 1]);
  });
});
