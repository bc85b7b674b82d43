/** The fields that each call of bid logs and of adapters takes, copied from the contract's page by hand. */
export const AUCTION_BODIES: Record<string, string[]> = {
  'PUT /api/programmatic/bid-logs/sampling': ['sample_pct'],
  'POST /api/programmatic/adapters/:partner_id/breaker': ['action'],
  'POST /api/programmatic/bids/:id/decide': ['decision'],
};
