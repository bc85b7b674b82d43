/** A valid request for each call of plays and their proofs. */
import type { Make } from '../samples.ts';
import { REPORT_SAMPLES } from './reports.ts';

const none: Make = () => ({});

export const PROOF_SAMPLES: Record<string, Make> = {
  ...REPORT_SAMPLES,
  'GET /api/programmatic/plays': none,
  'GET /api/programmatic/plays/:id': ({ of }) => ({ params: { id: of.rootedPlay } }),
  'GET /api/programmatic/plays/summary': none,
  'GET /api/programmatic/plays/export': none,
  'GET /api/programmatic/plays/integrity': ({ of }) => ({
    query: { device_id: of.device.id, day: '2026-11-02' },
  }),
  'GET /api/programmatic/plays/proofs': none,
  'GET /api/programmatic/plays/:id/proof': ({ of }) => ({ params: { id: of.rootedPlay } }),
  'POST /api/public/plays/verify': () => ({ body: { lines: [{ kind: 'proof' }] } }),
  'GET /api/public/plays/roots': ({ of }) => ({ query: { tenant_id: of.tenant_id } }),
};
