/** What a screen did with its alerts. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { id, instant, int, MAX_INT, text } from '../wire/wire.ts';

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
