/** For each write of contracts and their templates a body that is taken. */
import {
  addContracts,
  BODY_SHA256,
  type ContractRows,
} from '../../../../support/server/rows/sales/contractRows.ts';
import { onNew, type Make } from '../../making.ts';

const TEMPLATE = {
  ...{ name: 'Agreement', language: 'en', body: '# Agreement\n\nSpots are shown in {{city}}.' },
  variables: [{ key: 'city', type: 'text', required: true }],
};
const TERMS = {
  ...{ title: 'Harbour Books', currency: 'EUR', value_minor: 125_000, starts: '2026-01-01' },
  ...{ ends: '2026-12-31', renew: 'auto', notice_d: 30 },
};
const REASON = { reason: 'The booking was cancelled.' };
const SIGN = {
  ...{ body_sha256: BODY_SHA256, name: 'Harbour Books', method: 'drawn' },
  image: 'iVBORw0KGgo=',
};
const onTemplate = (body: Record<string, unknown> = {}) => onNew('/api/contract-templates', TEMPLATE, body);
const on =
  (which: keyof ContractRows['contracts'], body: Record<string, unknown> = {}): Make =>
  async ({ test, owner }) => {
    const rows = await addContracts(test, { tenant_id: test.tenant_id, party: owner.id });
    return { params: { id: rows.contracts[which] }, body, version: 1 };
  };
/** Of whom it names. */
const own =
  (body: Record<string, unknown>): Make =>
  async world => ({ ...(await on('sent', body)(world)), headers: world.owner.headers, role: 'owner' });

export const CONTRACT_SAMPLES: Record<string, Make> = {
  'POST /api/contract-templates': () => Promise.resolve({ body: TEMPLATE }),
  'PATCH /api/contract-templates/:id': onTemplate({ ...TEMPLATE, name: 'Terms' }),
  'DELETE /api/contract-templates/:id': onTemplate(),
  'POST /api/contract-templates/:id/restore': async ({ test, owner }) => {
    const rows = await addContracts(test, { tenant_id: test.tenant_id, party: owner.id });
    return { params: { id: rows.templates.deleted }, body: {} };
  },
  'POST /api/contract-templates/:id/publish': onTemplate(),
  'POST /api/contract-templates/:id/retire': async ({ test, owner }) => {
    const rows = await addContracts(test, { tenant_id: test.tenant_id, party: owner.id });
    return { params: { id: rows.templates.published }, body: {} };
  },
  'POST /api/contract-templates/:id/clone': onTemplate(),
  'POST /api/contracts': async ({ test, owner }) => {
    const rows = await addContracts(test, { tenant_id: test.tenant_id, party: owner.id });
    const parties = [{ name: 'Harbour Books', user_id: owner.id }];
    return { body: { ...TERMS, template_id: rows.templates.published, parties, variables: [] } };
  },
  'PATCH /api/contracts/:id': async world => {
    const parties = [{ name: 'Harbour Books', user_id: world.owner.id }];
    return on('draft', { ...TERMS, parties, variables: [] })(world);
  },
  'DELETE /api/contracts/:id': on('draft'),
  'POST /api/contracts/:id/restore': on('deleted'),
  'POST /api/contracts/:id/send': on('draft'),
  'POST /api/contracts/:id/withdraw': on('sent', REASON),
  'POST /api/contracts/:id/countersign': on('partially_signed', SIGN),
  'POST /api/contracts/:id/terminate': on('active', REASON),
  'POST /api/own-contracts/:id/sign': own(SIGN),
  'POST /api/own-contracts/:id/decline': own(REASON),
};
