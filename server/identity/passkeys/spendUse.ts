/** The use of a passkey whose signature was right. */
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { dateOf } from '../../../shared/clock.ts';
import { passkeys } from '../../db/schema.ts';
import { auditPrincipalOf } from '../../http/auditPrincipal.ts';
import { appendAuditEntry } from '../../transaction/audit.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { UserRow } from '../users/users.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

/**
 * Within the tenant of its owner. False where it was removed meanwhile, and where the authenticator has counted fewer
 * uses than before: then there are two with the same key, which stands in the audit log.
 */
export async function spendUse(
  ctx: TransactionContext,
  { passkey_id, counter, user, request }: UseOfPasskey,
): Promise<boolean> {
  const { tx, tenant_id, now } = ctx;
  const isIt = and(eq(passkeys.tenant_id, tenant_id), eq(passkeys.id, passkey_id));
  const [row] = await tx.select().from(passkeys).where(isIt).for('update');
  if (!row) return false;
  const isCopied = (counter > 0 || row.counter > 0) && counter <= row.counter;
  if (isCopied)
    await appendAuditEntry(ctx, auditPrincipalOf(user, request), {
      ...{ action: 'auth.passkeys.copied', target_type: 'users', target_id: user.id, target_name: row.name },
      diff: { counter: { before: row.counter, after: counter } },
    });
  else
    await tx
      .update(passkeys)
      .set({ counter, last_used_at: dateOf(now) })
      .where(isIt);
  return !isCopied;
}
interface UseOfPasskey {
  passkey_id: string;
  counter: number;
  user: Pick<UserRow, 'id' | 'role' | 'email'>;
  request: FastifyRequest;
}
