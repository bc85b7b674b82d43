import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { templateEdition } from '../../../shared/contract/trust/legalTexts.ts';
import { businessRegistrations, consentRecords, tenants } from '../../../server/db/schema.ts';
import { manualClock } from '../../support/clock.ts';
import {
  addPerson,
  freshAddress,
  freshEmail,
  newcomer,
  openBrowser,
  outcomeOf,
  tokensOf,
  type SignedIn,
} from '../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../support/server/server.ts';

const DAY_MS = 86_400_000;
const clock = manualClock();
let t: TestServer;
let staff: SignedIn;
let owner: SignedIn;
beforeAll(async () => {
  t = await startTestServer({ clock });
  staff = await newcomer(t, 'staff_admin');
  owner = await newcomer(t, 'owner');
});
afterAll(() => t.close());

const emailsTo = (email: string) => t.emails.filter(message => message.to === email);
const COMPANY = {
  company: 'Harbour Cabs Lda',
  country: 'PT',
  website: 'https://harbour.example/',
  tax_id: '509123456',
  phone: '+351 21 123 4567',
};
const VERSIONS = { terms_version: '1.0', dpa_version: '1.0' };
const handIn = (email: string, more: object = {}) =>
  openBrowser(t, { address: freshAddress() }).post('/api/business/registrations', {
    ...{ ...COMPANY, ...VERSIONS, email },
    ...more,
  });
const ask = async (email: string, more: object = {}) => {
  const answer = await openBrowser(t, { address: freshAddress() }).post('/api/auth/register', {
    ...{ email, password: TEST_PASSWORD },
    ...more,
  });
  return answer.json<{ user: { id: string } }>().user.id;
};
const pending = async (by: SignedIn, id: string) =>
  (await by.call('GET', `/api/pending-users/${id}`)).json<Record<string, unknown>>();
const approve = (by: SignedIn, id: string, payload: object) =>
  by.call('POST', `/api/users/${id}/approve`, { payload });

describe('a company that registers', () => {
  it('AMBIG-REG-01 is seen by the approver beside the user of the same address, who is a viewer that waits', async () => {
    const email = freshEmail('company');
    expect((await handIn(email)).json()).toEqual({ ok: true });
    const id = await ask(email, { role: 'owner' });
    expect(await pending(owner, id)).toMatchObject({
      ...{ email, role: 'viewer', status: 'pending_approval' },
      ...{ company: COMPANY.company, country: 'PT', tax_id: COMPANY.tax_id, phone: '+351211234567' },
      website: COMPANY.website,
    });
    expect(await pending(staff, await ask(freshEmail('person')))).toMatchObject({ company: null });
  });

  it('is not replaced by what a stranger hands in under its address afterwards', async () => {
    const email = freshEmail('company');
    await handIn(email);
    clock.jump(1_000);
    const id = await ask(email);
    clock.jump(1_000);
    await handIn(email, { company: 'Impostor Ltd' });
    expect(await pending(owner, id)).toMatchObject({ company: COMPANY.company });
  });

  it('is replaced by what the same browser hands in again, for example after a password that was too weak', async () => {
    const email = freshEmail('again');
    const browser = openBrowser(t, { address: freshAddress() });
    await browser.post('/api/business/registrations', { ...COMPANY, ...VERSIONS, email });
    expect(outcomeOf(await browser.post('/api/auth/register', { email, password: 'Password1!' }))[0]).toBe(
      400,
    );
    const again = { ...COMPANY, ...VERSIONS, company: 'Harbour Cabs and Boats', email };
    await browser.post('/api/business/registrations', again);
    await handIn(email, { company: 'Stranger Ltd' });
    await browser.post('/api/auth/register', { email, password: TEST_PASSWORD });
    const of = await t.db.select().from(businessRegistrations).where(eq(businessRegistrations.email, email));
    expect(of.map(({ company, user_id }) => [company, user_id !== null]).sort()).toEqual([
      ['Harbour Cabs and Boats', true],
      ['Stranger Ltd', false],
    ]);
  });

  it('gets the same answer whether the address has an account or not', async () => {
    const { email } = await addPerson(t, 'viewer');
    const answers = [await handIn(email), await handIn(freshEmail())];
    expect(answers.map(answer => [answer.statusCode, answer.body])).toEqual([
      [200, '{"ok":true}'],
      [200, '{"ok":true}'],
    ]);
  });

  it.each([
    ['company', 'x'],
    ['country', 'Portugal'],
    ['website', 'javascript:alert(1)'],
    ['phone', '12'],
    ['tax_id', 'x'.repeat(33)],
    ['terms_version', 'latest'],
    ['tenant_id', '00000000-0000-7000-8000-000000000001'],
  ])('is refused with a bad %s', async (field, value) => {
    const answer = await handIn(freshEmail(), { [field]: value });
    expect(answer.json()).toMatchObject({ error: 'VALIDATION', details: { [field]: [expect.any(String)] } });
  });

  it('may be handed in ten times an hour from one network', async () => {
    const { post } = openBrowser(t, { address: freshAddress() });
    const body = { ...COMPANY, ...VERSIONS, email: freshEmail() };
    for (let n = 0; n < 10; n++) await post('/api/business/registrations', body);
    expect(outcomeOf(await post('/api/business/registrations', body))).toEqual([429, 'RATE_LIMITED']);
  });
});

