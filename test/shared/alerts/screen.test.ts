import { describe, expect, it } from 'vitest';
import {
  decideAlerts,
  NO_ALERTS,
  TURN_MS,
  withState,
  type AlertMoment,
} from '../../../shared/alerts/screen.ts';
import type { PlayerAlert } from '../../../shared/contract/alerts/playerAlerts.ts';
import { isNear } from '../../../shared/alerts/near.ts';
import { isInFence, metresOutside } from '../../../shared/playout/place/fences.ts';
import { alertOf } from '../../player/alerts/alertScreen.ts';

const NOW = Date.parse('2026-11-25T09:00:00.000Z');
const NOTHING = { progress: {}, shown: NO_ALERTS };
const moment = (more: Partial<AlertMoment> = {}): AlertMoment => ({
  now: NOW,
  ran_ms: 0,
  place: null,
  ...more,
});
const decide = (alerts: PlayerAlert[], at = moment(), before = NOTHING as never, passed = 0) =>
  decideAlerts({ alerts, ended: [] }, before, at, passed);

describe('of several alerts', () => {
  it('the most urgent covers the screen; of equals each has its turn, the later one first', () => {
    const older = alertOf(1, NOW, { sent_at: '2026-11-25T08:00:00.000Z' });
    const alerts = [older, alertOf(2, NOW), alertOf(3, NOW, { priority: 2, template: 'banner' })];
    const shownAt = (ran_ms: number) => decide(alerts, moment({ ran_ms })).shown;
    expect(shownAt(0)).toMatchObject({ takeover: { event: 'Fire', id: alerts[1]!.id }, banner: null });
    expect(shownAt(TURN_MS).takeover?.id).toBe(older.id);
    expect(shownAt(2 * TURN_MS).takeover?.id).toBe(alerts[1]!.id);
  });

  it('a banner that is more urgent makes a takeover wait', () => {
    const alerts = [
      alertOf(1, NOW, { priority: 0, template: 'banner' }),
      alertOf(2, NOW, { priority: 3, template: 'takeover' }),
    ];
    expect(decide(alerts).shown).toMatchObject({ takeover: null, banner: { priority: 0 } });
  });

  it('only the newest version that has begun is shown, and the one before is over with it', () => {
    const root_id = alertOf(1, NOW).id;
    const alerts = [
      alertOf(1, NOW, { max_display_s: null }),
      alertOf(2, NOW, {
        root_id,
        version: 2,
        starts_in_s: 60,
        effective_at: new Date(NOW + 60_000).toISOString(),
      }),
    ];
    const first = decide(alerts);
    expect(first.shown.takeover?.id).toBe(root_id);
    const drawn = withState(first, root_id, 'shown');
    const later = decide(alerts, moment({ now: NOW + 60_000 }), { ...first, ...drawn } as never);
    expect(later.shown.takeover?.id).toBe(alerts[1]!.id);
    expect(later.reports).toContainEqual(expect.objectContaining({ id: root_id, state: 'cleared' }));
  });

  it('a banner and a line of news stand beside each other', () => {
    const { shown } = decide([
      alertOf(1, NOW, { priority: 3, template: 'ticker' }),
      alertOf(2, NOW, { priority: 2, template: 'banner' }),
      alertOf(3, NOW, { priority: 4, template: 'ticker' }),
    ]);
    expect(shown).toMatchObject({ takeover: null, banner: { priority: 2 }, ticker: { priority: 3 } });
  });

  it('a thousand are taken in order of urgency', () => {
    const alerts = Array.from({ length: 1_000 }, (_, n) =>
      alertOf(n, NOW, { priority: ([4, 3, 2, 1, 0] as const)[n % 5]! }),
    );
    const { shown, reports } = decide(alerts);
    expect(shown.takeover?.priority).toBe(0);
    expect(reports).toHaveLength(1_000);
  });
});

