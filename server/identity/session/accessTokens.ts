/** Access tokens: ES256 JWTs, valid for 15 minutes, that name only user and session. */
import { jwtVerify, SignJWT, errors } from 'jose';
import { dateOf, type Clock } from '../../../shared/clock.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { ServerKey } from '../keys/serverKeys.ts';

export const ACCESS_TOKEN_S = 15 * 60;
const ISSUER = 'wayside';
const AUDIENCE = 'wayside console';
const CLOCK_TOLERANCE_S = 5;

export function accessTokens(key: ServerKey, clock: Clock) {
  return {
    issue: (user_id: string, session_id: string): Promise<string> => {
      const now = Math.floor(clock.now() / 1000);
      return new SignJWT({ sid: session_id })
        .setProtectedHeader({ alg: 'ES256', kid: key.key_id, typ: 'at+jwt' })
        .setSubject(user_id)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_TOKEN_S)
        .sign(key.privateKey);
    },
    /** Throws TOKEN_EXPIRED for an expired token, AUTH_REQUIRED for any other invalid one. */
    async read(token: string): Promise<{ user_id: string; session_id: string }> {
      try {
        const { payload } = await jwtVerify(token, key.publicKey, {
          algorithms: ['ES256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: 'at+jwt',
          requiredClaims: ['sub', 'sid', 'exp'],
          clockTolerance: CLOCK_TOLERANCE_S,
          currentDate: dateOf(clock.now()),
        });
        return { user_id: String(payload.sub), session_id: String(payload['sid']) };
      } catch (cause) {
        if (cause instanceof errors.JWTExpired)
          throw new AppError('TOKEN_EXPIRED', 'The access token has expired.', {}, { cause });
        throw new AppError('AUTH_REQUIRED', 'Authentication required', {}, { cause });
      }
    },
  };
}
export type AccessTokens = ReturnType<typeof accessTokens>;