describe('an approval', () => {
  it('AMBIG-ROLE-01 by staff makes a new tenant of the company’s details, with its first owner', async () => {
    const email = freshEmail('company');
    const browser = openBrowser(t, { address: freshAddress() });
    await browser.post('/api/business/registrations', { ...COMPANY, ...VERSIONS, email });
    const registered = await browser.post('/api/auth/register', { email, password: TEST_PASSWORD });
    const { id } = registered.json<{ user: { id: string } }>().user;
    const payload = { role: 'owner', new_tenant: COMPANY.company, portal_business: true };
    const approved = (await approve(staff, id, payload)).json<{ tenant_id: string }>();
    expect(approved).toMatchObject({ role: 'owner', status: 'active' });
    const [made] = await t.db.select().from(tenants).where(eq(tenants.id, approved.tenant_id));
    expect(made).toMatchObject({
      ...{ name: COMPANY.company, slug: 'harbour-cabs-lda', kind: 'advertiser', status: 'active' },
      ...{ country: 'PT', tax_id: COMPANY.tax_id, portal_business: true, parent_id: null },
    });
    const signedIn = await openBrowser(t).signIn(email);
    expect(signedIn.json()).toMatchObject({ user: { role: 'owner', tenant_id: approved.tenant_id } });
    /** Accepted with the form, on its day. */
    const statuses = await t.app.inject({
      url: '/api/compliance/dpa',
      headers: { authorization: `Bearer ${tokensOf(signedIn).access_token}` },
    });
    expect(statuses.json()).toMatchObject({
      items: [
        {
          ...{ tenant_id: approved.tenant_id, state: 'accepted', edition: templateEdition('dpa') },
          ...{ accepted_at: made?.dpa_signed_at?.toISOString(), accepted_by: email, accepted_role: 'owner' },
        },
      ],
    });

    const again = await ask(freshEmail('company'));
    const second = (await approve(staff, again, payload)).json<{ tenant_id: string }>();
    const [twin] = await t.db.select().from(tenants).where(eq(tenants.id, second.tenant_id));
    expect(twin?.slug).toBe('harbour-cabs-lda-2');
  });

  it.each(['before', 'beside'])(
    'notes no agreement of somebody under whose address a stranger registered a company %s him',
    async when => {
      const email = freshEmail('unasked');
      const browser = openBrowser(t, { address: freshAddress() });
      const own = { ...COMPANY, ...VERSIONS, email: when === 'before' ? freshEmail('other') : email };
      if (when === 'beside') await browser.post('/api/business/registrations', own);
      clock.jump(1_000);
      await handIn(email, { company: 'Stranger Ltd', tax_id: 'XX1' });
      if (when === 'before') await browser.post('/api/business/registrations', own);
      clock.jump(1_000);
      const registered = await browser.post('/api/auth/register', { email, password: TEST_PASSWORD });
      const { id } = registered.json<{ user: { id: string } }>().user;
      const company = when === 'before' ? 'Stranger Ltd' : COMPANY.company;
      expect(await pending(owner, id)).toMatchObject({ company });
      const approved = await approve(staff, id, { role: 'owner', new_tenant: `Of ${email}` });
      const { tenant_id } = approved.json<{ tenant_id: string }>();
      const [made] = await t.db.select().from(tenants).where(eq(tenants.id, tenant_id));
      expect(made?.tax_id).toBe(when === 'before' ? 'XX1' : COMPANY.tax_id);
      const agreed = await t.db
        .select({ purpose: consentRecords.purpose })
        .from(consentRecords)
        .where(and(eq(consentRecords.subject_id, id), eq(consentRecords.tenant_id, tenant_id)));
      expect(agreed).toEqual(when === 'before' ? [] : [{ purpose: 'dpa' }]);
      expect(made?.dpa_signed_at === null).toBe(when === 'before');
    },
  );

  it('by an owner makes no tenant, names either one or a new one, and gives a new one its owner', async () => {
    const id = await ask(freshEmail('company'));
    const made = { role: 'owner', new_tenant: 'Night cabs' };
    expect(outcomeOf(await approve(owner, id, { ...made, role: 'owner' }))).toEqual([403, 'FORBIDDEN']);
    for (const [payload, field] of [
      [{ ...made, tenant_id: t.tenant_id }, 'new_tenant'],
      [{ role: 'viewer' }, 'tenant_id'],
      [{ ...made, role: 'admin' }, 'role'],
    ] as const)
      expect((await approve(staff, id, payload)).json()).toMatchObject({
        details: { [field]: [expect.any(String)] },
      });
    expect(await t.db.select().from(tenants).where(eq(tenants.name, 'Night cabs'))).toEqual([]);
  });

  it('and a rejection are told by e-mail in the registrant’s language, the rejection with its reason', async () => {
    const [yes, no] = [freshEmail('yes'), freshEmail('no')];
    const approved = await ask(yes, { locale: 'zh' });
    await approve(owner, approved, { role: 'manager', tenant_id: t.tenant_id });
    expect(emailsTo(yes)).toMatchObject([{ subject: '您的 Wayside 账户已获批准' }]);
    expect(emailsTo(yes)[0]?.text).toMatch(/经理[^]*\n\nhttp:\/\/localhost:\d+\/auth\n$/);
    const rejected = await ask(no);
    const reason = 'Nobody here knows\r\nBcc: thief@test.example';
    await owner.call('POST', `/api/users/${rejected}/reject`, { payload: { reason } });
    expect(emailsTo(no)).toMatchObject([{ subject: 'Your Wayside account was not approved' }]);
    expect(emailsTo(no)[0]?.text).toContain('Nobody here knows');
  });

  it('that is rolled back sends nothing', async () => {
    const email = freshEmail();
    const id = await ask(email);
    const nowhere = '00000000-0000-7000-8000-00000000abcd';
    expect(outcomeOf(await approve(staff, id, { role: 'viewer', tenant_id: nowhere }))[0]).toBe(400);
    expect(emailsTo(email)).toEqual([]);
  });

  it('OPEN-REG-04 writes a message file into the data directory, and nothing of it into the log', async () => {
    const written: string[] = [];
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = (chunk: string | Uint8Array) => {
      written.push(chunk.toString());
      return true;
    };
    try {
      const other = await startTestServer({
        mail: 'real',
        config: { logLevel: 'trace' },
      });
      const person = await addPerson(other, 'viewer', { status: 'pending_approval' });
      const by = await newcomer(other, 'owner');
      const payload = { role: 'viewer', tenant_id: other.tenant_id };
      expect(outcomeOf(await by.call('POST', `/api/users/${person.id}/approve`, { payload }))).toEqual([200]);
      const dir = join(other.server.config.dataDir, 'mail');
      const files = readdirSync(dir).map(file => readFileSync(join(dir, file), 'utf8'));
      expect(files).toHaveLength(1);
      const [mode] = readdirSync(dir).map(file => (statSync(join(dir, file)).mode & 0o777).toString(8));
      expect(mode).toBe('600');
      expect(files[0]).toMatch(new RegExp(`^To: ${person.email}\r$`, 'm'));
      expect(files[0]).toContain('Your Wayside account is approved');
      await other.close();
      const log = written.join('');
      expect(log).toContain('/approve');
      for (const word of ['account is approved', 'Subject', 'Message-ID', person.email])
        expect(log).not.toContain(word);
    } finally {
      process.stdout.write = write;
    }
  });
});

it('a company’s details are deleted after 90 days', async () => {
  const { sweepCompanies } = await import('../../../server/identity/entrances/companies.ts');
  await handIn(freshEmail());
  await t.server.tenantTransactions.acrossTenants(tx => sweepCompanies(tx, clock.now() + 91 * DAY_MS));
  expect(await t.db.select().from(businessRegistrations)).toEqual([]);
});
