/** A valid request for each call of the white label and of sub-tenants. */
import type { Make } from '../samples.ts';

const none: Make = () => ({});
const empty: Make = () => ({ body: {} });
type State = 'active' | 'suspended' | 'archived';
const on =
  (state: State, more: object = {}): Make =>
  ({ of }) => ({ params: { id: of.tenants[state] }, ...more });

export const WHITE_LABEL_SAMPLES: Record<string, Make> = {
  'GET /api/white-label': none,
  'PATCH /api/white-label': () => ({ body: { app_name: 'Harbour Signs' }, version: 1 }),
  'POST /api/white-label/publish': empty,
  'POST /api/white-label/reset': empty,
  'POST /api/white-label/verify-domain': empty,
  'GET /api/white-label/brand': none,
  'GET /api/sub-tenants': none,
  'GET /api/sub-tenants/export': none,
  'GET /api/sub-tenants/limits': none,
  'GET /api/sub-tenants/:id': on('active'),
  'POST /api/sub-tenants': () => ({ body: { name: 'Harbour', slug: 'harbour-below', kind: 'advertiser' } }),
  'PATCH /api/sub-tenants/:id': on('active', { body: { name: 'Quay' }, version: 1 }),
  'DELETE /api/sub-tenants/:id': on('active', { version: 1 }),
  'POST /api/sub-tenants/:id/restore': on('archived', { body: {} }),
  'POST /api/sub-tenants/:id/suspend': on('active', { body: {} }),
  'POST /api/sub-tenants/:id/reactivate': on('suspended', { body: {} }),
  'POST /api/sub-tenants/:id/archive': on('active', { body: {} }),
};
