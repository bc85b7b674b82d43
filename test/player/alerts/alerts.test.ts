import { describe, expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import { idOf } from '../items.ts';
import { alertOf, boot, freshDisk, HOUR_S, outside } from './alertScreen.ts';

const NOW = Date.parse('2026-11-25T09:00:00.000Z');
const MINUTE_MS = 60_000;
/** A machine whose wall clock is off by so much; the truth goes by the running time of the world. */
function world(offByMs = 0) {
  const clock = manualClock(NOW + offByMs);
  let truth = NOW - clock.mono();
  const trueNow = () => truth + clock.mono();
  return { clock, trueNow, disk: freshDisk(), world: outside(trueNow), off: (ms: number) => (truth += ms) };
}

describe('a screen', () => {
  it('shows what is signed for it, interrupts what plays, and gives way when it is cancelled', async () => {
    const all = world();
    const screen = await boot(all);
    all.world.publish([alertOf(1, NOW)]);
    await screen.hears();
    expect(screen.onScreen()).toEqual([idOf(101)]);
    expect(screen.told).toEqual(['cover']);
    await all.clock.advance(5_000);
    expect(all.world.states(idOf(101))).toEqual(['received', 'shown']);
    await screen.alerts.confirm(idOf(101));
    all.world.publish([], [{ id: idOf(101), root_id: idOf(101), version: 1, reason: 'cancelled' }]);
    await screen.hears();
    expect(screen.onScreen()).toEqual([]);
    expect(screen.told).toEqual(['cover', 'uncover']);
    await all.clock.advance(1_000);
    expect(all.world.states(idOf(101))).toEqual(['received', 'shown', 'acknowledged', 'cleared']);
    expect(all.world.acks.at(-1)).toMatchObject({ seen_s: 5, clock_quality: 'A' });
    expect(screen.faults).toEqual([]);
  });

  it('P5 shows nothing that is forged, of another screen, or older than what it holds', async () => {
    const all = world();
    const screen = await boot(all);
    const mine = all.world.publish([], [], 5);
    await screen.hears();
    const forged = [
      { ...mine, version: 6, alerts: [alertOf(1, NOW)] },
      all.world.sign({ ...mine, version: 6, device_id: idOf(2), alerts: [alertOf(1, NOW)] }),
      all.world.sign({ ...mine, version: 4, alerts: [alertOf(1, NOW)] }),
      outside(all.trueNow).sign({ ...mine, version: 6, alerts: [alertOf(1, NOW)] }),
    ];
    for (const set of forged) {
      all.world.answer(set);
      await screen.alerts.heardOf(7).catch(() => undefined);
      await all.clock.advance(3_000);
      expect(screen.onScreen()).toEqual([]);
    }
    // Its own is shown all the same.
    all.world.publish([alertOf(1, NOW)], [], 8);
    await screen.hears();
    expect(screen.onScreen()).toEqual([idOf(101)]);
  });

  it('survives a start without a link, and ends in time', async () => {
    const all = world();
    const first = await boot(all);
    all.world.publish([alertOf(1, NOW, { ttl_s: 600 })]);
    await first.hears();
    await all.clock.advance(MINUTE_MS);
    await first.turnOff();
    all.world.net.isUp = false;
    all.clock.jump(4 * MINUTE_MS);
    all.off(4 * MINUTE_MS);
    const second = await boot(all);
    expect(second.onScreen()).toEqual([idOf(101)]);
    await all.clock.advance(6 * MINUTE_MS);
    expect(second.onScreen()).toEqual([]);
    expect(Math.abs(second.seen.at(-1)!.at - (NOW + 10 * MINUTE_MS))).toBeLessThanOrEqual(2_000);
    // What it did is told once it is heard again, and each once.
    all.world.net.isUp = true;
    await second.alerts.deliver();
    expect(all.world.states(idOf(101))).toEqual(['received', 'shown', 'cleared']);
  });

  it.each([
    ['stands in 1970', -NOW],
    ['is three hours ahead', 3 * HOUR_S * 1_000],
    ['is three hours behind', -3 * HOUR_S * 1_000],
  ])('whose clock %s shows an alert and ends it within two seconds of the truth', async (_what, off) => {
    const all = world(off);
    const screen = await boot(all);
    all.world.publish([alertOf(1, NOW, { ttl_s: 600, starts_in_s: 60 })]);
    await screen.hears();
    all.world.net.isUp = false;
    expect(screen.onScreen()).toEqual([]);
    await all.clock.advance(11 * MINUTE_MS);
    const times = screen.seen.map(({ at, ids }) => [at - NOW, ids.length]);
    expect(times).toHaveLength(2);
    expect(Math.abs(times[0]![0]! - MINUTE_MS)).toBeLessThanOrEqual(2_000);
    expect(Math.abs(times[1]![0]! - 10 * MINUTE_MS)).toBeLessThanOrEqual(2_000);
  });

  it('whose clock is set while it shows an alert neither keeps nor ends it', async () => {
    for (const ms of [3 * HOUR_S * 1_000, -3 * HOUR_S * 1_000, -NOW]) {
      const all = world();
      const screen = await boot(all);
      all.world.publish([alertOf(1, NOW, { ttl_s: 600 })]);
      await screen.hears();
      all.world.net.isUp = false;
      all.clock.jump(ms);
      await all.clock.advance(9 * MINUTE_MS);
      expect(screen.onScreen()).toEqual([idOf(101)]);
      await all.clock.advance(MINUTE_MS + 2_000);
      expect(screen.onScreen()).toEqual([]);
    }
  });

  it('that starts with a dead clock ends an alert by its running time at the latest', async () => {
    const all = world();
    const first = await boot(all);
    all.world.publish([alertOf(1, NOW, { ttl_s: 600 })]);
    await first.hears();
    await all.clock.advance(3 * MINUTE_MS);
    await first.turnOff();
    all.world.net.isUp = false;
    all.clock.jump(-NOW);
    const second = await boot(all);
    expect(second.onScreen()).toEqual([idOf(101)]);
    await all.clock.advance(7 * MINUTE_MS + 12_000);
    expect(second.onScreen()).toEqual([]);
  });

  it('that drives into the area without a link shows it there, and not after it has left', async () => {
    const all = world();
    let place = { lat: 52.6, lng: 13.4, acc_m: 10, age_ms: 0, entered: [] as never };
    const screen = await boot({ ...all, place: () => place });
    const areas = [{ shape: 'circle' as const, lat: 52.5, lng: 13.4, radius_m: 1_000 }];
    all.world.publish([alertOf(1, NOW, { areas }), alertOf(2, NOW, { areas: [], priority: 0 })]);
    await screen.hears();
    all.world.net.isUp = false;
    expect(screen.onScreen()).toEqual([]);
    place = { ...place, lat: 52.509 };
    await all.clock.advance(1_000);
    expect(screen.onScreen()).toEqual([idOf(101)]);
    // In a tunnel it is where it was.
    place = { ...place, age_ms: 60_000 };
    await all.clock.advance(1_000);
    expect(screen.onScreen()).toEqual([idOf(101)]);
    place = { ...place, lat: 52.6, age_ms: 0 };
    await all.clock.advance(1_000);
    expect(screen.onScreen()).toEqual([]);
    await all.clock.advance(HOUR_S * 1_000);
    all.world.net.isUp = true;
    await screen.alerts.deliver();
    expect(all.world.states(idOf(101))).toEqual(['received', 'shown', 'cleared']);
    expect(all.world.states(idOf(102))).toEqual(['received', 'suppressed_out_of_area']);
  });

  it('loses and doubles no report, killed at a hundred moments, with answers lost between', async () => {
    let seed = 7;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const all = world();
    let screen = await boot(all);
    const ids: string[] = [];
    for (let n = 0; n < 100; n++) {
      if (n % 4 === 0) {
        all.world.publish([alertOf(n, all.trueNow(), { ttl_s: 120 })]);
        ids.push(idOf(100 + n));
      }
      all.world.net.losesAnswers = random() < 0.5;
      all.world.net.isUp = random() < 0.7;
      void screen.hears().catch(() => undefined);
      // From within the first write to long after it.
      await all.clock.advance(random() < 0.5 ? 0 : random() * 20_000);
      await screen.turnOff();
      screen = await boot(all);
    }
    Object.assign(all.world.net, { isUp: true, losesAnswers: false });
    all.world.publish([]);
    await screen.hears();
    await all.clock.advance(5_000);
    await screen.alerts.deliver();
    const names = all.world.acks.map(({ alert_id, state }) => `${alert_id} ${state}`);
    expect(new Set(names).size).toBe(names.length);
    const got = ids.filter(id => all.world.states(id).length > 0);
    expect(got.length).toBeGreaterThan(5);
    for (const id of got) {
      const states = all.world.states(id);
      expect(states[0], id).toBe('received');
      expect(states.at(-1), id).toMatch(/^(cleared|cancel_received|expired_before_delivery)$/);
      expect(states.includes('shown'), id).toBe(states.at(-1) === 'cleared');
    }
    expect((await (await all.disk()).get('values', 'alert_log')) as object).toMatchObject({ acks: [] });
  });
});
