/** contract.md §5: auctions, bids, notices and the health of connections. Payloads are for those who set the tenant up. */
type Cells = Record<string, readonly [cell: string, named?: 'tenant' | null, staff?: 'crossing']>;
export const AUCTION_CALLS: Cells = {
  'GET /api/programmatic/auctions': ['prog_logs:R'],
  'GET /api/programmatic/auctions/:id': ['prog_logs:R', 'tenant'],
  'GET /api/programmatic/bids': ['prog_logs:R'],
  'GET /api/programmatic/bids/:id/payload': ['settings:R', 'tenant'],
  'POST /api/programmatic/bids/:id/decide': ['settings:W', 'tenant', 'crossing'],
  'GET /api/programmatic/bids/:id/test-case': ['settings:R', 'tenant'],
  'GET /api/programmatic/bid-logs/sampling': ['prog_logs:R'],
  'PUT /api/programmatic/bid-logs/sampling': ['settings:W', null, 'crossing'],
  'GET /api/programmatic/leases': ['prog_logs:R'],
  'GET /api/programmatic/notices': ['prog_logs:R'],
  'POST /api/programmatic/notices/:id/retry': ['settings:W', 'tenant', 'crossing'],
  'GET /api/programmatic/adapters': ['prog_logs:R'],
  'GET /api/programmatic/adapters/:partner_id/health': ['prog_logs:R', 'tenant'],
  'GET /api/programmatic/adapters/:partner_id/events': ['prog_logs:R', 'tenant'],
  'POST /api/programmatic/adapters/:partner_id/breaker': ['programmatic:W', 'tenant'],
};
