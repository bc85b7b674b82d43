/** Calls that a sold or lost bid owes its partner (contract §5). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { byId, enumList, id, instant, logOf, logQuery, nothing } from '../wire/wire.ts';

/** nurl: it won. burl: it played, and is paid for. lurl: it lost, or was sold and never played. */
export const NOTICE_KINDS = ['nurl', 'burl', 'lurl'] as const;
export const NOTICE_STATES = ['pending', 'sent', 'ok', 'retrying', 'failed', 'cancelled'] as const;
export const notice = z.object({
  id,
  /** The row of the bid. */
  bid_id: id,
  auction_id: id,
  partner_id: id,
  partner_name: z.nullable(z.string()),
  kind: z.enum(NOTICE_KINDS),
  /** With its macros filled in. */
  url: z.string(),
  state: z.enum(NOTICE_STATES),
  attempts: z.array(
    z.object({
      at: instant,
      http_status: z.nullable(z.int()),
      /** Why it had no answer, in a word. */
      fault: z.nullable(z.string()),
      took_ms: z.int(),
    }),
  ),
  tries: z.int(),
  due_at: instant,
  deadline_at: instant,
  created_at: instant,
  ended_at: z.nullable(instant),
});
export type Notice = z.infer<typeof notice>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/programmatic/notices',
  access: { who: 'user', area: 'prog_logs', level: 'R' },
  summary: 'Notices to partners, newest first',
  query: z.extend(logQuery, {
    partner_id: z.optional(id),
    bid_id: z.optional(id),
    kind: enumList(NOTICE_KINDS),
    state: enumList(NOTICE_STATES),
  }),
  answer: logOf(notice),
});
export const retryNotice = endpoint({
  method: 'POST',
  path: '/api/programmatic/notices/:id/retry',
  access: { who: 'user', area: 'settings', level: 'W' },
  summary: 'Call a notice again that was given up or waits for its next try',
  params: byId,
  body: nothing,
  answer: notice,
});
