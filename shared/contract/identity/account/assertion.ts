/** What the authenticator of a passkey answers. */
import * as z from 'zod/mini';

/** Characters of base64url; a credential id has at most 1,023 bytes. */
export const bytes = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max));
export const credentialId = bytes(1_364);
export const clientData = bytes(4_096);

/** What the browser's `navigator.credentials.get` answers to a challenge, its bytes in base64url. */
export const assertion = z.strictObject({
  id: credentialId,
  client_data: clientData,
  authenticator_data: bytes(4_096),
  signature: bytes(4_096),
  user_handle: z.optional(z.nullable(bytes(128))),
});
export type Assertion = z.infer<typeof assertion>;
