/** How the connections to partners do, and the breaker that spares them and us (contract §5). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { id, instant, logOf, logQuery } from '../wire/wire.ts';
import { ERROR_CLASSES } from './bid.ts';

export const BREAKER_MODES = ['auto', 'open', 'closed'] as const;
export type BreakerMode = (typeof BREAKER_MODES)[number];
/** half_open: part of the requests is left out. open: all that are ever left out. */
export const BREAKER_STATES = ['closed', 'half_open', 'open'] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];
export const HEALTH_WINDOWS = ['1m', '5m', '1h', '24h'] as const;
export type HealthWindow = (typeof HEALTH_WINDOWS)[number];

const share = z.nullable(z.number());
const quantile = z.nullable(z.int());
export const health = z.object({
  window: z.enum(HEALTH_WINDOWS),
  from: instant,
  to: instant,
  requests: z.int(),
  /** Left out by the breaker or a limit: none of these went out. */
  skipped: z.int(),
  bids: z.int(),
  nobids: z.int(),
  timeouts: z.int(),
  errors: z.int(),
  rejected_bids: z.int(),
  wins: z.int(),
  /** Requests with a bid by all; null: nothing was asked. */
  bid_rate: share,
  errors_by: z.record(z.enum(ERROR_CLASSES), z.int()),
  p50_ms: quantile,
  p95_ms: quantile,
  p99_ms: quantile,
  /** Over a connection that was open before. */
  reuse_rate: share,
  bytes_out: z.number(),
  bytes_in: z.number(),
  notices: z.int(),
  /** Of the notices that have ended. */
  notice_rate: share,
  spots: z.int(),
  plays: z.int(),
  /** Plays by spots whose time is over. */
  spend_rate: share,
  late_rate: share,
});
export type Health = z.infer<typeof health>;

export const adapter = z.object({
  partner_id: id,
  partner_name: z.string(),
  partner_state: z.string(),
  breaker: z.object({
    mode: z.enum(BREAKER_MODES),
    state: z.enum(BREAKER_STATES),
    unhealth: z.number(),
    /** The part of the requests that is left out now. */
    drop: z.number(),
    changed_at: z.nullable(instant),
  }),
  /** When a request last went out; null: none ever did, so nothing is known of its health. */
  last_call_at: z.nullable(instant),
  /** Of the last five minutes. */
  health,
});
export type Adapter = z.infer<typeof adapter>;

export const ADAPTER_EVENTS = [
  'opened',
  'half_opened',
  'closed',
  'forced_open',
  'forced_closed',
  'auto',
] as const;
export const adapterEvent = z.object({
  id,
  at: instant,
  kind: z.enum(ADAPTER_EVENTS),
  state: z.enum(BREAKER_STATES),
  mode: z.enum(BREAKER_MODES),
  unhealth: z.number(),
  /** null: the breaker itself. */
  user_id: z.nullable(id),
  user_name: z.nullable(z.string()),
});
export type AdapterEvent = z.infer<typeof adapterEvent>;

const access = { who: 'user', area: 'prog_logs', level: 'R' } as const;
const byPartner = z.object({ partner_id: id });
export const listAdapters = endpoint({
  method: 'GET',
  path: '/api/programmatic/adapters',
  access,
  summary: 'Every partner with its breaker and its last five minutes',
  answer: z.object({ as_of: instant, items: z.array(adapter) }),
});
export const readHealth = endpoint({
  method: 'GET',
  path: '/api/programmatic/adapters/:partner_id/health',
  access,
  summary: 'Figures of one partner over a window',
  params: byPartner,
  query: z.object({ window: z._default(z.enum(HEALTH_WINDOWS), '5m') }),
  answer: health,
});
export const listAdapterEvents = endpoint({
  method: 'GET',
  path: '/api/programmatic/adapters/:partner_id/events',
  access,
  summary: 'When the breaker of a partner changed, newest first',
  params: byPartner,
  query: logQuery,
  answer: logOf(adapterEvent),
});
export const setBreaker = endpoint({
  method: 'POST',
  path: '/api/programmatic/adapters/:partner_id/breaker',
  access: { who: 'user', area: 'programmatic', level: 'W' },
  summary: 'Open or close the breaker by hand, or leave it to itself',
  params: byPartner,
  body: z.strictObject({ action: z.enum(['open', 'close', 'auto']) }),
  answer: adapter,
});
