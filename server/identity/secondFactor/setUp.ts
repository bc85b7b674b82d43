/** A user's own second factor: made, switched on by a first code, switched off. */
import { and, eq } from 'drizzle-orm';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type * as contract from '../../../shared/contract/identity/secondFactor.ts';
import { requireFound } from '../../db/rows.ts';
import { tenants, users } from '../../db/schema.ts';
import type { SecondFactor } from '../../db/tables/identity.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { mailSecondFactor } from '../entrances/accountMail.ts';
import { lockOwnAccount } from '../session/ownAccount.ts';
import type { UserRow } from '../users/users.ts';
import { hasSecondFactor, lockOwnRow, wrongCode } from './factor.ts';
import { newRecoveryCodes, recoveryHash } from './recoveryCodes.ts';
import { base32, matchingStep, newTotpSecret, totpUri } from './totp.ts';

/** No code has been accepted yet. */
const NO_STEP = -1;

function noted(ctx: TransactionContext, row: UserRow): UserRow {
  ctx.auditNote.target_id = row.id;
  ctx.auditNote.target_name = row.email;
  ctx.auditNote.after = {};
  return row;
}

const set = ({ tx, tenant_id }: TransactionContext, id: string, second_factor: SecondFactor | null) =>
  tx
    .update(users)
    .set({ second_factor, sign_in_ticket: null })
    .where(and(eq(users.tenant_id, tenant_id), eq(users.id, id)));

export async function readFactor(
  { tx, tenant_id }: TransactionContext,
  id: string,
): Promise<Answer<typeof contract.readSecondFactor>> {
  const [row] = await tx
    .select({ user: users, roles: tenants.require_second_factor_roles })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenant_id))
    .where(and(eq(users.tenant_id, tenant_id), eq(users.id, id)));
  const { user, roles } = requireFound(row, 'user');
  const is_on = hasSecondFactor(user);
  return {
    is_on,
    recovery_codes_left: is_on ? (user.second_factor?.recovery.length ?? 0) : 0,
    is_required: !user.demo && roles.includes(user.role),
  };
}

/** Replaces a secret that was made and not confirmed. */
export async function beginSetUp(ctx: TransactionContext, principal: UserPrincipal) {
  const row = noted(ctx, await lockOwnAccount(ctx, principal));
  if (row.demo) throw new AppError('STATE', 'Users of the demo have no second factor.', { status: 'demo' });
  if (hasSecondFactor(row))
    throw new AppError('STATE', 'There is a second factor already; switch it off first.', { status: 'on' });
  const secret = newTotpSecret();
  const wrapped = ctx.server.secret.wrap(secret);
  await set(ctx, row.id, { is_on: false, secret: wrapped, step: NO_STEP, recovery: [] });
  return { secret: base32(secret), uri: totpUri(secret, row.email) };
}

/** The recovery codes are in this answer and nowhere else. */
export async function confirmSetUp(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { code, origin }: { code: string; origin: string },
) {
  const row = noted(ctx, await lockOwnAccount(ctx, principal));
  const factor = row.second_factor;
  if (!factor || factor.is_on)
    throw new AppError('STATE', 'There is no second factor that waits for its first code.', {
      status: factor ? 'on' : 'off',
    });
  const digits = code.replace(/\s/g, '');
  const secret = ctx.server.secret.unwrap(factor.secret);
  const step = matchingStep(secret, digits, { now: ctx.now, spent: factor.step });
  if (step === null) throw wrongCode();
  const recovery_codes = newRecoveryCodes();
  const recovery = recovery_codes.map(one => recoveryHash(secret, one));
  await set(ctx, row.id, { ...factor, is_on: true, step, recovery });
  await mailSecondFactor(ctx, row, { is: 'on', origin });
  return { recovery_codes };
}

/** For whoever has none it does nothing, and sends nothing. */
export async function switchOff(ctx: TransactionContext, id: string, origin: string): Promise<void> {
  const row = noted(ctx, requireFound(await lockOwnRow(ctx, id), 'user'));
  await set(ctx, id, null);
  if (hasSecondFactor(row)) await mailSecondFactor(ctx, row, { is: 'off', origin });
}
