import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { passkeyChallenges, passkeys, users } from '../../../../server/db/schema.ts';
import { sweep } from '../../../../server/app/sweep.ts';
import { resetAdmin } from '../../../../server/identity/firstRun.ts';
import {
  eventsOf,
  newcomer,
  openBrowser,
  outcomeOf,
  refreshed,
  type SignedIn,
} from '../../../support/server/people.ts';
import type { TestServer } from '../../../support/server/server.ts';
import { challengeFor, PASSKEYS, signInBy, withPasskey } from './people.ts';
import { clock, MINUTE_MS, startPasskeyServer, WRONG } from './server.ts';
import { softwareKey } from './softwareKey.ts';
import { certified, selfSigned } from './statements.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startPasskeyServer();
});
afterAll(() => t.close());

const list = async (who: SignedIn) => (await who.call('GET', PASSKEYS)).json<{ items: object[] }>();
const subjectsTo = (email: string) => t.emails.filter(({ to }) => to === email).map(({ subject }) => subject);
const expectMail = (email: string, subject: string) =>
  vi.waitFor(() => expect(subjectsTo(email)).toContain(subject));

describe('one’s own passkeys', () => {
  it('are added, listed, renamed and removed, on record and told by e-mail', async () => {
    const who = await newcomer(t, 'manager');
    expect(await list(who)).toEqual({ items: [], has_password: true });
    const { passkey, key } = await withPasskey(who);
    await expectMail(who.email, 'A passkey was added to your Wayside account');
    const created_at = new Date(clock.now()).toISOString();
    const row = { id: passkey.id, name: 'Telephone', created_at, last_used_at: null };
    expect((await list(who)).items).toEqual([row]);
    const renamed = await who.call('POST', `${PASSKEYS}/${passkey.id}/rename`, { payload: { name: 'Desk' } });
    expect(renamed.json()).toEqual({ ...row, name: 'Desk' });
    expect(outcomeOf(await who.call('DELETE', `${PASSKEYS}/${passkey.id}`))).toEqual([204]);
    await expectMail(who.email, 'A passkey was removed from your Wayside account');
    expect((await list(who)).items).toEqual([]);
    expect(outcomeOf(await signInBy(t, key))).toEqual(WRONG);
    const events = await eventsOf(await newcomer(t, 'admin'), `q=${who.email}`);
    expect(events.map(({ action }) => action).filter(action => action.startsWith('auth.passkeys'))).toEqual([
      ...['auth.passkeys.delete', 'auth.passkeys.rename', 'auth.passkeys', 'auth.passkeys.begin'],
    ]);
  });

  it('are added and removed only within half an hour of the password', async () => {
    const first = await newcomer(t, 'manager');
    const { passkey } = await withPasskey(first);
    clock.jump(31 * MINUTE_MS);
    const who = await refreshed(t, first);
    for (const [method, url] of [
      ['POST', `${PASSKEYS}/begin`],
      ['POST', PASSKEYS],
      ['DELETE', `${PASSKEYS}/${passkey.id}`],
    ] as const)
      expect(outcomeOf(await who.call(method, url))).toEqual([403, 'REAUTH_REQUIRED']);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['a person who was not verified', { unverified: true }],
  ])('are not added of %s', async (_what, faults) => {
    const who = await newcomer(t, 'manager');
    const begun = await who.call('POST', `${PASSKEYS}/begin`);
    const made = softwareKey(who.id).make(begun.json<{ challenge: string }>().challenge, faults);
    const answer = await who.call('POST', PASSKEYS, { payload: { name: 'Telephone', ...made } });
    expect(outcomeOf(answer)).toEqual(WRONG);
    expect((await list(who)).items).toEqual([]);
  });

  it('are not added with certificates, and no list of revoked ones is fetched from where these say', async () => {
    const who = await newcomer(t, 'manager');
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
    const { added } = await withPasskey(who, {
      statement: certified('http://127.0.0.1:9/revoked.crl'),
    });
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
    expect(outcomeOf(added)).toEqual(WRONG);
    expect((await list(who)).items).toEqual([]);
  });

  it('are added with a statement that the new key signs itself, as browsers hand it on unasked', async () => {
    const who = await newcomer(t, 'manager');
    expect(outcomeOf((await withPasskey(who, { statement: selfSigned })).added)).toEqual([200]);
  });

  it('are added for a challenge of the own session alone, once', async () => {
    const [who, other] = [await newcomer(t, 'manager'), await newcomer(t, 'manager')];
    const begun = await who.call('POST', `${PASSKEYS}/begin`);
    const { challenge } = begun.json<{ challenge: string }>();
    const add = async (by: SignedIn) => {
      const payload = { name: 'Telephone', ...softwareKey(by.id).make(challenge) };
      return outcomeOf(await by.call('POST', PASSKEYS, { payload }));
    };
    expect(await add(other)).toEqual(WRONG);
    expect(await add(who)).toEqual([200]);
    expect(await add(who)).toEqual(WRONG);
  });

  it('are nobody else’s: a key that is known is not added twice, and a foreign one is not found', async () => {
    const [who, other] = [await newcomer(t, 'manager'), await newcomer(t, 'manager')];
    const { key, passkey } = await withPasskey(who);
    expect(outcomeOf((await withPasskey(other, {}, key)).added)).toEqual(WRONG);
    expect(outcomeOf(await other.call('DELETE', `${PASSKEYS}/${passkey.id}`))).toEqual([404, 'NOT_FOUND']);
    const rename = await other.call('POST', `${PASSKEYS}/${passkey.id}/rename`, {
      payload: { name: 'Mine' },
    });
    expect(outcomeOf(rename)).toEqual([404, 'NOT_FOUND']);
    expect((await list(who)).items).toHaveLength(1);
  });

  it('are twenty at most, and none of people of the demo', async () => {
    const who = await newcomer(t, 'manager');
    const now = new Date(clock.now());
    const row = { tenant_id: who.tenant_id, user_id: who.id, name: 'Old', public_key: '', created_at: now };
    const rows = Array.from({ length: 20 }, () => {
      const { id } = softwareKey(who.id);
      return { ...row, id: crypto.randomUUID(), counter: 0, credential_id: id };
    });
    await t.db.insert(passkeys).values(rows);
    expect(outcomeOf(await who.call('POST', `${PASSKEYS}/begin`))).toEqual([422, 'RULE']);
    const demoUser = await newcomer(t, 'manager', { demo: true });
    expect(outcomeOf(await demoUser.call('POST', `${PASSKEYS}/begin`))).toEqual([409, 'STATE']);
  });

  it('say where there is no password', async () => {
    const who = await newcomer(t, 'manager');
    await t.db.update(users).set({ password_hash: null }).where(eq(users.id, who.id));
    expect(await list(who)).toMatchObject({ has_password: false });
  });
});

