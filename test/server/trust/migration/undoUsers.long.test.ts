/** Taking an import of people back is removing them: rank and the last owner hold as they do by hand. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '../../../../server/db/schema.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { importDesk, type ImportDesk } from './importDesk.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
});
afterAll(() => t.close());

const byEmail = async (email: string) => (await t.db.select().from(users).where(eq(users.email, email)))[0];
/** Of staff, and of an administrator of the tenant they act in. */
async function desks(tenant: string): Promise<[ImportDesk, ImportDesk]> {
  const staff = await t.signIn('staff_admin');
  const admin = await t.signIn('admin', tenant);
  return [
    importDesk(t, { headers: { ...staff.headers, 'x-tenant-id': tenant } }),
    importDesk(t, { headers: { ...admin.headers, 'x-tenant-id': tenant } }),
  ];
}

it('an administrator takes back whom he may remove, and nobody above him', async () => {
  const [staff, admin] = await desks(t.tenant_id);
  await t.signIn('owner', t.tenant_id);
  const job = await staff.run(
    'users',
    'email,role\nimported-owner@quay.example,owner\nimported-viewer@quay.example,viewer\n',
  );
  expect(job).toMatchObject({ state: 'completed', created: 2 });
  expect(await admin.undone(job)).toMatchObject({ state: 'rolled_back', kept: 1 });
  expect(await byEmail('imported-owner@quay.example')).toMatchObject({ status: 'active' });
  expect(await byEmail('imported-viewer@quay.example')).toBeUndefined();
});

it('a name that staff changed at an owner is not changed back by an administrator', async () => {
  const [staff, admin] = await desks(t.tenant_id);
  const email = 'changed-owner@quay.example';
  await staff.run('users', `email,role,first_name\n${email},owner,Before\n`);
  const job = await staff.run('users', `email,role,first_name\n${email},owner,After\n`, 'upsert');
  expect(await admin.undone(job)).toMatchObject({ kept: 1 });
  expect(await byEmail(email)).toMatchObject({ first_name: 'After' });
});

it('the only owner of a tenant stays, also where staff take the import back', async () => {
  const tenant = await t.addTenant(`quay-${crypto.randomUUID().slice(0, 8)}`);
  const [staff] = await desks(tenant);
  const job = await staff.run('users', 'email,role\nonly-owner@quay.example,owner\n');
  expect(await staff.undone(job)).toMatchObject({ state: 'rolled_back', kept: 1 });
  expect(await byEmail('only-owner@quay.example')).toMatchObject({ status: 'active' });
});
