import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  businessRegistrations,
  consentRecords,
  invoices,
  ticketMessages,
  tickets,
  users,
} from '../../../server/db/schema.ts';
import { inTenant } from '../../../server/transaction/context.ts';
import { erasePerson } from '../../../server/trust/compliance/erase.ts';
import { readPerson } from '../../../server/trust/compliance/personData.ts';
import { EVERYWHERE } from '../../../server/trust/compliance/reach.ts';
import { wantedOf } from '../../../server/trust/compliance/wanted.ts';
import { resetAdmin } from '../../../server/identity/firstRun.ts';
import { uuid7 } from '../../../shared/random.ts';
import { manualClock } from '../../support/clock.ts';
import {
  addPerson,
  eventsOf,
  freshEmail,
  newcomer,
  openBrowser,
  outcomeOf,
  signInAs,
  type SignedIn,
} from '../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../support/server/server.ts';

const MINUTE_MS = 60_000;
const REFUSED = [400, 'VALIDATION'];
const clock = manualClock();
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());

const ask = (who: SignedIn, email: string, password = TEST_PASSWORD) =>
  who.call('POST', '/api/auth/change-email', { payload: { email, password } });
const confirm = (token: string) => openBrowser(t).post('/api/auth/confirm-email', { token });
const mailsTo = (email: string) => t.emails.filter(({ to }) => to === email);
const tokenIn = (text = '') => /#email=([\w.-]{80})\s/.exec(text)?.[1] ?? '';
async function linkFor(who: SignedIn, email: string) {
  const before = mailsTo(email).length;
  expect(outcomeOf(await ask(who, email))).toEqual([200]);
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(before + 1));
  return tokenIn(mailsTo(email)[before]?.text);
}
const addressOf = async ({ id }: { id: string }) =>
  (await t.db.select().from(users).where(eq(users.id, id)))[0];

