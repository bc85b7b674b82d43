/** The fields that each call of earnings and payouts takes, copied from the contract's page by hand. */
export const EARNING_BODIES: Record<string, string[]> = {
  'POST /api/earnings/recalculate': ['period'],
  'POST /api/earnings/:id/adjust': ['amount_minor', 'reason'],
  'POST /api/earnings/:id/answer': ['answer'],
  'POST /api/payouts': ['owner_user_id'],
  'POST /api/payouts/:id/pay': ['reference'],
  'POST /api/payouts/:id/fail': ['reason'],
  'POST /api/payouts/:id/cancel': ['reason'],
  'POST /api/owner/earnings/:id/dispute': ['reason'],
  'PUT /api/owner/payout-account': ['holder', 'number', 'bank'],
};
