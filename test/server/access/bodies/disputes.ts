/** The fields that each call of disputes and reconciliations takes, copied from the contract's page by hand. */
const CLAIM = ['claim', 'claimed_plays', 'claimed_minor', 'contact_email'];
const FILE = ['file_name', 'csv'];
export const DISPUTE_BODIES: Record<string, string[]> = {
  'POST /api/programmatic/disputes': [
    ...[...CLAIM, 'kind', 'currency', 'play_id', 'campaign_id', 'invoice_id', 'line_id', 'partner_id'],
    ...['dealid', 'first_day', 'last_day'],
  ],
  'PATCH /api/programmatic/disputes/:id': CLAIM,
  'POST /api/programmatic/disputes/:id/evidence': ['text'],
  'POST /api/programmatic/disputes/:id/decide': ['decision', 'reason', 'credit_minor'],
  'POST /api/reports/reconciliations': [
    ...[...FILE, 'partner_id', 'first_day', 'last_day', 'tz', 'keyed_by', 'counted_in', 'tolerance_pct'],
    ...['day_column', 'key_column', 'count_column', 'revenue_column', 'currency_column', 'file_currency'],
  ],
  'POST /api/reports/reconciliations/:id/import': FILE,
  'POST /api/reports/reconciliations/:id/explain': ['note'],
  'POST /api/reports/reconciliations/:id/dispute': ['note'],
};
