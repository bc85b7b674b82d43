/** contract.md §9: data that is brought over, by the people of the tenant and by staff. */
type Cells = Record<string, readonly [cell: string, named: 'tenant' | null, staff: 'crossing']>;
export const MIGRATION_CALLS: Cells = {
  'GET /api/migrations': ['migration:R', null, 'crossing'],
  'GET /api/migrations/export': ['migration:R', null, 'crossing'],
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
