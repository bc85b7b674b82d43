/** The signed set of one screen. */
import { and, eq, isNull } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { ALERT_TEXT, type AlertTexts } from '../../../shared/contract/alerts/alert.ts';
import { isUrgent, MAX_TTL_S } from '../../../shared/contract/alerts/cap.ts';
import type { PlayerAlert, PlayerAlerts } from '../../../shared/contract/alerts/playerAlerts.ts';
import type { Coordinates } from '../../../shared/contract/playout/fence.ts';
import { cutText } from '../../../shared/alerts/cutText.ts';
import { isNear } from '../../../shared/alerts/near.ts';
import { placesFor, type TargetScreen } from '../../../shared/alerts/target.ts';
import { requireFound } from '../../db/rows.ts';
import { alertPulls, devices, locations } from '../../db/schema.ts';
import { signDocument } from '../../identity/keys/serverKeys.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isAllClear } from '../alerts/live.ts';
import { isLive } from '../alerts/state.ts';
import type { SetAlert, TenantSet } from './sets.ts';

const SECOND_MS = 1_000;

export interface Screen extends TargetScreen {
  place: Coordinates | null;
}
const cut = (text: string, most: number) =>
  text.length <= most ? text : `${cutText(text, most - 1).trimEnd()}…`;
const cutTexts = (texts: AlertTexts): PlayerAlert['texts'] =>
  Object.fromEntries(
    Object.entries(texts).map(([language, text]) => [
      language,
      {
        headline: cut(text.headline, ALERT_TEXT.headline.most),
        description: cut(text.description, ALERT_TEXT.description.most),
        instruction: cut(text.instruction, ALERT_TEXT.instruction.most),
        sender_name: cut(text.sender_name, ALERT_TEXT.sender_name.most),
      },
    ]),
  );

/** What is replaced later ends with the beginning of the version in its place. */
const endOf = ({ state, expires_at, ended_at }: SetAlert) => (state === 'superseded' ? ended_at : expires_at);
/** The all-clear is shown wherever the warning could be. */
const wasUrgent = (alert: SetAlert) =>
  isUrgent(isAllClear(alert) ? { priority: alert.root_priority } : alert);

/** null: the screen does not hold it. */
export function alertFor(alert: SetAlert, screen: Screen, now: number): PlayerAlert | null {
  const places = placesFor(alert, screen);
  const { effective_at, published_at, target } = alert;
  const expires_at = endOf(alert);
  if (places === null || effective_at === null || expires_at === null) return null;
  const wasThere =
    places !== 'anywhere' && screen.place !== null && isNear(screen.place, places, target.buffer_m);
  const left = Math.ceil((expires_at.getTime() - now) / SECOND_MS);
  return {
    ...{ id: alert.id, root_id: alert.root_id, version: alert.alert_version, status: alert.status },
    ...{ msg_type: alert.msg_type, priority: alert.priority, template: alert.template, sound: alert.sound },
    ...{ event: alert.event, response_types: alert.response_types, texts: cutTexts(alert.texts) },
    sent_at: (alert.cap_sent ?? published_at ?? effective_at).toISOString(),
    effective_at: effective_at.toISOString(),
    expires_at: expires_at.toISOString(),
    starts_in_s: Math.max(0, Math.floor((effective_at.getTime() - now) / SECOND_MS)),
    ttl_s: Math.min(2 * MAX_TTL_S, Math.max(0, left)),
    max_display_s: alert.max_display_s,
    areas: places === 'anywhere' ? null : places,
    buffer_m: target.buffer_m,
    when_unknown: places === 'anywhere' || wasUrgent(alert) || wasThere ? 'show' : 'hide',
  };
}

export function setFor({ version, alerts }: TenantSet, screen: Screen, now: number) {
  const held = alerts.filter(alert => isLive(alert, now));
  const ended = alerts.flatMap(alert => {
    const { id, root_id, alert_version, state } = alert;
    const isOver = (state === 'cancelled' || state === 'superseded') && !isLive(alert, now);
    return isOver && placesFor(alert, screen) !== null
      ? [{ id, root_id, version: alert_version, reason: state }]
      : [];
  });
  return { version, alerts: held.flatMap(alert => alertFor(alert, screen, now) ?? []), ended };
}

/** Where it said it was, else where it belongs. */
export async function screenOf({ tx, tenant_id }: TransactionContext, device_id: string): Promise<Screen> {
  const [row] = await tx
    .select({ tags: devices.tags, reported: devices.reported, lat: locations.lat, lng: locations.lng })
    .from(devices)
    .leftJoin(locations, and(eq(locations.id, devices.location_id), isNull(locations.deleted_at)))
    .where(and(eq(devices.tenant_id, tenant_id), eq(devices.id, device_id)));
  const { tags, reported, lat, lng } = requireFound(row, 'device');
  const standing = lat === null || lng === null ? null : { lat, lng };
  return { id: device_id, tags, place: reported?.place ?? standing };
}

export async function pullSet(
  ctx: TransactionContext,
  device_id: string,
  set: TenantSet,
): Promise<PlayerAlerts> {
  const { tx, tenant_id, now, server } = ctx;
  const screen = await screenOf(ctx, device_id);
  const own = setFor(set, screen, now);
  /** The first pull that held an alert is the evidence of its delivery. */
  const pulled = own.alerts.map(({ id }) => ({
    ...{ tenant_id, device_id, alert_id: id, version: set.version, at: dateOf(now) },
  }));
  if (pulled.length > 0) await tx.insert(alertPulls).values(pulled).onConflictDoNothing();
  const key = server.keys.manifest;
  const unsigned = {
    ...{ kind: 'alerts' as const, device_id, ...own },
    ...{ issued_at: instant(now), key_id: key.key_id },
  };
  return { ...unsigned, sig: signDocument(key, unsigned) };
}
