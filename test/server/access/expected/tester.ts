/** contract.md §5: the OpenRTB tester. */
type Cells = Record<string, readonly [cell: string, named?: 'tenant']>;
export const TESTER_CALLS: Cells = {
  'POST /api/programmatic/openrtb/validate': ['tester:W'],
  'POST /api/programmatic/openrtb/build': ['tester:W'],
  'POST /api/programmatic/openrtb/send': ['tester:W'],
  'POST /api/programmatic/openrtb/simulate-auction': ['tester:W'],
  'POST /api/programmatic/openrtb/render-macros': ['tester:W'],
  'GET /api/programmatic/openrtb/cases': ['tester:R'],
  'GET /api/programmatic/openrtb/cases/export': ['tester:R'],
  'GET /api/programmatic/openrtb/cases/:id': ['tester:R', 'tenant'],
  'POST /api/programmatic/openrtb/cases': ['tester:W'],
  'POST /api/programmatic/openrtb/cases/import': ['tester:W'],
  'PATCH /api/programmatic/openrtb/cases/:id': ['tester:W', 'tenant'],
  'DELETE /api/programmatic/openrtb/cases/:id': ['tester:W', 'tenant'],
  'POST /api/programmatic/openrtb/cases/:id/restore': ['tester:W', 'tenant'],
  'GET /api/programmatic/openrtb/runs': ['tester:R'],
  'GET /api/programmatic/openrtb/runs/export': ['tester:R'],
  'GET /api/programmatic/openrtb/runs/:id': ['tester:R', 'tenant'],
  'POST /api/programmatic/openrtb/runs': ['tester:W'],
  'POST /api/programmatic/openrtb/runs/:id/cancel': ['tester:W', 'tenant'],
};
