/** Passkeys, as far as pages know of them before one is used: what speaks to the authenticator is fetched then. */
import type { Assertion } from '../../../shared/contract/identity/account/assertion.ts';
import type { Client } from '../../../shared/net/client.ts';
import type { Session } from '../../app/session/session.ts';

/** They belong to the name of a site: a page that is opened by an IP address can have none. */
export const hasPasskeys = () => 'PublicKeyCredential' in window && /[a-z]/.test(location.hostname);

/** The person has closed the browser's question, or did not answer it; browsers do not say which. */
export const isCancelled = (error: unknown) =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

const authenticator = () => import('./authenticator.ts');

/** Does nothing where the person has changed his mind. */
export async function enterByPasskey(session: Session): Promise<void> {
  try {
    await session.enter(await (await authenticator()).signIn(session.client));
  } catch (error) {
    if (!isCancelled(error)) throw error;
  }
}

/** What a call takes in place of the password. */
export const passkeyProof = async (client: Client): Promise<{ passkey: Assertion }> => ({
  passkey: await (await authenticator()).confirm(client),
});
