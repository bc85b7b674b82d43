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
import { id, instant, int, MAX_INT } from '../wire/wire.ts';
import { PLAYER_ALERTS_PATH } from './alertSignals.ts';
import { alertArea } from './area.ts';
import { CAP_STATUSES, MESSAGE_TYPES, PRIORITIES, RESPONSE_TYPES, TEMPLATES, MAX_TTL_S } from './cap.ts';

const screenText = z.object({
  headline: z.string(),
  description: z.string(),
  instruction: z.string(),
  sender_name: z.string(),
});
export const playerAlert = z.object({
  id,
  /** Versions of one alert share it: of those that have begun the highest `version` counts. */
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
   * What holds for a screen that does not know where it is. Always `show` for an urgent alert, and for the word
   * that such an alert is over; else the screen's last position decides, then what the server knows of its place.
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
  /**
   * Of those that are for this screen, until 24 hours after they would have run out, the latest two hundred at most. A
   * screen that held one says `cancel_received` or `cleared`.
   */
  ended: z.array(z.object({ id, root_id: id, version: int(1, MAX_INT), reason: z.enum(END_REASONS) })),
  issued_at: instant,
  key_id: z.string(),
  sig: z.string(),
});
export type PlayerAlerts = z.infer<typeof playerAlerts>;

/** 304 where `since` is the version there is. */
export const pullAlerts = endpoint({
  method: 'GET',
  path: PLAYER_ALERTS_PATH,
  access: { who: 'device' },
  summary: 'The signed set of alerts that count for this screen',
  query: z.object({ since: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
  answer: playerAlerts,
});
