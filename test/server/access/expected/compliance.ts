/** contract.md §9: requests about personal data, and one's own; data that is brought over. */
type Cells = Record<
  string,
  readonly [cell: string, named?: 'tenant' | 'mine' | null, staff?: 'crossing' | null]
>;
export const COMPLIANCE_CALLS: Cells = {
  'GET /api/compliance/requests': ['compliance:R'],
  'GET /api/compliance/requests/export': ['compliance:R'],
  'GET /api/compliance/requests/:id': ['compliance:R', 'tenant'],
  'POST /api/compliance/requests': ['compliance:W', null, 'crossing'],
  'POST /api/compliance/requests/:id/verify': ['compliance:W', 'tenant', 'crossing'],
  'POST /api/compliance/requests/:id/complete': ['compliance:A', 'tenant', 'crossing'],
  'POST /api/compliance/requests/:id/refuse': ['compliance:A', 'tenant', 'crossing'],
  'POST /api/compliance/requests/:id/erase': ['compliance:A', 'tenant', 'crossing'],
  'GET /api/compliance/requests/:id/export': ['compliance:A', 'tenant', 'crossing'],
  'GET /api/own-privacy-requests': ['self:R'],
  'GET /api/own-privacy-requests/export': ['self:R'],
  'GET /api/own-privacy-requests/:id': ['self:R', 'mine'],
  'POST /api/own-privacy-requests': ['self:W'],
  'POST /api/own-privacy-requests/:id/withdraw': ['self:W', 'mine'],
  'GET /api/auth/me/data': ['self:R'],
  'GET /api/migrations': ['migration:R', null, 'crossing'],
  'GET /api/migrations/export': ['migration:R', null, 'crossing'],
  'GET /api/migrations/data/:kind': ['migration:R', null, 'crossing'],
  'POST /api/migrations': ['migration:W', null, 'crossing'],
  'GET /api/migrations/:id': ['migration:R', 'tenant', 'crossing'],
  'POST /api/migrations/:id/map': ['migration:W', 'tenant', 'crossing'],
  'POST /api/migrations/:id/dry-run': ['migration:W', 'tenant', 'crossing'],
  'POST /api/migrations/:id/run': ['migration:W', 'tenant', 'crossing'],
  'POST /api/migrations/:id/cancel': ['migration:W', 'tenant', 'crossing'],
  'POST /api/migrations/:id/rollback': ['migration:W', 'tenant', 'crossing'],
  'GET /api/migrations/:id/lines': ['migration:R', 'tenant', 'crossing'],
  'GET /api/migrations/:id/report': ['migration:R', 'tenant', 'crossing'],
};
