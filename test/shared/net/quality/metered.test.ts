import { describe, expect, it } from 'vitest';
import { ours, refused, world } from './world.ts';

const S = 1_000;
const MINUTE = 60 * S;

describe('the monitor on a metered link', () => {
  const metered = () => world({ kiosk: true });

  it('OPEN-NET-02 checks every 60 s while healthy and every 5 s while suspect, and tests no speed', async () => {
    const w = metered();
    expect(w.monitor.metered()).toBe(true);
    w.monitor.start();
    await w.clock.advance(2 * MINUTE + S);
    expect(w.heads()).toEqual([0, 60, 120]);
    w.answers(refused);
    await w.clock.advance(MINUTE + 10 * S);
    expect(w.heads().slice(3)).toEqual([180, 185, 190]);
    w.answers(ours);
    await w.clock.advance(2 * MINUTE + 5 * S);
    expect(w.heads().slice(6)).toEqual([195, 255, 315]);
    expect(w.tests()).toEqual([]);
  });

  it('checks every 5 s in the hours of the depot, and every 60 s again after them', async () => {
    const start = world().clock.now();
    const w = world({ kiosk: true, isInDepot: () => w.clock.now() - start < 20 * S });
    w.monitor.start();
    await w.clock.advance(10 * S);
    expect(w.monitor.metered()).toBe(false);
    await w.clock.advance(90 * S);
    expect(w.monitor.metered()).toBe(true);
    expect(w.heads()).toEqual([0, 5, 10, 15, 20, 80]);
  });

  it('OPEN-NET-02 a real call that was answered stands for the check, one that was not brings it at once', async () => {
    const w = metered();
    w.monitor.start();
    for (let call = 0; call < 20; call++) {
      await w.clock.advance(15 * S);
      w.monitor.recordCall(true, { rtt: 80 });
    }
    expect(w.heads()).toEqual([0]);
    expect(w.quality()).toMatchObject({ rtt: 80, lastChecked: w.clock.now() });
    await w.clock.advance(6 * S);
    w.monitor.recordCall(false);
    await w.clock.advance(0);
    expect(w.heads()).toEqual([0, 306]);
  });

  it('a call each minute leaves no check to make, and where it stays away the check comes 5 s later', async () => {
    const w = metered();
    w.monitor.start();
    await w.clock.advance(S);
    for (let call = 0; call < 4; call++) {
      w.monitor.recordCall(true, { rtt: 80 });
      await w.clock.advance(MINUTE + 2 * S);
    }
    expect(w.heads()).toEqual([0]);
    await w.clock.advance(2 * MINUTE);
    expect(w.heads()).toEqual([0, 252, 312]);
  });

  it('OPEN-NET-02 learns the throughput of media downloads', async () => {
    const w = metered();
    w.monitor.start();
    await w.clock.advance(S);
    w.monitor.recordCall(true, { bytes: 2_000_000, ms: 8_000 });
    expect(w.quality().downlink).toBe(2);
    w.monitor.recordCall(true, { bytes: 900, ms: 400 });
    expect(w.quality().downlink).toBe(2);
  });

  it('real calls in quick succession do not make a link slow', async () => {
    const w = metered();
    w.monitor.start();
    await w.clock.advance(6 * S);
    for (let call = 0; call < 9; call++) w.monitor.recordCall(true, { rtt: 400 });
    expect(w.quality().status).toBe('online');
  });

  it('goes by the link as it is now', async () => {
    const w = world({ connection: { type: 'wifi' } });
    w.monitor.start();
    await w.clock.advance(6 * S);
    w.told.type = 'cellular';
    w.told.dispatchEvent(new Event('change'));
    expect(w.quality().connectionType).toBe('cellular');
    await w.clock.advance(2 * MINUTE);
    expect(w.heads()).toEqual([0, 5, 65, 125]);
    w.told.type = 'wifi';
    w.told.dispatchEvent(new Event('change'));
    await w.clock.advance(6 * S);
    expect(w.heads().slice(4)).toEqual([130]);
  });
});

it(
  'NET-22 NET-23 P9 a day on an unmetered link takes 17,280 checks and 2,880 speed tests',
  { timeout: 60_000 },
  async () => {
    const w = world({ connection: { type: 'ethernet' } });
    w.answers(ours, 40);
    w.monitor.start();
    await w.clock.advance(24 * 60 * MINUTE);
    expect(Math.abs(w.heads().length - 17_280)).toBeLessThan(173);
    expect(Math.abs(w.tests().length - 2_880)).toBeLessThan(29);
  },
);
