/** The fields that each call of earnings, payouts and budgets takes, copied from the contract's page by hand. */
export const EARNING_BODIES: Record<string, string[]> = {
  'POST /api/budgets': ['name', 'scope', 'period', 'campaign_id', 'amount_minor', 'hard_cap', 'currency'],
  'PATCH /api/budgets/:id': ['name', 'amount_minor', 'hard_cap'],
  'POST /api/budgets/:id/transfer': ['to_id', 'amount_minor'],
  'POST /api/budgets/requests': ['amount_minor', 'reason', 'budget_id'],
  'POST /api/budgets/requests/:id/decline': ['reason'],
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
