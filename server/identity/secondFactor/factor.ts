/** The second factor of a user: whether there is one, whether his role requires one, and codes that are spent. */
import { and, eq } from 'drizzle-orm';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import type { Server } from '../../context/server.ts';
import { users } from '../../db/schema.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import type { UserRow } from '../users/users.ts';
import { recoveryHash } from './recoveryCodes.ts';
import { matchingStep } from './totp.ts';

type WithFactor = Pick<UserRow, 'second_factor'>;

/** One that waits for its first code does not count. */
export const hasSecondFactor = ({ second_factor }: WithFactor) => second_factor?.is_on === true;

/** People of the demo have no passwords, so that a second factor would be their only one. */
export const isFactorDue = (
  user: WithFactor & Pick<UserRow, 'role' | 'demo'>,
  requiredOf: readonly Role[],
): boolean => !user.demo && !hasSecondFactor(user) && requiredOf.includes(user.role);

export const wrongCode = () =>
  new AppError('WRONG_CODE', 'This code is wrong or was used before.', {
    code: ['This code is wrong or was used before.'],
  });

/** Counts tries per account, wherever they come from: whoever tries codes knows the password already. */
export async function countTry<T>(server: Server, user_id: string, act: () => Promise<T>): Promise<T> {
  await server.limits.take('second_factor', [user_id]);
  const done = await act();
  await server.limits.clear('second_factor', user_id);
  return done;
}

/** Within the user's own tenant; a code or recovery code that is accepted here is accepted nowhere again. */
export async function spendCode(
  { tx, tenant_id, now, server }: TransactionContext,
  { id, second_factor: factor }: Pick<UserRow, 'id' | 'second_factor'>,
  entered: string,
): Promise<void> {
  if (!factor?.is_on) throw wrongCode();
  const code = entered.replace(/\s/g, '');
  const secret = server.secret.unwrap(factor.secret);
  const step = matchingStep(secret, code, { now, spent: factor.step });
  const hash = recoveryHash(secret, code);
  const recovery = factor.recovery.filter(one => one !== hash);
  if (step === null && recovery.length === factor.recovery.length) throw wrongCode();
  await tx
    .update(users)
    .set({ second_factor: { ...factor, step: step ?? factor.step, recovery } })
    .where(and(eq(users.tenant_id, tenant_id), eq(users.id, id)));
}

export async function lockOwnRow({ tx, tenant_id }: TransactionContext, id: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.tenant_id, tenant_id), eq(users.id, id)))
    .for('update');
  return row ?? null;
}

/** Beside the password, wherever it is asked for again. Throws SECOND_FACTOR_REQUIRED, WRONG_CODE or RATE_LIMITED. */
export async function requireCode(
  server: Server,
  { id, tenant_id }: Pick<UserRow, 'id' | 'tenant_id'>,
  code: string | undefined,
): Promise<void> {
  if (code === undefined)
    throw new AppError('SECOND_FACTOR_REQUIRED', 'Enter a code of your authenticator app, too.');
  await countTry(server, id, () =>
    inTenant(server, { tenant_id, user_id: id }, async ctx => {
      const row = await lockOwnRow(ctx, id);
      if (!row) throw wrongCode();
      await spendCode(ctx, row, code);
    }),
  );
}
