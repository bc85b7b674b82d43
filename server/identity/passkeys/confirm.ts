/** A fresh answer of one's own passkey in place of the password, and of the code where there is a second factor. */
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Assertion } from '../../../shared/contract/identity/account/assertion.ts';
import type { Server } from '../../context/server.ts';
import { passkeys } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionOpener } from '../../http/route.ts';
import { inTenant } from '../../transaction/context.ts';
import { makeChallenge, type Holder } from './challenges.ts';
import { spendUse } from './spendUse.ts';
import { rpIdOf, verifyAssertion, wrongPasskey } from './verify.ts';

const holderOf = ({ session_id }: UserPrincipal): Holder => ({ use: 'confirm', id: session_id });

const ownPasskeys = (server: Server, { home_tenant_id, user_id }: UserPrincipal) =>
  server.tenantTransactions.inTenant(home_tenant_id, tx =>
    tx.select().from(passkeys).where(eq(passkeys.user_id, user_id)),
  );

export async function beginConfirmation(
  server: Server,
  inTenantOf: TransactionOpener['inTenant'],
  { principal, request }: { principal: UserPrincipal; request: FastifyRequest },
) {
  await inTenantOf(ctx => {
    ctx.auditNote.target_id = principal.user_id;
    ctx.auditNote.after = {};
    return Promise.resolve();
  });
  const rows = await ownPasskeys(server, principal);
  return {
    challenge: await makeChallenge(server, holderOf(principal)),
    rp_id: rpIdOf(server, request),
    credentials: rows.map(row => row.credential_id),
  };
}

/** Throws WRONG_PASSKEY. */
export async function requirePasskey(
  server: Server,
  principal: UserPrincipal,
  { passkey, request }: { passkey: Assertion; request: FastifyRequest },
): Promise<void> {
  const rows = await ownPasskeys(server, principal);
  const row = rows.find(({ credential_id }) => credential_id === passkey.id);
  const public_key = row?.public_key ?? null;
  const presented = { passkey, holder: holderOf(principal), public_key, request };
  const counter = await verifyAssertion(server, presented);
  const { home_tenant_id: tenant_id, user_id } = principal;
  const isSpent =
    row !== undefined &&
    (await inTenant(server, { tenant_id, user_id }, ctx =>
      spendUse(ctx, { passkey_id: row.id, counter, user: { ...principal, id: user_id }, request }),
    ));
  if (!isSpent) throw wrongPasskey();
}
