/** Sign-outs the server has not confirmed: each is a ticket in the outbox that can only end its own session. */
import { revoke } from '../contract/identity/auth.ts';
import { sha256Hex } from '../contract/wire/bytes.ts';
import type { Outbox } from '../queue/outbox.ts';
import { randomUuid } from '../random.ts';

/**
 * Keeps the ticket before anything else, and sends it unless the server confirms the sign-out itself. The token is
 * already deleted; the ticket is its hash, which names the session and grants no access.
 */
export async function recordSignOut(
  outbox: Outbox,
  refreshToken: string,
  isConfirmed: Promise<boolean>,
): Promise<void> {
  const id = randomUuid();
  const seq = await outbox.add({
    id,
    method: 'POST',
    url: revoke.path,
    data: { ticket: await sha256Hex(refreshToken) },
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    priority: 1,
    // No ticket waits for another: each ends a session of its own.
    metadata: { type: 'auth.revoke', description: 'Sign out', group: `sign-out ${id}` },
  });
  if (await isConfirmed) await outbox.withdraw(seq);
  else await outbox.run();
}