describe('passkeys end', () => {
  it('with a password that a link sets, and their owner is told; not with one that is changed', async () => {
    const who = await newcomer(t, 'manager');
    const { key } = await withPasskey(who);
    const payload = { currentPassword: 'Wayside-test-1', newPassword: 'Newly-chosen-2' };
    expect(outcomeOf(await who.call('POST', '/api/auth/change-password', { payload }))).toEqual([200]);
    expect(outcomeOf(await signInBy(t, key))).toEqual([200]);
    await openBrowser(t).post('/api/auth/reset-link', { email: who.email });
    const link = await vi.waitFor(() => {
      const token = t.emails.map(({ text }) => /#reset=([\w-]{43})\s/.exec(text)?.[1]).findLast(Boolean);
      return token ?? expect.fail('no link');
    });
    const reset = { token: link, newPassword: 'Yet-another-3' };
    expect(outcomeOf(await openBrowser(t).post('/api/auth/reset', reset))).toEqual([200]);
    expect(outcomeOf(await signInBy(t, key))).toEqual(WRONG);
    await expectMail(who.email, 'The passkeys of your Wayside account were removed');
  });

  it('where an administrator resets the second factor', async () => {
    const [who, admin] = [await newcomer(t, 'manager'), await newcomer(t, 'admin')];
    const { key } = await withPasskey(who);
    expect(outcomeOf(await admin.call('POST', `/api/users/${who.id}/reset-second-factor`))).toEqual([200]);
    expect(outcomeOf(await signInBy(t, key))).toEqual(WRONG);
    await expectMail(who.email, 'The passkeys of your Wayside account were removed');
  });

  it('where the first administrator is reset from the command line', async () => {
    const { email } = await resetAdmin(t.server);
    const [admin] = await t.db.select().from(users).where(eq(users.email, email));
    const { id, tenant_id } = admin!;
    await t.db.insert(passkeys).values({
      ...{ id: crypto.randomUUID(), tenant_id, user_id: id, name: 'Foreign', created_at: new Date() },
      ...{ credential_id: softwareKey(id).id, public_key: '', counter: 0 },
    });
    await resetAdmin(t.server);
    expect(await t.db.$count(passkeys, eq(passkeys.user_id, id))).toBe(0);
  });
});

it('challenges are swept once they are too old', async () => {
  await challengeFor(openBrowser(t));
  await sweep(t.server);
  expect(await t.db.$count(passkeyChallenges)).toBeGreaterThan(0);
  clock.jump(6 * MINUTE_MS);
  await sweep(t.server);
  expect(await t.db.$count(passkeyChallenges)).toBe(0);
});
