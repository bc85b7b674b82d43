/** An account passes to whoever proves its address: nothing of the one who made it lets him in any more. */
import type { TransactionContext } from '../../transaction/context.ts';
import { removePasskeysOf } from '../passkeys/ownPasskeys.ts';
import { endResetLinks } from '../passwords/resetLinks.ts';
import { endSessions } from '../session/sessions.ts';
import type { UserRow } from '../users/users.ts';

/** Nobody has let him in yet, so that an invitation of the same address may: it is he, or the mailbox is not his. */
export const isWaiting = ({ status, deleted_at, demo }: UserRow): boolean =>
  status === 'pending_approval' && deleted_at === null && !demo;

/**
 * Whoever made an account with an address that he did not prove may be waiting for its owner: what he knows
 * (password, links, passkeys) and where he is signed in ends, and from here on the account is the owner's.
 */
export async function endUnproven(ctx: TransactionContext, user: UserRow): Promise<void> {
  await endSessions(ctx, user.id);
  await endResetLinks(ctx, user.id);
  await removePasskeysOf(ctx, user, null);
}
/** A second factor that was set up before, too: it would let in who waited, or keep the owner out. */
export const NOTHING_KNOWN = {
  ...{ password_hash: null, must_change_password: false, password_expires_at: null },
  ...{ second_factor: null, sign_in_ticket: null, email_change: null },
};
