/** A CAP message as the columns of an alert. */
import { dateOf } from '../../../shared/clock.ts';
import type { AlertTarget } from '../../../shared/contract/alerts/alert.ts';
import { DEFAULT_TTL_S, MAX_TTL_S, priorityOf, templateOf } from '../../../shared/contract/alerts/cap.ts';
import type { AlertArea, Geocode } from '../../../shared/contract/alerts/area.ts';
import type { AlertColumns } from '../alerts/writes.ts';
import type { CapAlert } from '../cap/readAlert.ts';

const SECOND_MS = 1_000;
const SOUNDS_UP_TO = 1;
const dateOrNull = (time: string | null) => (time === null ? null : dateOf(Date.parse(time)));

export const geoTarget = (areas: AlertArea[], geocodes: Geocode[]): AlertTarget => ({
  ...{ mode: 'geo', areas, geocodes, device_ids: [], tags: [], exclude_device_ids: [], buffer_m: 0 },
});

/** It ends: as it says, or after what its priority gives it, and a day after it begins at the latest. */
function timesOf(alert: CapAlert, priority: ReturnType<typeof priorityOf>, now: number) {
  const effective = Date.parse(alert.effective_at ?? alert.key.sent);
  const begins = Math.max(effective, now);
  const expires = alert.expires_at === null ? null : Date.parse(alert.expires_at);
  const ends =
    expires ?? Math.max(effective, Date.parse(alert.key.sent)) + DEFAULT_TTL_S(priority) * SECOND_MS;
  const latest = begins + MAX_TTL_S * SECOND_MS;
  const isCut = ends > latest;
  const ttl_s = Math.min(MAX_TTL_S, Math.max(1, Math.round((Math.min(ends, latest) - begins) / SECOND_MS)));
  return {
    isCut,
    times: { effective_at: dateOf(effective), expires_at: dateOf(Math.min(ends, latest)), ttl_s },
  };
}

export function columnsOf(alert: CapAlert, now: number) {
  const priority = priorityOf(alert);
  const { times, isCut } = timesOf(alert, priority, now);
  const { key } = alert;
  const warnings = isCut
    ? [
        ...alert.warnings,
        {
          code: 'long_life',
          message: 'The alert lasts longer than 24 hours and is cut; send an update to extend it.',
        },
      ]
    : alert.warnings;
  return {
    ...{
      status: alert.status,
      msg_type: alert.msg_type === 'Update' ? 'Update' : 'Alert',
      scope: alert.scope,
    },
    ...{ cap_sender: key.sender, cap_identifier: key.identifier, cap_sent: dateOf(Date.parse(key.sent)) },
    ...{
      references: alert.references,
      incidents: alert.incidents,
      category: alert.category,
      event: alert.event,
    },
    ...{ urgency: alert.urgency, severity: alert.severity, certainty: alert.certainty, texts: alert.texts },
    ...{ response_types: alert.response_types, priority, template: templateOf(priority) },
    ...{ sound: priority <= SOUNDS_UP_TO, onset_at: dateOrNull(alert.onset_at), max_display_s: null },
    ...times,
    target: geoTarget(alert.areas, alert.geocodes),
    /** No key of a sender is known here, so no signature can be checked. */
    ...{ sig_status: alert.isSigned ? 'unverifiable' : 'unsigned', warnings },
  } satisfies Partial<AlertColumns>;
}
export type IntakeColumns = ReturnType<typeof columnsOf>;
