/**
 * Leases: the right to play a line so many times until its deadline, so that a goal or a budget is never passed by
 * screens that play without a link (contract §5, §10).
 */
import * as z from 'zod/mini';
import { MAX_LEASES_HELD } from './screenCalls.ts';
import { endpoint } from '../wire/endpoint.ts';
import { id, instant, int } from '../wire/wire.ts';

/** What one lease can hold; a screen of short items shows less in a day. */
export const MAX_LEASE_PLAYS = 10_000;

export const lease = z.object({
  id,
  campaign_id: id,
  /** Of the flight. */
  line_id: id,
  max_plays: int(1, MAX_LEASE_PLAYS),
  /** Its plays are spread over this time, the first at its start. */
  window_start: instant,
  window_end: instant,
  /** No play may begin after it. What was missed within the window may be made up for until then. */
  play_deadline: instant,
});
export type Lease = z.infer<typeof lease>;

/** `used`: plays that were begun under it, whether or not they are handed in. */
const spentLease = z.strictObject({ id, used: int(0, MAX_LEASE_PLAYS) });
const spentLeases = z.array(spentLease).check(z.maxLength(MAX_LEASES_HELD));
export type SpentLease = z.infer<typeof spentLease>;

/**
 * One call says what is held and what comes back, and gets what is new: a metered link pays for each call. Signed as a
 * whole by the server, as a head is.
 */
export const pulledLeases = z.object({
  device_id: id,
  leases: z.array(lease),
  /** It got none for a line that is still short; for that one nothing changes before. null: it got all there was to ask for. */
  ask_again_at: z.nullable(instant),
  issued_at: instant,
  key_id: z.string(),
  sig: z.string(),
});
export type PulledLeases = z.infer<typeof pulledLeases>;
export const pullLeases = endpoint({
  method: 'POST',
  path: '/api/player/leases/pull',
  access: { who: 'device' },
  summary: 'Leases for the campaigns of this screen; it says what it holds and what it gives back',
  body: z.strictObject({
    /** All it may still spend, the answer before this one included: what is not named is sent once more. */
    held: spentLeases,
    /** It will not spend these any more, whatever is left of them. */
    returned: spentLeases,
  }),
  answer: pulledLeases,
});