describe('one alert', () => {
  it('is shown for as long as it may be, all times together', () => {
    const alert = alertOf(1, NOW, { max_display_s: 10 });
    const first = decide([alert]);
    const shown = { ...first, progress: { [alert.id]: { ...first.progress[alert.id]!, states: ['shown'] } } };
    const after = decide([alert], moment(), shown as never, 9_999);
    expect(after.shown.takeover?.id).toBe(alert.id);
    const last = decide([alert], moment(), after as never, 1);
    expect(last.shown).toEqual(NO_ALERTS);
    expect(last.reports).toMatchObject([{ state: 'cleared', seen_ms: 10_000 }]);
    expect(decide([alert], moment(), last as never).reports).toEqual([]);
  });

  it('that came after its end, was cancelled unseen or never met the screen is reported as that', () => {
    const late = decide([alertOf(1, NOW, { ttl_s: 60 })], moment({ now: NOW + 60_000 }));
    expect(late.reports.map(({ state }) => state)).toEqual(['received', 'expired_before_delivery']);
    const alert = alertOf(2, NOW, { starts_in_s: 600 });
    const held = decide([alert]);
    const cancelled = decideAlerts(
      { alerts: [], ended: [{ id: alert.id, root_id: alert.id, version: 1, reason: 'cancelled' }] },
      held,
      moment(),
      0,
    );
    expect(cancelled.reports.map(({ state }) => state)).toEqual(['cancel_received']);
    const gone = decideAlerts({ alerts: [], ended: [] }, cancelled, moment(), 0);
    expect([gone.progress, gone.reports]).toEqual([{}, []]);
  });

  it('is shown where the place is unknown only if the server says so', () => {
    const areas = [{ shape: 'circle' as const, lat: 52.5, lng: 13.4, radius_m: 1_000 }];
    const shown = (more: Partial<PlayerAlert>, place: AlertMoment['place'] = null) =>
      decide([alertOf(1, NOW, { areas, ...more })], moment({ place })).shown.takeover !== null;
    expect(shown({ when_unknown: 'show' })).toBe(true);
    expect(shown({ when_unknown: 'hide' })).toBe(false);
    const near = { lat: 52.51, lng: 13.4, age_ms: 0 };
    // 1,112 m off: the accuracy of the fix and the buffer both count for the alert.
    expect(shown({}, { ...near, acc_m: 50 })).toBe(false);
    expect(shown({}, { ...near, acc_m: 150 })).toBe(true);
    expect(shown({ buffer_m: 150 }, { ...near, acc_m: 5 })).toBe(true);
    // A fix that says too little, and one that is old, are none.
    expect(shown({ when_unknown: 'hide' }, { ...near, acc_m: 5_000 })).toBe(false);
    expect(shown({ when_unknown: 'show' }, { ...near, acc_m: 5, age_ms: 31_000 })).toBe(true);
  });

  it('of a screen that was outside and has lost its position since, warns of the worst, and says when it is over', () => {
    const areas = [{ shape: 'circle' as const, lat: 52.5, lng: 13.4, radius_m: 1_000 }];
    const out = { lat: 52.52, lng: 13.4, acc_m: 5, age_ms: 0 };
    const lost = { ...out, age_ms: 31_000 };
    const shownAfter = (place: AlertMoment['place'], more: Partial<PlayerAlert>) => {
      const alert = alertOf(1, NOW, { areas, ...more });
      const outside = decide([alert], moment({ place: out }));
      expect(outside.shown).toEqual(NO_ALERTS);
      return decide([alert], moment({ place }), outside as never).shown.takeover !== null;
    };
    for (const place of [lost, null]) {
      expect(shownAfter(place, { priority: 0 })).toBe(true);
      expect(shownAfter(place, { priority: 1 })).toBe(true);
      expect(shownAfter(place, { priority: 2, response_types: ['AllClear'] })).toBe(true);
      expect(shownAfter(place, { priority: 2 })).toBe(false);
      const unseen = {
        priority: 2,
        response_types: ['AllClear'],
        when_unknown: 'hide',
      } satisfies Partial<PlayerAlert>;
      expect(shownAfter(place, unseen)).toBe(false);
    }
    // A car cannot have come so far since.
    expect(shownAfter({ ...lost, lat: 52.7 }, { priority: 0 })).toBe(false);
  });

  it('of a large area is near exactly where the whole of it was measured', () => {
    const ring = Array.from({ length: 300 }, (_, n) => ({
      lat: 52.5 + 0.2 * Math.sin((n / 150) * Math.PI),
      lng: 179.9 + 0.4 * Math.cos((n / 150) * Math.PI),
    }));
    const area = { shape: 'polygon' as const, rings: [ring] };
    for (let n = 0; n < 2_000; n++) {
      const place = { lat: 52.1 + (n % 40) * 0.02, lng: 179.3 + Math.floor(n / 40) * 0.03 };
      if (place.lng >= 180) place.lng -= 360;
      const isTrue = isInFence(place, area) || metresOutside(place, area) <= 3_000;
      expect([place, isNear(place, [area], 3_000)]).toEqual([place, isTrue]);
    }
  });
});
