/**
 * contract.md §1: tenants, the white label and sub-tenants. The look is read by everybody who acts in the tenant. Writes are left
 * to the tenant's own people and staff. The platform has no sub-tenants (`below`), and makes none (`makes_below`).
 */
export type InTenants = 'tenants' | 'parent';
export type Below = 'below' | 'makes_below';
type Cells = Record<
  string,
  readonly [cell: string, named: Below | InTenants | null, staff: 'crossing' | 'always' | null]
>;
const W = 'white_label:W';
const R = 'white_label:R';
export const TENANT_CALLS: Cells = {
  'GET /api/tenants': ['tenants:R', null, null],
  'GET /api/tenants/export': ['tenants:R', null, null],
  'POST /api/tenants': ['tenants:W', 'parent', 'crossing'],
  'GET /api/tenants/:id': ['tenants:R', 'tenants', null],
  'PATCH /api/tenants/:id': ['tenants:W', 'tenants', 'crossing'],
  'DELETE /api/tenants/:id': ['tenants:W', 'tenants', 'always'],
  'POST /api/tenants/:id/restore': ['tenants:W', 'tenants', 'always'],
  'POST /api/tenants/:id/approve': ['tenants:W', 'tenants', 'always'],
  'POST /api/tenants/:id/suspend': ['tenants:W', 'tenants', 'always'],
  'POST /api/tenants/:id/reactivate': ['tenants:W', 'tenants', 'always'],
  'POST /api/tenants/:id/archive': ['tenants:W', 'tenants', 'always'],
  'GET /api/white-label': [R, null, null],
  'PATCH /api/white-label': [W, null, 'crossing'],
  'POST /api/white-label/publish': [W, null, 'crossing'],
  'POST /api/white-label/reset': [W, null, 'crossing'],
  'POST /api/white-label/verify-domain': [W, null, 'crossing'],
  'GET /api/white-label/brand': ['self:R', null, null],
  'GET /api/sub-tenants': [R, null, null],
  'GET /api/sub-tenants/export': [R, null, null],
  'GET /api/sub-tenants/limits': [R, null, null],
  'GET /api/sub-tenants/:id': [R, 'below', null],
  'POST /api/sub-tenants': [W, 'makes_below', 'crossing'],
  'PATCH /api/sub-tenants/:id': [W, 'below', 'crossing'],
  'DELETE /api/sub-tenants/:id': [W, 'below', 'crossing'],
  'POST /api/sub-tenants/:id/restore': [W, 'below', 'crossing'],
  'POST /api/sub-tenants/:id/suspend': [W, 'below', 'crossing'],
  'POST /api/sub-tenants/:id/reactivate': [W, 'below', 'crossing'],
  'POST /api/sub-tenants/:id/archive': [W, 'below', 'crossing'],
};
