/** The browser's authenticators: answers to challenges, and new passkeys. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  signInByPasskey,
} from '../../../shared/contract/identity/account/passkeys.ts';
import type { Assertion } from '../../../shared/contract/identity/account/assertion.ts';
import type { Client } from '../../../shared/net/client.ts';

const BRAND = 'Wayside';
/** EdDSA, ES256 and RS256, the best first. */
const ALGORITHMS = [-8, -7, -257];
const userVerification = 'required';
const listed = (credentials: readonly string[]) =>
  credentials.map(id => ({ id, type: 'public-key' as const }));

interface Challenge {
  challenge: string;
  rp_id: string;
  /** Those that may answer; without them whichever the person chooses. */
  credentials?: readonly string[];
}
/** Passkeys are of one site: its host, or one below it. */
export const isOfSite = (host: string, rp_id: string) => host === rp_id || host.endsWith(`.${rp_id}`);

/** The browser would refuse with a SecurityError. */
async function requireSite(rp_id: string): Promise<void> {
  if (isOfSite(location.hostname, rp_id)) return;
  await (await import('./elsewhere.tsx')).explainElsewhere(rp_id);
  throw Object.assign(new Error(`Passkeys here are of ${rp_id}.`), { name: 'AbortError' });
}

async function answer({ challenge, rp_id, credentials = [] }: Challenge): Promise<Assertion> {
  await requireSite(rp_id);
  const allowCredentials = listed(credentials);
  const { id, response } = await startAuthentication({
    optionsJSON: { challenge, rpId: rp_id, userVerification, allowCredentials },
  });
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle === undefined ? {} : { user_handle: response.userHandle }),
  };
}

export async function signIn(client: Client) {
  const passkey = await answer(await client.call(beginPasskeySignIn, {}));
  return client.call(signInByPasskey, { body: { passkey } });
}

export const confirm = async (client: Client) => answer(await client.call(beginPasskeyConfirmation, {}));

export async function add(client: Client, name: string) {
  const begun = await client.call(beginPasskey, {});
  const { challenge, rp_id, user_handle, user_name, credentials } = begun;
  await requireSite(rp_id);
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: rp_id, name: BRAND },
      user: { id: user_handle, name: user_name, displayName: user_name },
      pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
      excludeCredentials: listed(credentials),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification },
      attestation: 'none',
    },
  });
  const { clientDataJSON: client_data, attestationObject: attestation } = response;
  return client.call(addPasskey, { body: { name, id, client_data, attestation } });
}
