import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { userCreate } from '../../../../shared/contract/identity/user.ts';
import { isAbove, isStaff, type Role } from '../../../../shared/contract/wire/roles.ts';
import { tenants, users } from '../../../db/schema.ts';
import { withLookUp } from '../../../db/tenantTransactions.ts';
import { isReserved, NO_ADDRESS } from '../../../identity/users/reservedAddresses.ts';
import { isNotLast } from '../../../identity/users/roleGuards.ts';
import { ACCOUNT_EXISTS } from '../../../identity/users/users.ts';
import type { TransactionContext } from '../../../transaction/context.ts';
import type { Importer } from './importer.ts';

const BELOW = { field: 'role', text: 'Only somebody above this role may do that.' };
const RESERVED = { field: 'email', text: NO_ADDRESS };
const ELSEWHERE = {
  field: 'role',
  text: 'Staff roles belong to the platform, all others to its customers.',
};
const EXISTS = { field: 'email', text: ACCOUNT_EXISTS };

/** An address is one account's, whichever tenant that is of. */
async function addressesElsewhere({ tx, tenant_id }: TransactionContext, emails: string[]) {
  if (emails.length === 0) return new Set<string>();
  const isTaken = and(
    ...[inArray(users.email, emails), isNull(users.deleted_at), ne(users.tenant_id, tenant_id)],
  );
  const rows = await withLookUp(tx, 'sign_in', () =>
    tx.select({ email: users.email }).from(users).where(isTaken),
  );
  return new Set(rows.map(({ email }) => email));
}

/** They come without a password and set one by the link of the sign-in page; nobody is written to. */
export const userImporter: Importer = {
  kind: 'users',
  table: users,
  schema: userCreate satisfies z.ZodMiniType,
  keys: { email: users.email },
  there: ACCOUNT_EXISTS,
  async prepare(ctx, lines) {
    const { tx, tenant_id } = ctx;
    const [tenant] = await tx.select({ kind: tenants.kind }).from(tenants).where(eq(tenants.id, tenant_id));
    const elsewhere = await addressesElsewhere(
      ctx,
      lines.map(({ values }) => String(values['email'])),
    );
    for (const line of lines) {
      const { id: _id, ...columns } = line.values;
      line.columns = columns;
      const email = line.values['email'] as string;
      if (isReserved(email)) line.problems.push(RESERVED);
      if (elsewhere.has(email)) line.problems.push(EXISTS);
      if (isStaff(line.values['role'] as Role) !== (tenant?.kind === 'platform'))
        line.problems.push(ELSEWHERE);
    }
  },
  defaults: () => ({ status: 'active' }),
  /** Who has an account keeps his role: changing it is a decision of its own. */
  stays: ['email', 'role'],
  mayMake: ({ values }, actor) => {
    const role = values['role'] as Role;
    return isAbove(actor.role, role) ? null : BELOW;
  },
  mayChange: ({ role }, actor) => (isAbove(actor.role, role as Role) ? null : BELOW),
  limit: 'users',
  /** As where one is removed by hand. */
  async mayUndo(ctx, id, actor) {
    const [row] = await ctx.tx
      .select()
      .from(users)
      .where(and(eq(users.tenant_id, ctx.tenant_id), eq(users.id, id)))
      .for('update');
    if (!row || row.id === actor.id) return false;
    return isAbove(actor.role, row.role) && isNotLast(ctx, row);
  },
  /** Whoever has come in since has begun to work. */
  mayRemove: () => sql`${users.password_hash} is null and ${users.last_login_at} is null`,
  /** Nobody has come in by it: the address is free again. */
  removed: () => null,
  audited: 'user',
};
