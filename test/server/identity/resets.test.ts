import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import {
  addPerson,
  eventsOf,
  freshAddress,
  freshEmail,
  newcomer,
  openBrowser,
  outcomeOf,
  signInAs,
  type SignedIn,
} from '../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../support/server/server.ts';
import { resetTokens, users } from '../../../server/db/schema.ts';

const MINUTE_MS = 60_000;
const NEW = 'Newly-chosen-2';
const clock = manualClock();
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());

const ask = (email: string, host = 'localhost') =>
  openBrowser(t, { host }).post('/api/auth/reset-link', { email });
const reset = (token: string, newPassword = NEW) =>
  openBrowser(t).post('/api/auth/reset', { token, newPassword });
/** With a link. */
const emailsTo = (email: string) =>
  t.emails.filter(message => message.to === email && message.text.includes('#reset='));
const tokenIn = (text = '') => /#reset=([\w-]{43})\s/.exec(text)?.[1] ?? '';
/** The answer does not wait for the e-mail. */
async function emailTo(email: string, n = 1) {
  await vi.waitFor(() => expect(emailsTo(email)).toHaveLength(n));
  return emailsTo(email)[n - 1];
}
async function linkFor(email: string) {
  const before = emailsTo(email).length;
  await ask(email);
  return tokenIn((await emailTo(email, before + 1))?.text);
}
const me = (who: SignedIn) => who.call('GET', '/api/auth/me');
const REFUSED = [400, 'VALIDATION'];

