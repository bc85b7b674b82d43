/** What a simulated screen does with alerts: by the rules of real screens, with their words for it. */
import { instant, type Clock } from '../../../shared/clock.ts';
import { MAX_ACKS, sendAlertAcks, type AlertAck } from '../../../shared/contract/alerts/alertAcks.ts';
import { pullAlerts, type PlayerAlerts } from '../../../shared/contract/alerts/playerAlerts.ts';
import { decideAlerts, NO_ALERTS, withState, type AlertDecision } from '../../../shared/alerts/screen.ts';
import type { VehicleClient } from './client.ts';
import { positionAt } from './place.ts';

const SECOND_MS = 1_000;

export function createVehicleAlerts(device_id: string, client: VehicleClient, clock: Pick<Clock, 'now'>) {
  let held: PlayerAlerts | null = null;
  let decision: AlertDecision = { shown: NO_ALERTS, progress: {}, reports: [] };
  let waiting: AlertAck[] = [];
  let decidedAt = clock.now();
  let heldSince = clock.now();

  function decide({ alerts, ended }: PlayerAlerts): void {
    const now = clock.now();
    const moment = { now, ran_ms: now - heldSince, place: positionAt(device_id, now) };
    const next = decideAlerts({ alerts, ended }, decision, moment, now - decidedAt);
    decidedAt = now;
    /** Nobody draws it: it counts as seen as soon as it is due. */
    const { takeover, banner, ticker } = next.shown;
    let seen: Pick<AlertDecision, 'progress' | 'reports'> = next;
    for (const alert of [takeover, banner, ticker]) if (alert) seen = withState(seen, alert.id, 'shown');
    decision = { ...next, progress: seen.progress, reports: seen.reports };
    waiting = [
      ...waiting,
      ...decision.reports.map(({ id, version, state, seen_ms }): AlertAck => ({
        ...{ alert_id: id, alert_version: version, state, at: instant(now), clock_quality: 'A' },
        ...(state === 'cleared' && { seen_s: Math.round(seen_ms / SECOND_MS) }),
      })),
    ];
  }

  /** Fetches the set where an answer has named another one, and reports what it did with it. */
  return async function look(): Promise<void> {
    const newest = client.alertsVersion();
    if (newest > (held?.version ?? 0)) {
      held = await client.call(pullAlerts);
      heldSince = clock.now();
    }
    if (held) decide(held);
    if (waiting.length === 0) return;
    const records = waiting.slice(0, MAX_ACKS);
    await client.call(sendAlertAcks, { body: { records } });
    waiting = waiting.slice(records.length);
  };
}
