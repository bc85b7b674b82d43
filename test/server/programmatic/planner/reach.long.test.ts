import { describe, expect, it } from 'vitest';
import { auctions, devices, locations } from '../../../../server/db/schema.ts';
import { isOpen, knownFrom } from '../../../../server/programmatic/planner/reach.ts';
import { nextSlot, SLOT_MS } from '../../../../server/programmatic/planner/slots.ts';
import { noHours } from '../../../../shared/contract/fleet/location.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { partner, plan, test, usePlannerWorld } from './world.ts';

const HOUR = 3_600_000;
/** Monday, 12:00 in Lisbon, which is UTC in winter. */
const NOON = Date.parse('2026-01-05T12:00:00Z');
const slotAt = (from: number) => ({ from, to: from + SLOT_MS });

describe('when a screen learns of what was sold', () => {
  it.each<[string, number | null, number, number | null]>([
    ['one that is heard of: at once', NOON - 60_000, 2, NOON],
    ['one that went silent: when it is usually back', NOON - HOUR, 2, NOON + HOUR],
    ['one that is silent for longer than ever: not', NOON - 3 * HOUR, 2, null],
    ['one that is silent for as long, and often is', NOON - 3 * HOUR, 8, NOON + 5 * HOUR],
    ['one that was never heard of: not', null, 2, null],
  ])('%s', (_what, last_seen, offline_h, from) => {
    expect(knownFrom({ now: NOON, last_seen, offline_h })).toBe(from);
  });
});

describe('the hours of a place', () => {
  const hours = noHours();
  hours[0] = [
    { start: '08:00', end: '12:30' },
    { start: '22:00', end: '02:00' },
  ];
  it.each<[string, string, boolean]>([
    ['in them', '2026-01-05T12:20:00Z', true],
    ['up to their end', '2026-01-05T12:25:00Z', true],
    ['across their end', '2026-01-05T12:28:00Z', false],
    ['before them', '2026-01-05T07:55:00Z', false],
    ['after midnight, of the day before', '2026-01-06T01:50:00Z', true],
    ['on a day that has none', '2026-01-07T12:00:00Z', false],
  ])('%s', (_what, at, open) => {
    expect(isOpen(hours, 'Europe/Lisbon', slotAt(Date.parse(at)))).toBe(open);
  });
  it('are those of its own clock', () => {
    expect(isOpen(hours, 'Asia/Shanghai', slotAt(NOON))).toBe(false);
    expect(isOpen(hours, 'Asia/Shanghai', slotAt(Date.parse('2026-01-05T02:00:00Z')))).toBe(true);
  });
  it('are all there are where nobody has named any', () => {
    expect(isOpen(noHours(), 'UTC', slotAt(NOON))).toBe(true);
  });
  it('leave out the spots of closed hours, and the next one is that of the morning', () => {
    const known = { now: NOON, offered_until: null, offline_h: 2, max_lead_s: 7_200 };
    const opens = NOON + HOUR;
    expect(nextSlot(known, ({ from }) => from >= opens)).toEqual(slotAt(opens));
    expect(nextSlot(known, ({ from }) => from >= NOON + 3 * HOUR)).toBeNull();
  });
});

describe('the planner', () => {
  usePlannerWorld();
  const offered = async () => {
    await test.db.delete(auctions);
    partner.state.answer = () => ({ status: 204 });
    await plan();
    return (await test.db.select().from(auctions)).length;
  };
  const setLastSeen = (ago_ms: number | null) =>
    test.db
      .update(devices)
      .set({ last_seen_at: ago_ms === null ? null : new Date(test.server.clock.now() - ago_ms) });

  it.each<[string, number | null, number]>([
    ['that is heard of', 0, 1],
    ['that was silent for no longer than a minute', 60_000, 1],
    /** One whose habits nobody knows is taken to be away for two hours. */
    ['that will hardly be back before the spot', HOUR, 0],
    ['that is silent for longer than is usual', 3 * HOUR, 0],
    ['that is silent for days', 72 * HOUR, 0],
    ['that nobody has ever heard of', null, 0],
  ])('offers of a screen %s: spots', async (_what, ago, n) => {
    await setLastSeen(ago);
    expect(await offered()).toBe(n);
    await setLastSeen(0);
  });

  it('offers no spot of a place that is closed then', async () => {
    const now = test.server.clock.now();
    const id = uuid7(now);
    const hours = noHours();
    /** Open on one day of the week, which is neither today nor tomorrow. */
    hours[(new Date(now).getUTCDay() + 2) % 7] = [{ start: '09:00', end: '10:00' }];
    await test.db.insert(locations).values({
      ...{ id, tenant_id: test.tenant_id, name: 'Harbour hall', tz: 'UTC', lat: 38.7, lng: -9.14 },
      ...{ radius_m: 50, hours },
    });
    await test.db.update(devices).set({ location_id: id });
    expect(await offered()).toBe(0);
    await test.db.update(locations).set({ hours: noHours() });
    expect(await offered()).toBe(1);
    await test.db.update(devices).set({ location_id: null });
  });
});
