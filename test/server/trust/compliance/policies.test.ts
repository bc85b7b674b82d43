/** Legal texts of the platform in versions, and who accepted which. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Policy } from '../../../../shared/contract/trust/policy.ts';
import { templateEdition } from '../../../../shared/contract/trust/legalTexts.ts';
import { consentRecords, tenants } from '../../../../server/db/schema.ts';
import { eq } from 'drizzle-orm';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const DAY_MS = 86_400_000;
const clock = manualClock(Date.parse('2026-12-01T10:00:00.000Z'));
let test: TestServer;
let platform: string;
beforeAll(async () => {
  test = await startTestServer({ clock });
  const [row] = await test.db.select().from(tenants).where(eq(tenants.kind, 'platform'));
  platform = row!.id;
});
afterAll(() => test.close());
const textOf = async (kind: string, query = '') =>
  (await test.app.inject({ method: 'GET', url: `/api/public/policies/${kind}${query}` })).json<{
    shown: { edition: string; body: string } | null;
    versions: { edition: string }[];
  }>();
type User = Awaited<ReturnType<TestServer['signIn']>>;
async function publish(by: User, fields: Partial<Policy>): Promise<Policy> {
  const payload = {
    ...{ kind: 'dpa', locale: 'en', edition: '1', title: 'Agreement', body: '# Subject\n\nScreens.' },
    ...{ effective_at: new Date(clock.now()).toISOString(), ...fields },
  };
  const made = await call(test, by, 'POST', '/api/compliance/policies', { payload });
  expect(made.statusCode, made.body).toBe(200);
  const url = `/api/compliance/policies/${made.json<Policy>().id}/publish`;
  const published = await call(test, by, 'POST', url, { payload: {} });
  expect(published.statusCode, published.body).toBe(200);
  return published.json<Policy>();
}
const dpaOf = async (by: User) =>
  (await call(test, by, 'GET', '/api/compliance/dpa')).json<{
    edition: string;
    items: { tenant_id: string; state: string; edition: string | null; accepted_by: string | null }[];
  }>();

it('ADMIN-10 a published text takes the place of the template, the next one that of it, and each stays readable', async () => {
  const staff = await test.signIn('staff_super_admin', platform);
  expect(await textOf('terms')).toEqual({ shown: null, versions: [] });
  const first = await publish(staff, { kind: 'terms', edition: '2.0', body: 'The first.' });
  expect((await textOf('terms')).shown).toMatchObject({ edition: '2.0', body: 'The first.' });
  expect((await textOf('terms', '?locale=zh')).shown).toMatchObject({ edition: '2.0' });
  const later = new Date(clock.now() + DAY_MS).toISOString();
  await publish(staff, { kind: 'terms', edition: '3.0', body: 'The second.', effective_at: later });
  expect((await textOf('terms')).shown).toMatchObject({ edition: '2.0' });
  clock.jump(2 * DAY_MS);
  expect((await textOf('terms')).shown).toMatchObject({ edition: '3.0' });
  expect((await textOf('terms', '?edition=2.0')).shown).toMatchObject({ body: 'The first.' });
  expect((await textOf('terms')).versions.map(({ edition }) => edition)).toEqual(['3.0', '2.0']);
  const again = await test.signIn('staff_super_admin', platform);
  await publish(again, { kind: 'terms', edition: '4.0' });
  const old = await call(test, again, 'GET', `/api/compliance/policies/${first.id}`);
  expect(old.json()).toMatchObject({ state: 'superseded' });
  const { version } = old.json<Policy>();
  const changed = await call(
    test,
    { ...again, headers: { ...again.headers, 'if-match': `"${version}"` } },
    'PATCH',
    `/api/compliance/policies/${first.id}`,
    { payload: { title: 'Other' } },
  );
  expect(changed.statusCode, changed.body).toBe(409);
});

it('ADMIN-10 an agreement is accepted by the tenant’s own people, in the version they read, and is outdated by the next', async () => {
  const owner = await test.signIn('owner');
  const staff = await test.signIn('staff_super_admin', platform);
  const accept = (by: User, edition: string) =>
    call(test, by, 'POST', '/api/compliance/dpa', { payload: { edition } });
  const before = await dpaOf(owner);
  expect(before).toMatchObject({ edition: templateEdition('dpa'), items: [{ state: 'missing' }] });
  expect((await accept(owner, '7')).statusCode).toBe(422);
  expect((await accept(owner, before.edition)).statusCode).toBe(200);
  expect((await accept(staff, before.edition)).statusCode).toBe(422);
  expect((await dpaOf(owner)).items).toMatchObject([{ state: 'accepted', accepted_by: owner.email }]);
  await publish(staff, { edition: '5.0' });
  expect(await dpaOf(owner)).toMatchObject({ edition: '5.0', items: [{ state: 'outdated' }] });
  expect((await dpaOf(staff)).items).toContainEqual(
    expect.objectContaining({ tenant_id: test.tenant_id, state: 'outdated' }),
  );
  /** Two of one millisecond have no order. */
  clock.jump(1_000);
  expect((await accept(owner, '5.0')).statusCode).toBe(200);
  const [row] = await test.db.select().from(tenants).where(eq(tenants.id, test.tenant_id));
  expect(row?.dpa_signed_at?.getTime()).toBe(clock.now());
  expect((await dpaOf(staff)).items).toContainEqual(
    expect.objectContaining({ tenant_id: test.tenant_id, state: 'accepted', edition: '5.0' }),
  );
});

