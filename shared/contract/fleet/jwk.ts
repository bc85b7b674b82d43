/** A public key; the only supported type is ECDSA on P-256. */
import * as z from 'zod/mini';

const coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
export const publicJwk = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
});
export type PublicJwk = z.infer<typeof publicJwk>;
