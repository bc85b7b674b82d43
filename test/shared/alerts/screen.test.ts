import { describe, expect, it } from 'vitest';
import { decideAlerts, NO_ALERTS, TURN_MS, type AlertMoment } from '../../../shared/alerts/screen.ts';
import type { PlayerAlert } from '../../../shared/contract/alerts/playerAlerts.ts';
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
});
