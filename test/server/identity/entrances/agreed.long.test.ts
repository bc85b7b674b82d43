/** Whoever gets an account is noted with the texts that hold, once, whichever way he comes. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consentRecords, policies, tenants, users } from '../../../../server/db/schema.ts';
import { templateEdition } from '../../../../shared/contract/trust/legalTexts.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { openTraveller } from '../../../support/oauth/traveller.ts';
import { account, startOauthWorld, type OauthWorld } from '../../../support/oauth/world.ts';
import {
  addPerson,
  freshEmail,
  newcomer,
  openBrowser,
  outcomeOf,
  platformOf,
  type SignedIn,
} from '../../../support/server/people.ts';
import { TEST_PASSWORD } from '../../../support/server/server.ts';

const DAY_MS = 86_400_000;
const TERMS = 'terms-of-today';
let world: OauthWorld;
let owner: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  world = await startOauthWorld();
  const { t } = world;
  owner = await newcomer(t, 'owner');
  staff = await newcomer(t, 'staff_admin');
  const yesterday = new Date(t.server.clock.now() - DAY_MS);
  await t.db.insert(policies).values({
    ...{ id: uuid7(t.server.clock.now()), tenant_id: await platformOf(t), kind: 'terms', locale: 'en' },
    ...{ edition: TERMS, title: 'Terms', body: 'Be fair.', state: 'published' },
    ...{ effective_at: yesterday, published_at: yesterday },
  });
});
afterAll(() => world.close());

const noted = async (email: string) =>
  (
    await world.t.db
      .select()
      .from(consentRecords)
      .where(eq(consentRecords.subject_email, email))
      .orderBy(asc(consentRecords.purpose))
  ).map(({ purpose, text_version, subject_id, subject_role, tenant_id }) => ({
    ...{ purpose, text_version, subject_id, subject_role, tenant_id },
  }));
const idOf = async (email: string) =>
  (await world.t.db.select().from(users).where(eq(users.email, email)))[0]!.id;
const of = async (email: string, role: string, tenant_id = world.t.tenant_id) => {
  const who = { subject_id: await idOf(email), subject_role: role, tenant_id };
  return [
    { ...who, purpose: 'privacy', text_version: templateEdition('privacy') },
    { ...who, purpose: 'terms', text_version: TERMS },
  ];
};
async function accepted(email: string) {
  await owner.call('POST', '/api/invitations', { payload: { email, role: 'manager' } });
  const text = world.t.emails.findLast(({ to }) => to === email)?.text ?? '';
  const token = /#invitation=([\w-]+)/.exec(text)?.[1];
  return openBrowser(world.t).post('/api/auth/accept-invitation', { token, password: TEST_PASSWORD });
}

describe('with an invitation', () => {
  it('terms and privacy notice are accepted by whoever accepts it', async () => {
    const email = freshEmail('invited');
    expect(outcomeOf(await accepted(email))).toEqual([200]);
    expect(await noted(email)).toEqual(await of(email, 'manager'));
  });

  it('that is refused nothing is', async () => {
    const email = freshEmail('refused');
    const token = 'x'.repeat(43);
    await openBrowser(world.t).post('/api/auth/accept-invitation', { token, password: TEST_PASSWORD });
    expect(await noted(email)).toEqual([]);
  });
});

describe('with an account of Google', () => {
  it('terms and privacy notice are accepted once, by the sign-in that makes it', async () => {
    const person = world.google.add(account());
    for (let times = 0; times < 2; times++) await openTraveller(world.t).travel('google', `as/${person.sub}`);
    expect(await noted(person.email)).toEqual(await of(person.email, 'viewer'));
  });

  it('they are accepted by its owner where an account of nobody he knows passes to him', async () => {
    const { email } = await addPerson(world.t, 'viewer');
    const person = world.google.add(account({ email }));
    await openTraveller(world.t).signIn('google', person.sub);
    expect(await noted(email)).toEqual(await of(email, 'viewer'));
  });

  it('nothing is accepted anew where it is linked to an account whose address is proved', async () => {
    const email = freshEmail('proved');
    await accepted(email);
    const before = await noted(email);
    const person = world.google.add(account({ email }));
    await openTraveller(world.t).signIn('google', person.sub);
    expect(await noted(email)).toEqual(before);
  });
});

it('a company’s agreements are noted once, from its form to its tenant', async () => {
  const email = freshEmail('company');
  const { post } = openBrowser(world.t);
  const company = {
    ...{ company: 'Harbour Cabs', country: 'PT', plan: 'Fleet S', email },
    ...{ terms_version: '1.0', dpa_version: '1.0' },
  };
  await post('/api/business/registrations', company);
  /** The password was too weak, and the form is sent again. */
  world.clock.jump(1_000);
  await post('/api/business/registrations', company);
  expect((await noted(email)).map(({ purpose }) => purpose)).toEqual(['dpa', 'terms']);
  world.clock.jump(1_000);
  await post('/api/auth/register', { email, password: TEST_PASSWORD });
  const dpa = {
    ...{ purpose: 'dpa', text_version: templateEdition('dpa'), subject_id: await idOf(email) },
    ...{ subject_role: null, tenant_id: world.t.tenant_id },
  };
  expect(await noted(email)).toEqual([dpa, ...(await of(email, 'viewer'))]);
  const waiting = await staff.call('GET', `/api/pending-users?q=${encodeURIComponent(email)}`);
  expect(waiting.json()).toMatchObject({ items: [{ company: 'Harbour Cabs', plan: 'Fleet S' }] });
  const approved = await staff.call('POST', `/api/users/${await idOf(email)}/approve`, {
    payload: { role: 'owner', new_tenant: company.company },
  });
  const { tenant_id } = approved.json<{ tenant_id: string }>();
  expect(await noted(email)).toEqual([
    { ...dpa, tenant_id, subject_role: 'owner' },
    ...(await of(email, 'viewer')),
  ]);
  const [made] = await world.t.db.select().from(tenants).where(eq(tenants.id, tenant_id));
  expect(made?.dpa_signed_at?.getTime()).toBe(world.clock.now() - 1_000);
});
