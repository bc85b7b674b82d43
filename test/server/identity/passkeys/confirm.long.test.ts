import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../../server/db/schema.ts';
import {
  addPerson,
  freshEmail,
  newcomer,
  openBrowser,
  outcomeOf,
  refreshed,
  signInAs,
  type SignedIn,
} from '../../../support/server/people.ts';
import { TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';
import { withSecondFactor } from '../secondFactor/authenticator.ts';
import { confirmation, PASSKEYS, signInBy, withPasskey } from './people.ts';
import { clock, MINUTE_MS, startPasskeyServer, WRONG } from './server.ts';
import { softwareKey } from './softwareKey.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startPasskeyServer();
});
afterAll(() => t.close());

const NEW_PASSWORD = 'Newly-chosen-2';
const reauth = async (who: SignedIn, payload: object) =>
  outcomeOf(await who.call('POST', '/api/auth/reauth', { payload }));
const person = async (extra = {}) => {
  const who = await signInAs(t, await addPerson(t, 'owner', extra));
  return { ...who, ...(await withPasskey(who)) };
};

describe('a passkey in place of the password', () => {
  it('opens another tenant again after half an hour', async () => {
    const there = await t.addTenant('visited');
    const first = await person();
    clock.jump(31 * MINUTE_MS);
    const who = await refreshed(t, first);
    const read = async () => outcomeOf(await who.call('GET', '/api/users', { tenant: there }));
    expect(await read()).toEqual([403, 'REAUTH_REQUIRED']);
    expect(await reauth(who, await confirmation(who, first.key))).toEqual([200]);
    expect(await read()).toEqual([200]);
  });

  it('changes the password and the address, and switches the second factor off without a code', async () => {
    const who = await person();
    await withSecondFactor(t, who);
    const call = async (path: string, payload: object = {}) =>
      outcomeOf(
        await who.call('POST', `/api/auth/${path}`, {
          payload: { ...payload, ...(await confirmation(who, who.key)) },
        }),
      );
    expect(await call('change-email', { email: freshEmail('moved') })).toEqual([200]);
    expect(await call('remove-second-factor')).toEqual([200]);
    expect(await call('change-password', { newPassword: NEW_PASSWORD })).toEqual([200]);
    expect(outcomeOf(await openBrowser(t).signIn(who.email, NEW_PASSWORD))).toEqual([200]);
    expect(outcomeOf(await signInBy(t, who.key))).toEqual([200]);
  });

  it('gives a first password to somebody who has none', async () => {
    const who = await person();
    await t.db.update(users).set({ password_hash: null }).where(eq(users.id, who.id));
    const payload = { newPassword: NEW_PASSWORD, ...(await confirmation(who, who.key)) };
    expect(outcomeOf(await who.call('POST', '/api/auth/change-password', { payload }))).toEqual([200]);
    expect(outcomeOf(await openBrowser(t).signIn(who.email, NEW_PASSWORD))).toEqual([200]);
  });

  it('is good once, in its own session, and only for its own user', async () => {
    const who = await person();
    const proof = await confirmation(who, who.key);
    const elsewhere = await signInAs(t, who);
    expect(await reauth(elsewhere, proof)).toEqual(WRONG);
    expect(await reauth(who, proof)).toEqual([200]);
    expect(await reauth(who, proof)).toEqual(WRONG);
    const other = await person();
    const begun = await who.call('POST', `${PASSKEYS}/begin-confirmation`);
    const { challenge } = begun.json<{ challenge: string }>();
    expect(await reauth(other, { passkey: other.key.answer(challenge) })).toEqual(WRONG);
    expect(await reauth(who, await confirmation(who, other.key))).toEqual(WRONG);
    expect(await reauth(who, await confirmation(who, softwareKey(who.id)))).toEqual(WRONG);
  });

  it('is refused without the person verified, with fewer uses than before, and once it is removed', async () => {
    const who = await person();
    expect(await reauth(who, await confirmation(who, who.key, { unverified: true }))).toEqual(WRONG);
    expect(await reauth(who, await confirmation(who, who.key, { counter: 9 }))).toEqual([200]);
    expect(await reauth(who, await confirmation(who, who.key, { counter: 9 }))).toEqual(WRONG);
    await who.call('DELETE', `${PASSKEYS}/${who.passkey.id}`);
    expect(await reauth(who, await confirmation(who, who.key, { counter: 10 }))).toEqual(WRONG);
  });

  it('is needed where there is no password: with neither, the password is asked for', async () => {
    const who = await person();
    const answer = await who.call('POST', '/api/auth/reauth', { payload: {} });
    expect(outcomeOf(answer)).toEqual([400, 'VALIDATION']);
    expect(answer.json()).toMatchObject({ details: { password: ['Password is required'] } });
    expect(await reauth(who, { password: TEST_PASSWORD })).toEqual([200]);
  });

  it('opens the set-up of a second factor to whoever must have one', async () => {
    const home = await t.addTenant('strict');
    const made = await person({ tenant_id: home });
    const staff = await newcomer(t, 'staff_admin');
    const settings = await staff.call('GET', '/api/settings/security', { tenant: home });
    await staff.call('PATCH', '/api/settings/security', {
      ...{ tenant: home, version: settings.json<{ version: number }>().version },
      payload: { require_second_factor_roles: ['owner'] },
    });
    clock.jump(31 * MINUTE_MS);
    const who = await refreshed(t, made);
    expect(outcomeOf(await who.call('GET', '/api/devices'))).toEqual([403, 'SECOND_FACTOR_DUE']);
    expect((await who.call('GET', PASSKEYS)).json()).toMatchObject({ items: [{ name: 'Telephone' }] });
    expect(await reauth(who, await confirmation(who, made.key))).toEqual([200]);
    expect(outcomeOf(await who.call('POST', '/api/auth/begin-second-factor'))).toEqual([200]);
  });
});
