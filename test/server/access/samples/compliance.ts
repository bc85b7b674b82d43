/** A valid request for each call about personal data. */
import type { ComplianceRows } from '../../../support/server/rows/complianceRows.ts';
import { templateEdition } from '../../../../shared/contract/trust/legalTexts.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { POLICY } from '../../../support/server/rows/complianceRows.ts';
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
  'POST /api/compliance/requests/:id/verify': on('asked', {}),
  'POST /api/compliance/requests/:id/complete': on('begun', {}),
  'POST /api/compliance/requests/:id/refuse': on('asked', { reason: 'Not the person.' }),
  'POST /api/compliance/requests/:id/erase': on('erasure', {}),
  'GET /api/compliance/requests/:id/export': on('copy'),
  'GET /api/compliance/policies': none,
  'GET /api/compliance/policies/export': none,
  'GET /api/compliance/policies/:id': on('draft'),
  'POST /api/compliance/policies': () => ({ body: { ...POLICY, edition: uuid7(Date.now()).slice(-12) } }),
  'PATCH /api/compliance/policies/:id': ({ of }) => ({
    ...{ params: { id: of.requests.draft }, body: { title: 'Terms' }, version: 1 },
  }),
  'DELETE /api/compliance/policies/:id': ({ of }) => ({ params: { id: of.requests.draft }, version: 1 }),
  'POST /api/compliance/policies/:id/restore': on('deleted', {}),
  'POST /api/compliance/policies/:id/publish': on('draft', {}),
  'GET /api/compliance/consents': none,
  'GET /api/compliance/consents/export': none,
  'GET /api/compliance/consents/:id': on('consent'),
  'GET /api/compliance/consent-counts': none,
  'GET /api/compliance/retention': none,
  'GET /api/compliance/dpa': none,
  'POST /api/compliance/dpa': () => ({ body: { edition: templateEdition('dpa') } }),
  'GET /api/settings/retention': none,
  'PATCH /api/settings/retention': () => ({ body: { payloads: 3 }, version: 1 }),
  'GET /api/public/policies/:kind': () => ({ params: { kind: 'terms' } }),
  'POST /api/own-privacy-requests/consents': () => ({
    body: { purpose: 'errors', given: true, text_version: '1' },
  }),
  'GET /api/own-privacy-requests': none,
  'GET /api/own-privacy-requests/export': none,
  'GET /api/own-privacy-requests/:id': own(),
  'POST /api/own-privacy-requests': () => ({ body: { kind: 'opt_out_sale' } }),
  'POST /api/own-privacy-requests/:id/withdraw': own({}),
  'GET /api/auth/me/data': none,
};
