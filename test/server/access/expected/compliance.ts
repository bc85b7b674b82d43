/** contract.md §9: requests about personal data, and one's own. */
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
};