describe('a reset link', () => {
  it('OPEN-USER-05 lasts 30 minutes, works once, ends all sessions, is sent to the account’s own address by request and by a holder of manage_users, is stored hashed, and tells nothing of unknown accounts', async () => {
    const admin = await newcomer(t, 'admin');
    const who = await newcomer(t, 'manager');
    const elsewhere = await signInAs(t, who);
    const known = await ask(who.email);
    const unknown = await ask(freshEmail('nobody'));
    expect([known.statusCode, known.json()]).toEqual([200, { ok: true }]);
    expect([unknown.statusCode, unknown.json()]).toEqual([known.statusCode, known.json()]);
    const token = tokenIn((await emailTo(who.email))?.text);
    const kept = JSON.stringify(await t.db.select().from(resetTokens));
    expect(kept).toContain(who.id);
    expect(kept).not.toContain(token);

    clock.jump(30 * MINUTE_MS - 1_000);
    expect((await reset(token)).json()).toEqual({ ok: true });
    expect(outcomeOf(await me(who))).toEqual([401, 'TOKEN_EXPIRED']);
    for (const { browser, tokens } of [who, elsewhere])
      expect(outcomeOf(await browser.refresh(tokens.refresh_token))).toEqual([401, 'SESSION_REVOKED']);
    expect(outcomeOf(await reset(token, 'Yet-another-3'))).toEqual(REFUSED);
    expect(outcomeOf(await who.browser.signIn(who.email))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(outcomeOf(await who.browser.signIn(who.email, NEW))).toEqual([200]);

    const late = await linkFor(who.email);
    clock.jump(30 * MINUTE_MS);
    expect(outcomeOf(await reset(late))).toEqual(REFUSED);

    const again = await signInAs(t, admin);
    const sent = await again.call('POST', `/api/users/${who.id}/reset-password`);
    expect(sent.json()).toMatchObject({ id: who.id, email: who.email });
    expect(sent.body).not.toMatch(/reset=|password_hash/);
    expect(outcomeOf(await reset(tokenIn((await emailTo(who.email, 3))?.text)))).toEqual([200]);
  });

  it('ends a session on its next request', async () => {
    const who = await newcomer(t, 'viewer');
    await reset(await linkFor(who.email));
    expect(outcomeOf(await me(who))).toEqual([401, 'SESSION_REVOKED']);
  });

  it('used twice at once sets one password', async () => {
    const { email } = await addPerson(t, 'viewer');
    const token = await linkFor(email);
    const words = ['First-choice-1', 'Second-choice-1'];
    const answers = await Promise.all(words.map(word => reset(token, word)));
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 400]);
    const right = words[answers.findIndex(answer => answer.statusCode === 200)] ?? '';
    expect(outcomeOf(await openBrowser(t).signIn(email, right))).toEqual([200]);
  });

  it('keeps its use for a password that is good enough', async () => {
    const token = await linkFor((await addPerson(t, 'viewer')).email);
    const weak = await reset(token, 'short');
    expect(weak.json()).toMatchObject({ details: { newPassword: expect.any(Array) as string[] } });
    expect(outcomeOf(await reset(token))).toEqual([200]);
  });

  it.each(['', 'x'.repeat(43), "' or true --"])('made up as %j is refused', async token => {
    expect(outcomeOf(await reset(token))).toEqual(REFUSED);
  });

  it('goes to no account that may not sign in, and the answer is the same', async () => {
    const answers = [];
    const nobody = [];
    for (const status of ['suspended', 'pending_approval', 'rejected', 'deactivated'] as const) {
      const { email } = await addPerson(t, 'viewer', { status });
      nobody.push(email);
      answers.push((await ask(email)).json<object>());
    }
    expect(answers).toEqual(answers.map(() => ({ ok: true })));
    const { email } = await addPerson(t, 'viewer');
    await ask(email);
    await emailTo(email);
    expect(nobody.flatMap(emailsTo)).toEqual([]);
  });

  it('is worth nothing once its account was suspended or removed, also after that was taken back', async () => {
    const owner = await newcomer(t, 'owner');
    const suspended = await newcomer(t, 'viewer');
    const token = await linkFor(suspended.email);
    expect(outcomeOf(await owner.call('POST', `/api/users/${suspended.id}/suspend`))).toEqual([200]);
    expect(outcomeOf(await reset(token))).toEqual(REFUSED);
    expect(outcomeOf(await owner.call('POST', `/api/users/${suspended.id}/reactivate`))).toEqual([200]);
    expect(outcomeOf(await reset(token))).toEqual(REFUSED);
    expect(outcomeOf(await openBrowser(t).signIn(suspended.email))).toEqual([200]);

    const removed = await newcomer(t, 'viewer');
    const late = await linkFor(removed.email);
    const { version } = (await t.db.select().from(users).where(eq(users.id, removed.id)))[0]!;
    const gone = await owner.call('DELETE', `/api/users/${removed.id}`, { version });
    expect(gone.statusCode).toBeLessThan(300);
    expect(outcomeOf(await owner.call('POST', `/api/users/${removed.id}/restore`))).toEqual([200]);
    expect(outcomeOf(await owner.call('POST', `/api/users/${removed.id}/reactivate`))).toEqual([200]);
    expect(outcomeOf(await reset(late))).toEqual(REFUSED);
  });

  it('sets no password of an account that may not sign in, whatever else ended it', async () => {
    for (const change of [{ status: 'suspended' }, { deleted_at: new Date(clock.now()) }] as const) {
      const who = await newcomer(t, 'viewer');
      const token = await linkFor(who.email);
      await t.db.update(users).set(change).where(eq(users.id, who.id));
      expect(outcomeOf(await reset(token))).toEqual(REFUSED);
    }
  });

  it('is worth nothing once the password was changed, of which an e-mail tells the owner of the address', async () => {
    const who = await newcomer(t, 'viewer');
    const token = await linkFor(who.email);
    const payload = { currentPassword: TEST_PASSWORD, newPassword: NEW };
    expect(outcomeOf(await who.call('POST', '/api/auth/change-password', { payload }))).toEqual([200]);
    expect(outcomeOf(await reset(token, 'Yet-another-3'))).toEqual(REFUSED);
    const changeMails = t.emails.filter(({ to, subject }) => to === who.email && /was changed/.test(subject));
    expect(changeMails).toHaveLength(1);
    expect(changeMails[0]?.text).toMatch(/\/auth\?mode=reset\n$/);
    expect(JSON.stringify(changeMails)).not.toContain(NEW);
  });

  it('takes nothing from whoever asks but the address', async () => {
    const { email } = await addPerson(t, 'viewer');
    const { post } = openBrowser(t);
    const more = { email, to: 'thief@test.example', origin: 'https://evil.example' };
    expect(outcomeOf(await post('/api/auth/reset-link', more))).toEqual(REFUSED);
  });

  it('leads to no host that whoever asked for it made up', async () => {
    const { email } = await addPerson(t, 'viewer');
    await ask(email, 'evil.example');
    expect((await emailTo(email))?.text).not.toContain('evil.example');
  });

  it('leads where PUBLIC_URL says', async () => {
    const other = await startTestServer({ config: { publicUrl: 'https://signage.example.net' } });
    try {
      const { email } = await addPerson(other, 'viewer');
      await openBrowser(other, { host: 'evil.example' }).post('/api/auth/reset-link', { email });
      await vi.waitFor(() => expect(other.emails).toHaveLength(1));
      expect(other.emails[0]?.text).toContain('\nhttps://signage.example.net/auth#reset=');
    } finally {
      await other.close();
    }
  });

  it('lets a user in who had only a one-time password', async () => {
    const { id, email } = await addPerson(t, 'viewer', { must_change_password: true });
    await reset(await linkFor(email));
    const [row] = await t.db.select().from(users).where(eq(users.id, id));
    expect(row).toMatchObject({ must_change_password: false, password_expires_at: null });
  });

  it('is asked for ten times an hour from one network, whose neighbours can still use theirs', async () => {
    clock.jump(60 * MINUTE_MS - (clock.now() % (60 * MINUTE_MS)));
    const who = await addPerson(t, 'viewer');
    const token = await linkFor(who.email);
    const { post } = openBrowser(t, { address: freshAddress() });
    for (let n = 0; n < 10; n++) await post('/api/auth/reset-link', { email: freshEmail() });
    const last = await post('/api/auth/reset-link', { email: freshEmail() });
    expect(outcomeOf(last)).toEqual([429, 'RATE_LIMITED']);
    expect(outcomeOf(await post('/api/auth/reset', { token, newPassword: NEW }))).toEqual([200]);
  });

  it('is sent to one address five times an hour, wherever it is asked for', async () => {
    clock.jump(60 * MINUTE_MS - (clock.now() % (60 * MINUTE_MS)));
    const { email } = await addPerson(t, 'viewer');
    for (let n = 0; n < 8; n++)
      await openBrowser(t, { address: freshAddress() }).post('/api/auth/reset-link', { email });
    await t.runJobs();
    expect(t.emails.filter(({ to }) => to === email)).toHaveLength(5);
  });

  it('is written down, without the token or the password', async () => {
    const admin = await newcomer(t, 'admin');
    const who = await addPerson(t, 'viewer');
    const token = await linkFor(who.email);
    await reset(token);
    const events = await eventsOf(admin, `action=auth.reset&target_id=${who.id}`);
    expect(events).toHaveLength(1);
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`${token}|${NEW}`));
  });
});

