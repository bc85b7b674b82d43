/**
 * What a screen is given of alerts, and what it says of them.
 *
 * The set is state, not a queue: one answer holds all that counts for this screen, and what is not in it ended. Each
 * answer to a screen carries `X-Alerts-Version`, and its event stream says `alerts` with the same number as soon as
 * something is published or ended; a number other than that of the set it holds asks for a pull. The version rises
 * within a tenant; a set with a lower one than the screen holds is ignored.
 */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { id, instant, int, MAX_INT, text } from '../wire/wire.ts';
import { alertArea } from './area.ts';
import { CAP_STATUSES, MESSAGE_TYPES, PRIORITIES, RESPONSE_TYPES, TEMPLATES, MAX_TTL_S } from './cap.ts';

/** On answers to signed calls of screens. */
export const ALERTS_VERSION_HEADER = 'x-alerts-version';
/** Of the event stream of a screen; `data` is `{"version": n}`. */
export const ALERTS_EVENT = 'alerts';
export const alertsEvent = (version: number) =>
  `event: ${ALERTS_EVENT}\ndata: ${JSON.stringify({ version })}\n\n`;
/** Of one event of the stream; 0: it is another event. */
export const alertsVersionOf = (event: string): number =>
  Number(/^event: alerts\ndata: \{"version":(\d+)\}$/.exec(event)?.[1] ?? 0);

const screenText = z.object({
  headline: z.string(),
  description: z.string(),
  instruction: z.string(),
  sender_name: z.string(),
});
export const playerAlert = z.object({
  id,
  /** Versions of one alert share it: of two the higher `version` counts. */
  root_id: id,
  version: int(1, MAX_INT),
  /** Anything but `Actual` is shown with the words for a test. */
  status: z.enum(CAP_STATUSES),
  msg_type: z.enum(MESSAGE_TYPES),
  /** The lower goes first; of equals the one that was sent later. */
  priority: z.literal(PRIORITIES),
  template: z.enum(TEMPLATES),
  sound: z.boolean(),
  event: z.string(),
  /** `AllClear`: the danger is over. */
  response_types: z.array(z.enum(RESPONSE_TYPES)),
  /** By language, as long as a screen shows them at most. */
  texts: z.record(z.string(), screenText),
  sent_at: instant,
  effective_at: instant,
  expires_at: instant,
  /** s from `issued_at` of the set to its beginning and its end: for a clock that cannot be trusted. */
  starts_in_s: int(0, MAX_INT),
  ttl_s: int(0, MAX_TTL_S * 2),
  max_display_s: z.nullable(int(1, MAX_TTL_S)),
  /** Shown only there; null: wherever the screen is. An empty list is nowhere. */
  areas: z.nullable(z.array(alertArea)),
  /** m round the areas, beside the accuracy of the position. */
  buffer_m: int(0, MAX_INT),
  /**
   * What holds for a screen that does not know where it is. Always `show` at priority 0 and 1; below that the server's
   * last word of the screen's place decides.
   */
  when_unknown: z.enum(['show', 'hide']),
});
export type PlayerAlert = z.infer<typeof playerAlert>;

/** Why an alert that was published is not in the set any more. */
export const END_REASONS = ['cancelled', 'superseded'] as const;
/** Signed as a whole by the key that signs heads: `sig` is ES256 over the canonical bytes of everything else. */
export const playerAlerts = z.object({
  kind: z.literal('alerts'),
  device_id: id,
  version: int(0, MAX_INT),
  alerts: z.array(playerAlert),
  /** Kept for 48 hours after it would have run out. A screen that held it says `cancel_received` or `cleared`. */
  ended: z.array(z.object({ id, root_id: id, version: int(1, MAX_INT), reason: z.enum(END_REASONS) })),
  issued_at: instant,
  key_id: z.string(),
  sig: z.string(),
});
export type PlayerAlerts = z.infer<typeof playerAlerts>;

/** By itself, so that a screen need not load the schema of what is signed for it. */
export const PLAYER_ALERTS_PATH = '/api/player/alerts';
/** 304 where `since` is the version there is. */
export const pullAlerts = endpoint({
  method: 'GET',
  path: PLAYER_ALERTS_PATH,
  access: { who: 'device' },
  summary: 'The signed set of alerts that count for this screen',
  query: z.object({ since: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
  answer: playerAlerts,
});

/**
 * In the order of a delivery. `suppressed_out_of_area`: held, and the screen never was in its area.
 * `expired_before_delivery`: it came after its end and was never shown. `cancel_received`: it ended before it was shown.
 */
export const ACK_STATES = [
  ...(['received', 'shown', 'acknowledged', 'cleared'] as const),
  ...(['suppressed_out_of_area', 'expired_before_delivery', 'cancel_received', 'failed'] as const),
] as const;
export type AckState = (typeof ACK_STATES)[number];
export const MAX_ACKS = 200;
export const alertAck = z.strictObject({
  alert_id: id,
  alert_version: int(1, MAX_INT),
  state: z.enum(ACK_STATES),
  at: instant,
  /** s it was on the screen; of `cleared`. */
  seen_s: z.optional(int(0, MAX_INT)),
  clock_quality: z.optional(z.enum(['A', 'B', 'C', 'D'])),
  /** Why it failed. */
  detail: z.optional(text(0, 200)),
});
export type AlertAck = z.infer<typeof alertAck>;
/** By what a record is known: sent again it is taken once, so a screen sends until it is named. */
const ackKey = { alert_id: id, alert_version: int(1, MAX_INT), state: z.enum(ACK_STATES) };
export const sendAlertAcks = endpoint({
  method: 'POST',
  path: '/api/player/alert-acks',
  access: { who: 'device' },
  summary: 'What the screen did with its alerts; each record is stored once, however often it is sent',
  limit: 'alert_acks',
  body: z.strictObject({ records: z.array(alertAck).check(z.minLength(1), z.maxLength(MAX_ACKS)) }),
  /** The screen deletes exactly these. `rejected`: no alert that this screen was ever given. */
  answer: z.object({
    records: z.array(z.object({ ...ackKey, verdict: z.enum(['accepted', 'duplicate', 'rejected']) })),
  }),
});
