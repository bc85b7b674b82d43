/** The server's word that a key of a screen is out of service for good. A screen forgets itself on nothing less. */
import * as z from 'zod/mini';
import { id, instant } from '../wire/wire.ts';

/** Signed like a head: `sig` is ES256 over the canonical bytes of everything else. In `details` of DEVICE_REVOKED. */
export const tombstone = z.object({
  kind: z.literal('tombstone'),
  device_id: id,
  /** The screen's key that ended. */
  key_id: z.string(),
  issued_at: instant,
  /** Thumbprint of the server's key that signs. */
  signed_by: z.string(),
  sig: z.string(),
});
export type Tombstone = z.infer<typeof tombstone>;
