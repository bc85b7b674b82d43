/** contract.md §6 and §9: whoever pays disputes, who decides it says his password; the logs' readers compare files. */
type Cells = Record<string, readonly [cell: string, named?: 'tenant', staff?: 'crossing']>;
export const DISPUTE_CALLS: Cells = {
  'GET /api/programmatic/disputes': ['billing:R'],
  'GET /api/programmatic/disputes/export': ['billing:R'],
  'GET /api/programmatic/disputes/:id': ['billing:R', 'tenant'],
  'POST /api/programmatic/disputes': ['billing:W', 'tenant', 'crossing'],
  'PATCH /api/programmatic/disputes/:id': ['billing:W', 'tenant', 'crossing'],
  'POST /api/programmatic/disputes/:id/evidence': ['billing:W', 'tenant', 'crossing'],
  'POST /api/programmatic/disputes/:id/close': ['billing:W', 'tenant', 'crossing'],
  'GET /api/reports/reconciliations': ['prog_logs:R'],
  'GET /api/reports/reconciliations/export': ['prog_logs:R'],
  'GET /api/reports/reconciliations/:id': ['prog_logs:R', 'tenant'],
  'POST /api/reports/reconciliations': ['prog_logs:R', 'tenant'],
  'DELETE /api/reports/reconciliations/:id': ['prog_logs:R', 'tenant'],
  'POST /api/reports/reconciliations/:id/restore': ['prog_logs:R', 'tenant'],
  'POST /api/reports/reconciliations/:id/import': ['prog_logs:R', 'tenant'],
  'POST /api/reports/reconciliations/:id/explain': ['prog_logs:R', 'tenant'],
  'POST /api/reports/reconciliations/:id/dispute': ['prog_logs:R', 'tenant'],
};
