/** People with a passkey. */
import { openBrowser, type Browser, type SignedIn } from '../../../support/server/people.ts';
import type { TestServer } from '../../../support/server/server.ts';
import { softwareKey, type SoftwareKey } from './softwareKey.ts';

export const PASSKEYS = '/api/auth/passkeys';
interface Challenge {
  challenge: string;
}

/** Added in the profile. */
export async function withPasskey(
  who: SignedIn,
  faults: Parameters<SoftwareKey['make']>[1] = {},
  key = softwareKey(who.id),
) {
  const begun = await who.call('POST', `${PASSKEYS}/begin`);
  const { challenge } = begun.json<Challenge>();
  const added = await who.call('POST', PASSKEYS, {
    payload: { name: 'Telephone', ...key.make(challenge, faults) },
  });
  return { key, added, passkey: added.json<{ id: string }>() };
}

export const challengeFor = async (browser: Browser) =>
  (await browser.post(`${PASSKEYS}/begin-sign-in`, {})).json<Challenge>().challenge;

export type Faults = Parameters<SoftwareKey['answer']>[1];
export async function signInBy(
  t: TestServer,
  key: SoftwareKey,
  faults: Faults = {},
  browser: Browser = openBrowser(t),
) {
  const passkey = key.answer(await challengeFor(browser), faults);
  return browser.post(`${PASSKEYS}/sign-in`, { passkey });
}

/** What stands for the password in a call that asks for it again. */
export async function confirmation(who: SignedIn, key: SoftwareKey, faults: Faults = {}) {
  const begun = await who.call('POST', `${PASSKEYS}/begin-confirmation`);
  return { passkey: key.answer(begun.json<Challenge>().challenge, faults) };
}
