/** A valid request for each call about personal data. */
import type { ComplianceRows } from '../../../support/server/rows/complianceRows.ts';
import type { Make } from '../samples.ts';

const none: Make = () => ({});
const on =
  (which: keyof ComplianceRows, body?: object): Make =>
  ({ of }) => ({ params: { id: of.requests[which] }, ...(body && { body }) });
/** The principal's own, or somebody else's. */
const own =
  (body?: object): Make =>
  ({ of, by, isOwn }) => ({
    params: { id: isOwn ? by.requests.received : of.requests.received },
    ...(body && { body }),
  });

export const COMPLIANCE_SAMPLES: Record<string, Make> = {
  'GET /api/compliance/requests': none,
  'GET /api/compliance/requests/export': none,
  'GET /api/compliance/requests/:id': on('received'),
  'POST /api/compliance/requests': () => ({ body: { kind: 'access', subject_email: 'left@test.example' } }),
  'POST /api/compliance/requests/:id/verify': on('received', {}),
  'POST /api/compliance/requests/:id/complete': on('begun', {}),
  'POST /api/compliance/requests/:id/refuse': on('received', { reason: 'Not the person.' }),
  'POST /api/compliance/requests/:id/erase': on('erasure', {}),
  'GET /api/compliance/requests/:id/export': on('copy'),
  'GET /api/own-privacy-requests': none,
  'GET /api/own-privacy-requests/export': none,
  'GET /api/own-privacy-requests/:id': own(),
  'POST /api/own-privacy-requests': () => ({ body: { kind: 'opt_out_sale' } }),
  'POST /api/own-privacy-requests/:id/withdraw': own({}),
  'GET /api/auth/me/data': none,
};
