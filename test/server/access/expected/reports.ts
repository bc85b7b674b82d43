/** contract.md §9: whoever reads figures keeps reports of the tenant and has them made. */
type Cells = Record<string, readonly [cell: string, named?: 'tenant' | null, staff?: 'crossing']>;
export const REPORT_CALLS: Cells = {
  'POST /api/reports/preview': ['analytics:R'],
  'GET /api/reports/definitions': ['analytics:R'],
  'GET /api/reports/definitions/export': ['analytics:R'],
  'POST /api/reports/definitions': ['analytics:R', null, 'crossing'],
  'GET /api/reports/definitions/:id': ['analytics:R', 'tenant'],
  'PATCH /api/reports/definitions/:id': ['analytics:R', 'tenant', 'crossing'],
  'DELETE /api/reports/definitions/:id': ['analytics:R', 'tenant', 'crossing'],
  'POST /api/reports/definitions/:id/restore': ['analytics:R', 'tenant', 'crossing'],
  'POST /api/reports/definitions/:id/pause': ['analytics:R', 'tenant', 'crossing'],
  'POST /api/reports/definitions/:id/resume': ['analytics:R', 'tenant', 'crossing'],
  'GET /api/reports/runs': ['analytics:R'],
  'GET /api/reports/runs/export': ['analytics:R'],
  'POST /api/reports/runs': ['analytics:R'],
  'GET /api/reports/runs/:id': ['analytics:R', 'tenant'],
  'GET /api/reports/runs/:id/download': ['analytics:R', 'tenant'],
  'POST /api/reports/runs/:id/cancel': ['analytics:R', 'tenant'],
};
