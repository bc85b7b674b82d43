/** Whether an answer to a challenge is of a passkey, of this site and of a person who was verified by his authenticator. */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { FastifyRequest } from 'fastify';
import type { Assertion } from '../../../shared/contract/identity/account/assertion.ts';
import type { addPasskey } from '../../../shared/contract/identity/account/passkeys.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Server } from '../../context/server.ts';
import { linkOrigin } from '../passwords/linkOrigin.ts';
import { spendChallenge, type Holder } from './challenges.ts';

/** The same for a passkey that is unknown, removed, of somebody else or wrong, and for a challenge that is spent or too old. */
export const wrongPasskey = () => new AppError('WRONG_PASSKEY', 'This passkey was not accepted.');

/** Passkeys are of the host that links in e-mails lead to: never of one that the request names. */
export const rpIdOf = ({ config }: Server, request: FastifyRequest) =>
  new URL(linkOrigin(config, request)).hostname;

const expectedOf = (server: Server, holder: Holder, request: FastifyRequest) => ({
  expectedChallenge: (challenge: string) => spendChallenge(server, holder, challenge),
  expectedOrigin: linkOrigin(server.config, request),
  expectedRPID: rpIdOf(server, request),
  requireUserVerification: true,
});

/** A key that nobody has: what is checked with it costs as much as with one that is known. */
const NOBODYS_KEY =
  'pQECAyYgASFYIHocIJDS67e4t5FLmXlff0m9-aFeDpdL4B4Zu3nlizkCIlggYG17Lob6eFo2fOYjqPDiVetCyFWo2B79SBcnSDh4Z7A';

export interface Presented {
  passkey: Assertion;
  holder: Holder;
  /** Of the passkey that is named; null where it is unknown. */
  public_key: string | null;
  request: FastifyRequest;
}
/** The count of its uses that the authenticator names; throws WRONG_PASSKEY. */
export async function verifyAssertion(
  server: Server,
  { passkey, holder, public_key, request }: Presented,
): Promise<number> {
  const { id, client_data, authenticator_data, signature, user_handle } = passkey;
  const verified = await verifyAuthenticationResponse({
    ...expectedOf(server, holder, request),
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: {
        ...{ clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
        ...(user_handle ? { userHandle: user_handle } : {}),
      },
    },
    /** How often it was used is compared once the signature is known to be right, by `spendUse`. */
    credential: { id, publicKey: Buffer.from(public_key ?? NOBODYS_KEY, 'base64url'), counter: 0 },
  }).catch((error: unknown) => {
    request.log.info({ err: error }, 'a passkey was not accepted');
    return null;
  });
  if (verified?.verified !== true || public_key === null) throw wrongPasskey();
  return verified.authenticationInfo.newCounter;
}

/**
 * What may answer a browser that asks for no attestation: none, or one that the new key signs itself. Certificates are
 * refused unread: whoever verifies a chain fetches lists of revoked ones from wherever it says.
 */
function isOfItself(attestation: string): boolean {
  const made = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')));
  const fmt = made.get('fmt');
  return fmt === 'none' || (fmt === 'packed' && made.get('attStmt').get('x5c') === undefined);
}
async function verifyMade(options: Parameters<typeof verifyRegistrationResponse>[0]) {
  if (!isOfItself(options.response.response.attestationObject))
    throw new Error('The attestation of this passkey is of a format that was not asked for.');
  return verifyRegistrationResponse(options);
}

/** Throws WRONG_PASSKEY. */
export async function verifyAttestation(
  server: Server,
  body: Body<typeof addPasskey>,
  { holder, request }: Pick<Presented, 'holder' | 'request'>,
) {
  const { id, client_data, attestation } = body;
  const verified = await verifyMade({
    ...expectedOf(server, holder, request),
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON: client_data, attestationObject: attestation },
    },
  }).catch((error: unknown) => {
    request.log.info({ err: error }, 'a passkey was not added');
    return null;
  });
  if (verified?.verified !== true) throw wrongPasskey();
  const { credential } = verified.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  };
}