it('ADMIN-10 who registers accepts the versions in force, and a consent that is taken back is counted', async () => {
  const email = 'new@test.example';
  const registered = await test.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: { email, password: 'Correct-horse-9', first_name: 'New', last_name: 'Desk' },
  });
  expect(registered.statusCode, registered.body).toBeLessThan(300);
  const noted = await test.db.select().from(consentRecords).where(eq(consentRecords.subject_email, email));
  expect(noted.map(row => [row.purpose, row.text_version]).sort()).toEqual([
    ['privacy', templateEdition('privacy')],
    ['terms', '4.0'],
  ]);
  const owner = await test.signIn('owner');
  for (const given of [true, false])
    await call(test, owner, 'POST', '/api/own-privacy-requests/consents', {
      payload: { purpose: 'errors', given, text_version: '1' },
    });
  const counts = (await call(test, owner, 'GET', '/api/compliance/consent-counts')).json<{
    items: object[];
  }>();
  expect(counts.items).toContainEqual({ purpose: 'errors', text_version: '1', given: 1, withdrawn: 1 });
  const list = await call(test, owner, 'GET', '/api/compliance/consents?choice=withdrawn');
  expect(list.json()).toMatchObject({ total: 1, items: [{ subject_email: owner.email, purpose: 'errors' }] });
});

it('a draft is deleted and restored, what was published stays', async () => {
  const staff = await test.signIn('staff_super_admin', platform);
  const payload = {
    ...{ kind: 'privacy', locale: 'en', edition: 'draft-1', title: 'Privacy', body: 'Nobody is seen.' },
    effective_at: new Date(clock.now()).toISOString(),
  };
  const url = '/api/compliance/policies';
  const { id } = (await call(test, staff, 'POST', url, { payload })).json<Policy>();
  expect((await call(test, staff, 'DELETE', `${url}/${id}`, { version: 1 })).statusCode).toBe(204);
  const publishing = await call(test, staff, 'POST', `${url}/${id}/publish`, { payload: {} });
  expect(publishing.json()).toMatchObject({ error: 'NOT_FOUND' });
  const restored = await call(test, staff, 'POST', `${url}/${id}/restore`, { payload: {} });
  expect(restored.json()).toMatchObject({ state: 'draft', deleted_at: null, version: 3 });
  await call(test, staff, 'POST', `${url}/${id}/publish`, { payload: {} });
  const refused = await call(test, staff, 'DELETE', `${url}/${id}`, { version: 4 });
  expect(refused.json()).toMatchObject({ error: 'STATE', details: { status: 'published' } });
});
