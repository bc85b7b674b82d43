/** A valid request for each call of auctions, bids, notices and the health of connections. */
import type { AuctionRows } from '../../../../support/server/rows/programmatic/auctionRows.ts';
import type { Make } from '../../samples.ts';

const none: Make = () => ({});
const on =
  (which: keyof AuctionRows, body?: object): Make =>
  ({ of }) => ({ params: { id: of.auctions[which] }, ...(body && { body }) });
const partner =
  (body?: object): Make =>
  ({ of }) => ({ params: { partner_id: of.auctions.partner }, ...(body && { body }) });

export const AUCTION_SAMPLES: Record<string, Make> = {
  'GET /api/programmatic/auctions': none,
  'GET /api/programmatic/auctions/:id': on('auction'),
  'GET /api/programmatic/bids': none,
  'GET /api/programmatic/bids/:id/payload': on('won'),
  'POST /api/programmatic/bids/:id/decide': on('held', { decision: 'bill' }),
  'GET /api/programmatic/bids/:id/test-case': on('won'),
  'GET /api/programmatic/bid-logs/sampling': none,
  'PUT /api/programmatic/bid-logs/sampling': () => ({ body: { sample_pct: 50 }, version: 1 }),
  'GET /api/programmatic/leases': none,
  'GET /api/programmatic/notices': none,
  'POST /api/programmatic/notices/:id/retry': on('failed', {}),
  'GET /api/programmatic/adapters': none,
  'GET /api/programmatic/adapters/:partner_id/health': partner(),
  'GET /api/programmatic/adapters/:partner_id/events': partner(),
  'POST /api/programmatic/adapters/:partner_id/breaker': partner({ action: 'open' }),
};
