/** A screen that is online listens: it is told that something waits, and asks for it with a heartbeat. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';

/** ms; interval of keep-alive comments. */
export const EVENTS_KEEPALIVE_MS = 15_000;
/** ms; then the stream ends, and the screen signs anew. */
export const EVENTS_MAX_MS = 5 * 60_000;
/** The one event there is: this screen, its commands or what it shall play have changed. */
export const CHANGED_EVENT = 'event: changed\ndata: {}\n\n';

/** One event, and with `follow` another after each change. A metered link is spared it: its heartbeat asks each minute. */
export const playerEvents = endpoint({
  method: 'GET',
  path: '/api/player/events',
  access: { who: 'device' },
  summary: 'Tells a screen at once that something waits for it, as server-sent events',
  query: z.object({ follow: z.optional(z.enum(['1'])) }),
  answer: 'text',
});
