import { and, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { userCreate } from '../../../../shared/contract/identity/user.ts';
import { isAbove, isStaff, type Role } from '../../../../shared/contract/wire/roles.ts';
import { tenants, users } from '../../../db/schema.ts';
import { isReserved, NO_ADDRESS } from '../../../identity/users/reservedAddresses.ts';
import { isNotLast } from '../../../identity/users/roleGuards.ts';
import type { Importer } from './importer.ts';

const BELOW = { field: 'role', text: 'Only somebody above this role may do that.' };
const RESERVED = { field: 'email', text: NO_ADDRESS };
const ELSEWHERE = {
  field: 'role',
  text: 'Staff roles belong to the platform, all others to its customers.',
};
/** They come without a password and set one by the link of the sign-in page; nobody is written to. */
export const userImporter: Importer = {
  kind: 'users',
  table: users,
  schema: userCreate satisfies z.ZodMiniType,
  keys: { email: users.email },
  async prepare({ tx, tenant_id }, lines) {
    const [tenant] = await tx.select({ kind: tenants.kind }).from(tenants).where(eq(tenants.id, tenant_id));
    for (const line of lines) {
      const { id: _id, ...columns } = line.values;
      line.columns = columns;
      if (isReserved(line.values['email'] as string)) line.problems.push(RESERVED);
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
