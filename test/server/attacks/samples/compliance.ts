/** Writes of requests about personal data that are taken. */
import { templateEdition } from '../../../../shared/contract/trust/legalTexts.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { addRequests, POLICY, type ComplianceRows } from '../../../support/server/rows/complianceRows.ts';
import { addMigrations, MAPPED, type MigrationRows } from '../../../support/server/rows/migrationRows.ts';
import type { Make } from '../making.ts';

const on =
  (which: keyof ComplianceRows, body: Record<string, unknown> = {}): Make =>
  async world => {
    const { test, root } = world;
    const { id: leaving } = await world.addUser('active');
    const rows = await addRequests(test, { tenant_id: test.tenant_id, user_id: root.id, leaving });
    return { params: { id: rows[which] }, body };
  };

const onImport =
  (which: keyof MigrationRows, body: Record<string, unknown> = {}): Make =>
  async ({ test, root }) => {
    const rows = await addMigrations(test, { tenant_id: test.tenant_id, user_id: root.id });
    return { params: { id: rows[which] }, body };
  };

export const COMPLIANCE_SAMPLES: Record<string, Make> = {
  'POST /api/compliance/requests': () =>
    Promise.resolve({ body: { kind: 'access', subject_email: 'left@test.example', note: 'By letter.' } }),
  'POST /api/compliance/requests/:id/verify': on('asked'),
  'POST /api/compliance/requests/:id/complete': on('begun'),
  'POST /api/compliance/requests/:id/refuse': on('asked', { reason: 'Not the person.' }),
  'POST /api/compliance/requests/:id/erase': on('erasure'),
  'POST /api/compliance/policies': () =>
    Promise.resolve({ body: { ...POLICY, edition: uuid7(Date.now()).slice(-12) } }),
  'PATCH /api/compliance/policies/:id': async world => ({
    ...(await on('draft', {
      title: 'Terms',
      body: 'Screens are shared.',
      edition: uuid7(Date.now()).slice(-12),
    })(world)),
    version: 1,
  }),
  'DELETE /api/compliance/policies/:id': on('draft'),
  'POST /api/compliance/policies/:id/restore': on('deleted'),
  'POST /api/compliance/policies/:id/publish': on('draft'),
  'POST /api/compliance/dpa': async ({ test }) => {
    const { headers } = await test.signIn('owner');
    return { body: { edition: templateEdition('dpa') }, headers, role: 'owner' };
  },
  'POST /api/own-privacy-requests/consents': () =>
    Promise.resolve({ body: { purpose: 'errors', given: true, text_version: '1' } }),
  /** By somebody new each time: nobody asks for the same twice. */
  'POST /api/own-privacy-requests': async ({ test }) => {
    const { headers } = await test.signIn('manager');
    return { body: { kind: 'rectify', note: 'My name is misspelt.' }, headers, role: 'manager' };
  },
  'POST /api/own-privacy-requests/:id/withdraw': on('received'),
  'POST /api/migrations': () =>
    Promise.resolve({
      body: {
        kind: 'users',
        mode: 'upsert',
        file_name: 'people.csv',
        content: 'email,role\na@b.example,viewer\n',
      },
    }),
  'POST /api/migrations/:id/map': onImport('mapped', MAPPED),
  'POST /api/migrations/:id/dry-run': onImport('mapped'),
  'POST /api/migrations/:id/run': onImport('validated'),
  'POST /api/migrations/:id/cancel': onImport('mapped'),
  'POST /api/migrations/:id/rollback': onImport('completed'),
};
