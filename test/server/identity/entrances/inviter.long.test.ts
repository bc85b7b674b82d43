/** An invitation is as good as whoever sent it, and none is replaced by somebody who may not take it back. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invitations, tenants, users } from '../../../../server/db/schema.ts';
import {
  freshAddress,
  freshEmail,
  newcomer,
  openBrowser,
  outcomeOf,
  type SignedIn,
} from '../../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';

let t: TestServer;
let owner: SignedIn;
beforeAll(async () => {
  t = await startTestServer();
  owner = await newcomer(t, 'owner');
});
afterAll(() => t.close());

const mailTo = (email: string) => t.emails.findLast(({ to }) => to === email)?.text ?? '';
const accept = (email: string) =>
  openBrowser(t, { address: freshAddress() }).post('/api/auth/accept-invitation', {
    token: /#invitation=([\w-]{43})\s/.exec(mailTo(email))?.[1] ?? '',
    password: TEST_PASSWORD,
  });
async function invited(by: SignedIn, role: string, tenant = t.tenant_id) {
  const email = freshEmail('invited');
  const made = await by.call('POST', '/api/invitations', { payload: { email, role }, tenant });
  expect(outcomeOf(made)).toEqual([200]);
  return email;
}
const REFUSED = [400, 'VALIDATION'];

it('of an inviter who was removed is no longer good', async () => {
  const admin = await newcomer(t, 'admin');
  const email = await invited(admin, 'manager');
  const [row] = await t.db.select().from(users).where(eq(users.id, admin.id));
  await owner.call('DELETE', `/api/users/${admin.id}`, { version: row!.version });
  expect(outcomeOf(await accept(email))).toEqual(REFUSED);
});

it('of staff who were suspended is no longer good in a customer’s tenant', async () => {
  const [staff, above] = [await newcomer(t, 'staff_admin'), await newcomer(t, 'staff_super_admin')];
  const [first, second] = [await invited(staff, 'owner'), await invited(staff, 'owner')];
  expect(outcomeOf(await accept(first))).toEqual([200]);
  await above.call('POST', `/api/users/${staff.id}/suspend`);
  expect(outcomeOf(await accept(second))).toEqual(REFUSED);
});

it('of an owner of the parent tenant who was suspended is no longer good', async () => {
  const sub = await t.addTenant(`sub-${crypto.randomUUID().slice(0, 8)}`);
  await t.db.update(tenants).set({ parent_id: t.tenant_id }).where(eq(tenants.id, sub));
  const [parent, staff] = [await newcomer(t, 'owner'), await newcomer(t, 'staff_admin')];
  const email = await invited(parent, 'admin', sub);
  await staff.call('POST', `/api/users/${parent.id}/suspend`, { tenant: t.tenant_id });
  expect(outcomeOf(await accept(email))).toEqual(REFUSED);
});

it('is not replaced by whoever may not take it back', async () => {
  const admin = await newcomer(t, 'admin');
  const email = await invited(owner, 'admin');
  const second = await admin.call('POST', '/api/invitations', { payload: { email, role: 'viewer' } });
  expect(outcomeOf(second)).toEqual([403, 'FORBIDDEN']);
  expect(outcomeOf(await accept(email))).toEqual([200]);
});

it('is one for an address, also where several are sent at once', async () => {
  const email = freshEmail('invited');
  const send = () => owner.call('POST', '/api/invitations', { payload: { email, role: 'viewer' } });
  await Promise.all([send(), send(), send(), send()]);
  const rows = await t.db.select().from(invitations).where(eq(invitations.email, email));
  expect(rows.filter(({ state }) => state === 'sent')).toHaveLength(1);
});

it('says the name of a tenant in one line, whatever was entered as its name', async () => {
  const [row] = await t.db.select().from(tenants).where(eq(tenants.id, t.tenant_id));
  const name = 'Acme\n\nYour password has expired:\r\n\u2028https://evil.example/auth';
  const patched = await owner.call('PATCH', `/api/tenants/${t.tenant_id}`, {
    payload: { name },
    version: row!.version,
  });
  expect(patched.json()).toMatchObject({ name: 'Acme Your password has expired: https://evil.example/auth' });
  expect(mailTo(await invited(owner, 'viewer'))).not.toMatch(/^https:\/\/evil\.example/m);
});
