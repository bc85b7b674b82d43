import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { manualClock } from '../../../support/clock.ts';
import {
  addPerson,
  eventsOf,
  newcomer,
  openBrowser,
  outcomeOf,
  refreshed,
  signInAs,
} from '../../../support/server/people.ts';
import { appWith, ticketFor, withSecondFactor } from './authenticator.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';
import { tenants, users } from '../../../../server/db/schema.ts';

const MINUTE_MS = 60_000;
const clock = manualClock();
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());

const FACTOR = '/api/auth/second-factor';
const BEGIN = '/api/auth/begin-second-factor';
const CONFIRM = '/api/auth/confirm-second-factor';
const REMOVE = '/api/auth/remove-second-factor';
const password = TEST_PASSWORD;
const mailsTo = (email: string, subject: RegExp) =>
  t.emails.filter(mail => mail.to === email && subject.test(mail.subject));

describe('a second factor', () => {
  it('is off until a first code of it was entered, and shows ten recovery codes once', async () => {
    const who = await newcomer(t, 'manager');
    const off = { is_on: false, recovery_codes_left: 0, is_required: false };
    expect((await who.call('GET', FACTOR)).json()).toEqual(off);
    const begun = await who.call('POST', BEGIN);
    const { secret, uri } = begun.json<{ secret: string; uri: string }>();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${secret}`);
    expect((await who.call('GET', FACTOR)).json()).toEqual(off);
    expect(outcomeOf(await who.browser.signIn(who.email))).toEqual([200]);

    const app = appWith(t, secret);
    const wrong = await who.call('POST', CONFIRM, { payload: { code: app.code(2) } });
    expect(outcomeOf(wrong)).toEqual([400, 'WRONG_CODE']);
    expect(wrong.json()).toMatchObject({ details: { code: [expect.any(String)] } });
    const confirmed = await who.call('POST', CONFIRM, { payload: { code: app.code() } });
    const codes = confirmed.json<{ recovery_codes: string[] }>().recovery_codes;
    expect(new Set(codes).size).toBe(10);
    expect((await who.call('GET', FACTOR)).json()).toEqual({ ...off, is_on: true, recovery_codes_left: 10 });
    expect(await ticketFor(t, who.email)).toMatch(new RegExp(`^${who.id}\\.`));
    expect(outcomeOf(await who.call('POST', BEGIN))).toEqual([409, 'STATE']);
    expect(outcomeOf(await who.call('POST', CONFIRM, { payload: { code: app.code(1) } }))).toEqual([
      ...[409, 'STATE'],
    ]);
  });

  it('stands in the database encrypted, its recovery codes and the ticket as hashes, and in no log', async () => {
    const who = await newcomer(t, 'manager');
    const app = await withSecondFactor(t, who);
    const ticket = await ticketFor(t, who.email);
    const [row] = await t.db.select().from(users).where(eq(users.id, who.id));
    const stored = JSON.stringify(row);
    for (const secret of [app.secret, ...app.recovery, ticket, ticket.split('.')[1] ?? '?'])
      expect(stored).not.toContain(secret);
    const admin = await newcomer(t, 'admin');
    const events = await eventsOf(admin, `q=${who.email}`);
    const listed = await admin.call('GET', `/api/users/${who.id}`);
    for (const text of [JSON.stringify(events), listed.body]) {
      expect(text).not.toContain('second_factor"');
      expect(text).not.toContain(app.secret);
    }
  });

  it('is set up only within half an hour of the password', async () => {
    const first = await newcomer(t, 'manager');
    clock.jump(31 * MINUTE_MS);
    const who = await refreshed(t, first);
    expect(outcomeOf(await who.call('POST', BEGIN))).toEqual([403, 'REAUTH_REQUIRED']);
    expect(outcomeOf(await who.call('POST', '/api/auth/reauth', { payload: { password } }))).toEqual([200]);
    expect(outcomeOf(await who.call('POST', BEGIN))).toEqual([200]);
  });

  it('is switched off with the password and a code, and both are told by e-mail', async () => {
    const who = await newcomer(t, 'manager');
    const app = await withSecondFactor(t, who);
    await vi.waitFor(() => expect(mailsTo(who.email, /is on/)).toHaveLength(1));
    const remove = async (payload: object) => outcomeOf(await who.call('POST', REMOVE, { payload }));
    expect(await remove({ password: 'Wrong-password-1', code: app.code(1) })).toEqual([
      400,
      'WRONG_PASSWORD',
    ]);
    expect(await remove({ password })).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    expect(await remove({ password, code: '000000' })).toEqual([400, 'WRONG_CODE']);
    expect(await remove({ password, code: app.code(1) })).toEqual([200]);
    await vi.waitFor(() => expect(mailsTo(who.email, /is off/)).toHaveLength(1));
    expect((await who.call('GET', FACTOR)).json()).toMatchObject({ is_on: false });
    expect((await who.browser.signIn(who.email)).json()).toHaveProperty('tokens');
  });

  it('is nothing for people of the demo, who have no password', async () => {
    const who = await newcomer(t, 'manager', { demo: true });
    expect(outcomeOf(await who.call('POST', BEGIN))).toEqual([409, 'STATE']);
  });

  it('is asked for wherever the password is asked for again', async () => {
    const who = await newcomer(t, 'owner');
    const app = await withSecondFactor(t, who);
    const reauth = async (payload: object) =>
      outcomeOf(await who.call('POST', '/api/auth/reauth', { payload }));
    expect(await reauth({ password })).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    expect(await reauth({ password, code: app.code() })).toEqual([400, 'WRONG_CODE']);
    expect(await reauth({ password, code: app.code(1) })).toEqual([200]);
    const change = async (more: object) => {
      const payload = { currentPassword: password, newPassword: 'Newly-chosen-2', ...more };
      return outcomeOf(await who.call('POST', '/api/auth/change-password', { payload }));
    };
    expect(await change({})).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    expect(await change({ code: app.recovery[0] })).toEqual([200]);
  });
});

describe('a second factor that was lost', () => {
  it('is reset by whoever manages its user, whose sessions end and who is told so', async () => {
    const admin = await newcomer(t, 'admin');
    const person = await addPerson(t, 'manager');
    const who = await signInAs(t, person);
    await withSecondFactor(t, who);
    const keys = async () => Object.keys((await openBrowser(t).signIn(person.email)).json<object>());
    expect(await keys()).toContain('ticket');
    const reset = `/api/users/${person.id}/reset-second-factor`;
    const below = await newcomer(t, 'viewer');
    expect(outcomeOf(await below.call('POST', reset))).toEqual([403, 'FORBIDDEN']);
    expect(outcomeOf(await admin.call('POST', reset))).toEqual([200]);
    expect(outcomeOf(await who.call('GET', '/api/auth/me'))[0]).toBe(401);
    expect(await keys()).toContain('tokens');
    const subjects = t.emails.filter(({ to }) => to === person.email).map(({ subject }) => subject);
    expect(subjects).toContain('Two-step sign-in is off for your Wayside account');
  });
});

describe('a role that requires one', () => {
  it('may set it up and do nothing else, until it has one', async () => {
    const home = await t.addTenant('strict');
    const admin = await newcomer(t, 'staff_admin');
    const settings = await admin.call('GET', '/api/settings/security', { tenant: home });
    const { version } = settings.json<{ version: number }>();
    const changed = await admin.call('PATCH', '/api/settings/security', {
      ...{ tenant: home, version, payload: { require_second_factor_roles: ['manager'] } },
    });
    expect(changed.json()).toMatchObject({ require_second_factor_roles: ['manager'] });

    const viewer = await signInAs(t, await addPerson(t, 'viewer', { tenant_id: home }));
    expect(outcomeOf(await viewer.call('GET', '/api/auth/me'))).toEqual([200]);
    const person = await addPerson(t, 'manager', { tenant_id: home });
    const who = await signInAs(t, person);
    expect((await who.browser.signIn(person.email)).json()).toMatchObject({ second_factor_due: true });
    for (const url of ['/api/auth/me', '/api/devices'])
      expect(outcomeOf(await who.call('GET', url))).toEqual([403, 'SECOND_FACTOR_DUE']);
    expect((await who.call('GET', FACTOR)).json()).toMatchObject({ is_on: false, is_required: true });
    await withSecondFactor(t, who);
    expect(outcomeOf(await who.call('GET', '/api/auth/me'))).toEqual([200]);
  });

  it('is named as a role, once', async () => {
    const home = await t.addTenant('misnamed');
    const admin = await newcomer(t, 'staff_admin');
    for (const roles of [['driver'], ['owner', 'owner'], 'owner']) {
      const payload = { require_second_factor_roles: roles };
      const answer = await admin.call('PATCH', '/api/settings/security', {
        tenant: home,
        version: 1,
        payload,
      });
      expect(outcomeOf(answer)).toEqual([400, 'VALIDATION']);
      expect(answer.body).toContain('require_second_factor_roles');
    }
    const [row] = await t.db.select().from(tenants).where(eq(tenants.id, home));
    expect(row?.require_second_factor_roles).toEqual([]);
  });
});
