/** An error report of a browser, sent only with consent and without user, tenant and location. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { int, text } from '../wire/wire.ts';

export const ERROR_TYPES = ['cors', 'timeout', 'network', 'abort', 'parsing', 'unknown'] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];
export const CONTEXT_TYPES = ['api', 'media', 'page', 'player', 'worker'] as const;
export type ContextType = (typeof CONTEXT_TYPES)[number];
/** Maximum text lengths in characters, time in ms and number of attempts. */
export const ERROR_BOUNDS = {
  url: 2_048,
  message: 200,
  section: 120,
  ttfbMs: 3_600_000,
  attempts: 1_000,
} as const;
const BODY_BYTES = 16_384;

const attempts = z.nullable(int(0, ERROR_BOUNDS.attempts));

export const errorRecord = z.strictObject({
  /** The failing URL, without personal parts. */
  url: text(0, ERROR_BOUNDS.url),
  error_type: z.enum(ERROR_TYPES),
  error_message: text(0, ERROR_BOUNDS.message),
  http_status_code: z.nullable(int(100, 599)),
  /** Time to the first byte of the answer. */
  ttfb_ms: z.nullable(int(0, ERROR_BOUNDS.ttfbMs)),
  /** Attempt number and maximum; null where the error is not of a call. */
  retry_attempt: attempts,
  max_attempts: attempts,
  context_type: z.enum(CONTEXT_TYPES),
  /** Name of the route in the route table. */
  section_context: z.nullable(text(0, ERROR_BOUNDS.section)),
});
export type ErrorRecord = z.infer<typeof errorRecord>;

export const reportError = endpoint({
  method: 'POST',
  path: '/api/analytics/errors',
  access: { who: 'anyone' },
  summary: 'Tell of one error; only with consent, and without saying who',
  limit: 'error_records',
  bodyLimit: BODY_BYTES,
  body: errorRecord,
});