describe('a link sent by somebody else', () => {
  const send = (by: SignedIn, id: string, tenant?: string) =>
    by.call('POST', `/api/users/${id}/reset-password`, tenant === undefined ? {} : { tenant });

  it('OPEN-USER-05 is for those who manage users', async () => {
    const target = await addPerson(t, 'viewer');
    for (const role of ['manager', 'analyst', 'viewer', 'device_owner', 'staff_support'] as const)
      expect(outcomeOf(await send(await newcomer(t, role), target.id))).toEqual([403, 'FORBIDDEN']);
    expect(emailsTo(target.email)).toEqual([]);
  });

  it('never goes to another tenant’s user by an owner or admin; staff may send it there', async () => {
    const there = await t.addTenant('reset-there');
    const target = await addPerson(t, 'viewer', { tenant_id: there });
    for (const role of ['owner', 'admin'] as const) {
      const stranger = await newcomer(t, role);
      expect(outcomeOf(await send(stranger, target.id, there))).toEqual([403, 'FORBIDDEN']);
      expect(outcomeOf(await send(stranger, target.id))).toEqual([404, 'NOT_FOUND']);
    }
    expect(emailsTo(target.email)).toEqual([]);
    expect(outcomeOf(await send(await newcomer(t, 'staff_admin'), target.id, there))).toEqual([200]);
    expect(emailsTo(target.email)).toHaveLength(1);
  });

  it('goes to no suspended account', async () => {
    const target = await addPerson(t, 'viewer', { status: 'suspended' });
    expect(outcomeOf(await send(await newcomer(t, 'admin'), target.id))).toEqual([409, 'STATE']);
  });
});