describe('a change of the e-mail address', () => {
  it('asks for the password, proves the new address by a link that works once, and tells the earlier one before and after', async () => {
    const who = await newcomer(t, 'manager');
    const to = freshEmail('moved');
    expect(outcomeOf(await ask(who, to, 'Not-the-one-1'))).toEqual([400, 'WRONG_PASSWORD']);
    const token = await linkFor(who, to);
    const row = await addressOf(who);
    expect(row).toMatchObject({ email: who.email, email_change: { email: to } });
    expect(JSON.stringify(row)).not.toContain(token);

    expect((await confirm(token)).json()).toEqual({ email: to });
    expect(outcomeOf(await confirm(token))).toEqual(REFUSED);
    expect(await addressOf(who)).toMatchObject({ email: to, email_change: null });
    expect((await addressOf(who))?.email_verified_at).not.toBeNull();
    expect(outcomeOf(await openBrowser(t).signIn(to))).toEqual([200]);
    expect(outcomeOf(await openBrowser(t).signIn(who.email))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(outcomeOf(await who.call('GET', '/api/auth/me'))).toEqual([200]);

    await vi.waitFor(() => expect(mailsTo(who.email)).toHaveLength(2));
    const [before, after] = mailsTo(who.email);
    expect(before?.text).toMatch(/\/auth\?mode=reset\n$/);
    expect(after?.text).toMatch(/\/contact\n$/);
    for (const { text } of [before!, after!]) expect(text).toContain(to);
    expect(JSON.stringify(mailsTo(who.email))).not.toContain(token);
    const admin = await newcomer(t, 'admin');
    const events = await eventsOf(admin, `q=${who.id}`);
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['auth.change-email', 'auth.confirm-email']),
    );
  });

  it('ends with its half hour, with a later request, and with a new password', async () => {
    const who = await newcomer(t, 'viewer');
    const late = await linkFor(who, freshEmail('late'));
    clock.jump(30 * MINUTE_MS);
    expect(outcomeOf(await confirm(late))).toEqual(REFUSED);

    const again = await newcomer(t, 'viewer');
    const first = await linkFor(again, freshEmail('first'));
    const second = await linkFor(again, freshEmail('second'));
    expect(outcomeOf(await confirm(first))).toEqual(REFUSED);
    const payload = { currentPassword: TEST_PASSWORD, newPassword: 'Newly-chosen-2' };
    expect(outcomeOf(await again.call('POST', '/api/auth/change-password', { payload }))).toEqual([200]);
    expect(outcomeOf(await confirm(second))).toEqual(REFUSED);
    expect((await addressOf(again))?.email).toBe(again.email);
  });

  it('makes links worthless that were sent to the earlier address', async () => {
    const who = await newcomer(t, 'viewer');
    await openBrowser(t).post('/api/auth/reset-link', { email: who.email });
    const resets = () => mailsTo(who.email).filter(({ text }) => text.includes('#reset='));
    await vi.waitFor(() => expect(resets()).toHaveLength(1));
    const reset = /#reset=(\S+)/.exec(resets()[0]?.text ?? '')?.[1] ?? '';
    expect(outcomeOf(await confirm(await linkFor(who, freshEmail('moved'))))).toEqual([200]);
    const body = { token: reset, newPassword: 'Newly-chosen-2' };
    expect(outcomeOf(await openBrowser(t).post('/api/auth/reset', body))).toEqual(REFUSED);
  });

  it('looks the same where another account has the address: only its owner is told, and gets no link', async () => {
    const who = await newcomer(t, 'viewer');
    const other = await addPerson(t, 'viewer');
    expect((await ask(who, other.email)).json()).toEqual({ ok: true });
    expect((await addressOf(who))?.email_change).toMatchObject({ email: other.email });
    await vi.waitFor(() => expect(mailsTo(other.email)).toHaveLength(1));
    expect(mailsTo(other.email)[0]?.text).not.toContain('#email=');
    await vi.waitFor(() => expect(mailsTo(who.email)).toHaveLength(1));
    expect(outcomeOf(await ask(who, who.email))).toEqual(REFUSED);
  });

  it('writes to one address, and for one account, five times an hour', async () => {
    const who = await newcomer(t, 'viewer');
    for (let n = 0; n < 5; n++) expect(outcomeOf(await ask(who, freshEmail('many')))).toEqual([200]);
    expect(outcomeOf(await ask(who, freshEmail('many')))).toEqual([429, 'RATE_LIMITED']);
    const to = freshEmail('flooded');
    for (let n = 0; n < 5; n++) expect(outcomeOf(await ask(await newcomer(t, 'viewer'), to))).toEqual([200]);
    expect(outcomeOf(await ask(await newcomer(t, 'viewer'), to))).toEqual([429, 'RATE_LIMITED']);
  });

  it('takes along what holds the address: mail goes to the new one, and who has the old one next finds nothing', async () => {
    const who = await newcomer(t, 'viewer', { email_verified_at: new Date(clock.now()) });
    const payload = {
      subject: 'Dark screen',
      body: 'Taxi 1182 is dark.',
      category: 'device',
    };
    const made = await who.call('POST', '/api/own-tickets', { payload });
    expect(outcomeOf(made)).toEqual([200]);
    const { id } = made.json<{ id: string }>();
    const to = freshEmail('moved');
    expect(outcomeOf(await confirm(await linkFor(who, to)))).toEqual([200]);
    const [ticket] = await t.db.select().from(tickets).where(eq(tickets.id, id));
    expect(ticket?.requester_email).toBe(to);
    const next = await newcomer(t, 'viewer', { email: who.email, email_verified_at: new Date(clock.now()) });
    const seen = { id: next.id, email: who.email, isProven: true, reach: EVERYWHERE };
    const copy = await t.server.tenantTransactions.acrossTenants(tx => readPerson(tx, seen));
    expect(copy.about['tickets'] ?? []).toEqual([]);
    const [row] = await t.db.select().from(users).where(eq(users.id, who.id));
    expect(row?.former_emails).toEqual([who.email]);
  });

  it('leaves what lies under an address that was never proved to its owner: no row moves and no copy holds it', async () => {
    const customer = freshEmail('customer');
    const company = {
      ...{ company: 'Customer Ltd', country: 'PT', tax_id: 'PT999999990', phone: '+351211234567' },
      ...{ email: customer, terms_version: '1.0', dpa_version: '1.0' },
    };
    expect(outcomeOf(await openBrowser(t).post('/api/business/registrations', company))).toEqual([200]);
    const sent = uuid7(clock.now());
    const at = new Date(clock.now());
    await t.db.insert(invoices).values({
      ...{ id: sent, tenant_id: t.tenant_id, number: 'I-2026-777', state: 'open', currency: 'EUR' },
      ...{ customer_name: 'Customer', customer_email: customer, total_minor: 123_456 },
      ...{ period_from: '2026-10-01', period_to: '2026-10-31', sent_at: at, created_at: at, updated_at: at },
    });
    const person = await addPerson(t, 'viewer', { email: customer });
    const who = await signInAs(t, { ...person, email: customer });
    const ticket = { subject: 'Dark screen', body: 'Taxi 1182 is dark.', category: 'device' };
    expect(outcomeOf(await who.call('POST', '/api/own-tickets', { payload: ticket }))).toEqual([200]);
    expect(outcomeOf(await confirm(await linkFor(who, freshEmail('moved'))))).toEqual([200]);

    const [invoice] = await t.db.select().from(invoices).where(eq(invoices.id, sent));
    expect(invoice?.customer_email).toBe(customer);
    const kept = eq(businessRegistrations.email, customer);
    expect(await t.db.$count(businessRegistrations, kept)).toBe(1);
    expect(await t.db.$count(consentRecords, eq(consentRecords.subject_email, customer))).toBe(2);
    const files = unzipSync((await who.call('GET', '/api/auth/me/data')).rawPayload);
    const copy = JSON.parse(strFromU8(files['data.json']!)) as Record<string, object[]>;
    expect(copy['tickets']).toEqual([expect.objectContaining({ subject: ticket.subject })]);
    for (const table of ['invoices', 'business_registrations', 'consent_records'])
      expect(copy[table] ?? []).toEqual([]);
  });

  it('S10 leaves nothing of the earlier address after an erasure, in texts either', async () => {
    const who = await newcomer(t, 'viewer');
    const payload = { subject: 'Call back', category: 'other', body: `Write to ${who.email}.` };
    const { id } = (await who.call('POST', '/api/own-tickets', { payload })).json<{ id: string }>();
    expect(outcomeOf(await confirm(await linkFor(who, freshEmail('moved'))))).toEqual([200]);
    const messages = async () =>
      JSON.stringify(await t.db.select().from(ticketMessages).where(eq(ticketMessages.ticket_id, id)));
    expect(await messages()).toContain(who.email);
    const [row] = await t.db.select().from(users).where(eq(users.id, who.id));
    const scope = { tenant_id: who.tenant_id, user_id: null, tenants: 'all' } as const;
    await inTenant(t.server, scope, async ctx =>
      erasePerson(ctx, row!, await wantedOf(ctx.tx, row!, EVERYWHERE)),
    );
    expect(await messages()).not.toContain(who.email);
    expect((await addressOf(who))?.former_emails).toEqual([]);
  });

  it('that waits ends with all sessions, as where somebody is suspended', async () => {
    const admin = await newcomer(t, 'admin');
    const who = await newcomer(t, 'viewer');
    const token = await linkFor(who, freshEmail('moved'));
    for (const verb of ['suspend', 'reactivate'])
      expect(outcomeOf(await admin.call('POST', `/api/users/${who.id}/${verb}`))).toEqual([200]);
    expect(outcomeOf(await confirm(token))).toEqual(REFUSED);
  });

  it('leaves an address to whoever proved it first', async () => {
    const [one, two] = [await newcomer(t, 'viewer'), await newcomer(t, 'viewer')];
    const to = freshEmail('wanted');
    const links = [await linkFor(one, to), await linkFor(two, to)];
    const answers = await Promise.all(links.map(confirm));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect(outcomeOf(await openBrowser(t).signIn(to))).toEqual([200]);
  });

  it.each(['', 'x'.repeat(80), "' or true --", '0198f0a0-0000-7000-8000-000000000000.x'])(
    'by a link made up as %j is refused',
    async token => {
      expect(outcomeOf(await confirm(token))).toEqual(REFUSED);
    },
  );

  it('does not reach the account of somebody who was suspended meanwhile', async () => {
    const who = await newcomer(t, 'viewer');
    const token = await linkFor(who, freshEmail('moved'));
    await t.db.update(users).set({ status: 'suspended' }).where(eq(users.id, who.id));
    expect(outcomeOf(await confirm(token))).toEqual(REFUSED);
    expect((await addressOf(who))?.email).toBe(who.email);
  });
});

it('a recovery of the first administrator finds him whatever his address is, and ends a change of it that waits', async () => {
  const [first] = await t.db
    .select()
    .from(users)
    .where(eq(users.role, 'staff_super_admin'))
    .orderBy(users.created_at, users.id);
  const waiting = { hash: 'x', email: freshEmail('thief'), expires_at: '2099-01-01T00:00:00.000Z' };
  const email = freshEmail('boss');
  await t.db.update(users).set({ email, email_change: waiting }).where(eq(users.id, first!.id));
  expect(await resetAdmin(t.server)).toMatchObject({ email });
  expect(await addressOf(first!)).toMatchObject({ email, email_change: null, must_change_password: true });
});

it('a recovery of the first administrator passes over one who was erased', async () => {
  const admins = await t.db
    .select()
    .from(users)
    .where(eq(users.role, 'staff_super_admin'))
    .orderBy(users.created_at, users.id);
  const next = await addPerson(t, 'staff_super_admin');
  for (const { id } of admins)
    await t.db
      .update(users)
      .set({ email: `${id}@erased.invalid`, status: 'deactivated' })
      .where(eq(users.id, id));
  expect(await resetAdmin(t.server)).toMatchObject({ email: next.email });
});
