import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../../support/clock.ts';
import {
  addPerson,
  newcomer,
  openBrowser,
  outcomeOf,
  refreshed,
  signInAs,
  type SignedIn,
} from '../../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';
import type { Session } from '../../../../shared/contract/identity/user.ts';

const DAY_MS = 86_400_000;
const clock = manualClock();
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());

const sidOf = (who: SignedIn) => String(decodeJwt(who.tokens.access_token)['sid']);
const list = async (who: SignedIn) =>
  (await who.call('GET', '/api/sessions')).json<{ items: Session[] }>().items;
const me = (who: SignedIn) => who.call('GET', '/api/auth/me');
const ENDED = [401, 'SESSION_REVOKED'];

describe('one’s own sessions', () => {
  it('are listed, newest use first, with this one marked and no secret of any', async () => {
    const first = await newcomer(t, 'viewer');
    clock.jump(60_000);
    const second = await signInAs(t, first);
    await newcomer(t, 'viewer');
    const items = await list(second);
    expect(items.map(({ id, is_current }) => [id, is_current])).toEqual([
      [sidOf(second), true],
      [sidOf(first), false],
    ]);
    expect(Object.keys(items[0] ?? {}).sort()).toEqual([
      ...['created_at', 'expires_at', 'id', 'ip', 'is_current', 'last_used_at', 'user_agent'],
    ]);
    expect(Date.parse(items[0]?.expires_at ?? '') - clock.now()).toBe(30 * DAY_MS);
    clock.jump(60_000);
    await refreshed(t, first);
    expect((await list(second)).map(one => one.id)).toEqual([sidOf(first), sidOf(second)]);
  });

  it('end one at a time, from the next request on', async () => {
    const first = await newcomer(t, 'viewer');
    const second = await signInAs(t, first);
    const end = () => second.call('DELETE', `/api/sessions/${sidOf(first)}`);
    expect((await end()).statusCode).toBe(204);
    expect(outcomeOf(await me(first))).toEqual(ENDED);
    expect(outcomeOf(await first.browser.refresh(first.tokens.refresh_token))).toEqual(ENDED);
    expect(outcomeOf(await end())).toEqual([404, 'NOT_FOUND']);
    expect((await list(second)).map(one => one.id)).toEqual([sidOf(second)]);
  });

  it('are nobody else’s to end: another’s reads as one that is not there', async () => {
    const [one, two] = [await newcomer(t, 'owner'), await newcomer(t, 'viewer')];
    const top = await newcomer(t, 'staff_super_admin');
    const strip = (answer: { body: string }) => answer.body;
    const missing = await one.call('DELETE', '/api/sessions/00000000-0000-7000-8000-00000000abcd');
    for (const by of [one, top]) {
      const other = await by.call('DELETE', `/api/sessions/${sidOf(two)}`);
      expect([other.statusCode, strip(other)]).toEqual([404, strip(missing)]);
    }
    expect(outcomeOf(await me(two))).toEqual([200]);
  });

  it('end all at once, this one too, and no one else’s', async () => {
    const first = await newcomer(t, 'viewer');
    const second = await signInAs(t, first);
    const other = await newcomer(t, 'viewer');
    expect((await second.call('DELETE', '/api/sessions')).json()).toEqual({ ok: true });
    for (const who of [first, second]) expect(outcomeOf(await me(who))).toEqual(ENDED);
    expect(outcomeOf(await me(other))).toEqual([200]);
  });

  it('are told also while acting in another tenant', async () => {
    const there = await t.addTenant('sessions-there');
    const who = await newcomer(t, 'staff_admin');
    const answer = await who.call('GET', '/api/sessions', { tenant: there });
    expect(answer.json()).toMatchObject({ items: [{ id: sidOf(who), is_current: true }] });
    const ended = await who.call('POST', '/api/auth/logout', { tenant: there });
    expect(ended.json()).toEqual({ ok: true });
    expect(outcomeOf(await me(who))).toEqual(ENDED);
  });

  it('drop off the list when their 30 days are over', async () => {
    const first = await newcomer(t, 'viewer');
    clock.jump(30 * DAY_MS);
    const second = await signInAs(t, first);
    expect((await list(second)).map(one => one.id)).toEqual([sidOf(second)]);
  });
});

describe('one’s own profile', () => {
  it('changes by version, and nothing of it that others decide', async () => {
    const who = await newcomer(t, 'viewer');
    const patch = (payload: object, version?: number) =>
      who.call('PATCH', '/api/auth/me', { payload, ...(version && { version }) });
    const prefs = { theme: 'dark', density: 'compact', shortcuts: false };
    expect(outcomeOf(await patch({ locale: 'zh' }))).toEqual([428, 'VERSION_REQUIRED']);
    const changed = await patch({ locale: 'zh', tz: 'Asia/Shanghai', first_name: ' Mei ', prefs }, 1);
    expect(changed.json()).toMatchObject({ locale: 'zh', first_name: 'Mei', prefs, version: 2 });
    expect(outcomeOf(await patch({ locale: 'en' }, 1))).toEqual([412, 'VERSION_CONFLICT']);
    for (const field of ['role', 'status', 'tenant_id', 'email', 'is_signatory', 'id', 'password_hash'])
      expect(outcomeOf(await patch({ [field]: 'owner' }, 2))).toEqual([400, 'VALIDATION']);
    expect(outcomeOf(await patch({ tz: 'Mars/Olympus' }, 2))).toEqual([400, 'VALIDATION']);
  });

  it('AUTH-39 takes currentPassword and newPassword, and refuses a wrong current one', async () => {
    const who = await newcomer(t, 'manager');
    const change = (payload: object) => who.call('POST', '/api/auth/change-password', { payload });
    const fresh = { newPassword: 'Another-pass-2' };
    expect(outcomeOf(await change(fresh))).toEqual([400, 'VALIDATION']);
    expect(outcomeOf(await change({ currentPassword: 'Wrong-1-password', ...fresh }))).toEqual([
      400,
      'WRONG_PASSWORD',
    ]);
    const weak = await change({ currentPassword: TEST_PASSWORD, newPassword: 'weak' });
    expect(weak.json()).toMatchObject({ details: { newPassword: expect.any(Array) as string[] } });
    expect(outcomeOf(await change({ currentPassword: TEST_PASSWORD, ...fresh }))).toEqual([200]);
    expect(outcomeOf(await openBrowser(t).signIn(who.email, 'Another-pass-2'))).toEqual([200]);
  });

  it('with a one-time password opens nothing but the way to one’s own', async () => {
    const who = await signInAs(t, await addPerson(t, 'owner', { must_change_password: true }));
    for (const url of ['/api/sessions', '/api/users', '/api/tenants'])
      expect(outcomeOf(await who.call('GET', url))).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
    const reauth = await who.call('POST', '/api/auth/reauth', { payload: { password: TEST_PASSWORD } });
    expect(outcomeOf(reauth)).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
    expect(outcomeOf(await me(who))).toEqual([200]);
    const payload = { currentPassword: TEST_PASSWORD, newPassword: 'Another-pass-2' };
    expect(outcomeOf(await who.call('POST', '/api/auth/change-password', { payload }))).toEqual([200]);
    expect(outcomeOf(await who.call('GET', '/api/users'))).toEqual([200]);
  });
});
