/** Which screens were given the right to play what, and what became of it (contract §5). */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { enumList, id, instant, int, logOf, logQuery, MAX_INT } from '../wire/wire.ts';
import { SPOT_STATES } from './bid.ts';

export const LEASE_SOURCES = ['bid', 'campaign'] as const;
const count = int(0, MAX_INT);
const when = z.nullable(instant);
export const leaseRow = z.object({
  id,
  device_id: id,
  device_name: z.string(),
  source: z.enum(LEASE_SOURCES),
  /** Either of them. */
  bid_id: z.nullable(id),
  campaign_id: z.nullable(id),
  auction_id: z.nullable(id),
  partner_id: z.nullable(id),
  deal_id: z.nullable(id),
  /** Of a bid that of its spot; of a campaign whether its screen has named it, has given it back, and whether it is over. */
  state: z.enum(SPOT_STATES),
  max_plays: count,
  reported: count,
  returned: count,
  window_start: instant,
  window_end: instant,
  play_deadline: instant,
  report_deadline: instant,
  created_at: instant,
  held_at: when,
  released_at: when,
});
export type LeaseRow = z.infer<typeof leaseRow>;
export const listLeases = endpoint({
  method: 'GET',
  path: '/api/programmatic/leases',
  access: { who: 'user', area: 'prog_logs', level: 'R' },
  summary: 'Leases of sold spots and campaigns, newest first',
  query: z.extend(logQuery, {
    device_id: z.optional(id),
    campaign_id: z.optional(id),
    bid_id: z.optional(id),
    deal_id: z.optional(id),
    source: enumList(LEASE_SOURCES),
  }),
  answer: logOf(leaseRow),
});
