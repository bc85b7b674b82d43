/** Whether the server this screen was paired with has taken its key out of service. */
import * as z from 'zod/mini';
import { tombstone } from '../../shared/contract/fleet/tombstone.ts';
import type { Identity } from '../../shared/device/storage.ts';
import { signerOf } from '../library/manifest.ts';

export async function isTombstone(sent: unknown, identity: Identity): Promise<boolean> {
  const { success, data } = z.safeParse(tombstone, sent);
  if (!success || data.device_id !== identity.device_id || data.key_id !== identity.key_id) return false;
  return (await signerOf(data, data.signed_by, identity)) !== null;
}
