/** A valid request for each call of contracts and their templates. */
import { BODY_SHA256, type ContractRows } from '../../../../support/server/rows/sales/contractRows.ts';
import type { Make } from '../../samples.ts';

const none: Make = () => ({});
const REASON = { reason: 'The booking was cancelled.' };
const SIGN = { body_sha256: BODY_SHA256, name: 'Harbour Books', method: 'typed' };
const template =
  (which: keyof ContractRows['templates'], more: object = {}): Make =>
  ({ of }) => ({ params: { id: of.contracts.templates[which] }, ...more });
const contract =
  (which: keyof ContractRows['contracts'], more: object = {}): Make =>
  ({ of }) => ({ params: { id: of.contracts.contracts[which] }, ...more });
/** The principal is its party, or somebody else is. */
const own =
  (which: keyof ContractRows['contracts'], body?: object): Make =>
  ({ of, by, isOwn }) => ({
    params: { id: (isOwn ? by : of).contracts.contracts[which] },
    ...(body && { body }),
  });

export const CONTRACT_SAMPLES: Record<string, Make> = {
  'GET /api/contract-templates': none,
  'GET /api/contract-templates/export': none,
  'GET /api/contract-templates/:id': template('draft'),
  'POST /api/contract-templates': () => ({
    body: { name: 'Agreement', language: 'en', body: '# Agreement' },
  }),
  'PATCH /api/contract-templates/:id': template('draft', { body: { name: 'Terms' }, version: 1 }),
  'DELETE /api/contract-templates/:id': template('draft', { version: 1 }),
  'POST /api/contract-templates/:id/restore': template('deleted', { body: {} }),
  'POST /api/contract-templates/:id/publish': template('draft', { body: {} }),
  'POST /api/contract-templates/:id/retire': template('published', { body: {} }),
  'POST /api/contract-templates/:id/clone': template('published', { body: {} }),
  'GET /api/contracts/signatories': none,
  'GET /api/contracts': none,
  'GET /api/contracts/export': none,
  'GET /api/contracts/:id': contract('active'),
  'POST /api/contracts': ({ of: { contracts } }) => ({
    body: {
      ...{ template_id: contracts.templates.published, title: 'Harbour Books', starts: '2026-01-01' },
      parties: [{ name: 'Harbour Books', user_id: contracts.signatory }],
    },
  }),
  'PATCH /api/contracts/:id': contract('draft', { body: { title: 'Harbour' }, version: 1 }),
  'DELETE /api/contracts/:id': contract('draft', { version: 1 }),
  'POST /api/contracts/:id/restore': contract('deleted', { body: {} }),
  'POST /api/contracts/:id/send': contract('draft', { body: {} }),
  'POST /api/contracts/:id/withdraw': contract('sent', { body: REASON }),
  'POST /api/contracts/:id/countersign': contract('partially_signed', { body: SIGN }),
  'POST /api/contracts/:id/terminate': contract('active', { body: REASON }),
  'GET /api/own-contracts': none,
  'GET /api/own-contracts/export': none,
  'GET /api/own-contracts/:id': own('sent'),
  'POST /api/own-contracts/:id/sign': own('sent', SIGN),
  'POST /api/own-contracts/:id/decline': own('sent', REASON),
};
