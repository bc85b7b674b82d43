/** Four eyes: who wrote of a row since it was approved last, and whether anybody is left to decide about it. */
import { and, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import type { Role } from '../../shared/contract/wire/roles.ts';
import { users } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';

interface Edited {
  edited_by: readonly string[];
}
/** And whoever writes now; a row that is being made has nobody yet. */
export const withEditor = (
  { user_id }: { user_id: string | null },
  { edited_by }: Edited = { edited_by: [] },
): string[] => [...new Set([...edited_by, ...(user_id === null ? [] : [user_id])])];

/** Those of a tenant who may decide by their role. */
export const isDecider = (tenant_id: string, roles: readonly Role[]) =>
  and(
    ...[eq(users.tenant_id, tenant_id), inArray(users.role, [...roles])],
    ...[eq(users.status, 'active'), isNull(users.deleted_at)],
  );

interface FourEyes {
  roles: readonly Role[];
  /** Who wrote of it or submitted it: none of them is the second pair of eyes. */
  authors: readonly (string | null)[];
}
/** Somebody of the tenant may decide about this who is neither one of its authors nor whoever acts. */
export async function canAnotherDecide(
  { tx, tenant_id, user_id }: TransactionContext,
  { roles, authors }: FourEyes,
): Promise<boolean> {
  const involved = [...authors, user_id].filter(id => id !== null);
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isDecider(tenant_id, roles),
        involved.length === 0 ? undefined : notInArray(users.id, [...new Set(involved)]),
      ),
    )
    .limit(1);
  return other !== undefined;
}

/** Whose authors whoever acts is among, while somebody else of the tenant may decide: asked of many rows at once. */
export async function leftToAnother<R extends Edited>(
  { tx, tenant_id, user_id }: TransactionContext,
  roles: readonly Role[],
  rows: readonly R[],
): Promise<ReadonlySet<R>> {
  const own = rows.filter(({ edited_by }) => user_id !== null && edited_by.includes(user_id));
  if (own.length === 0) return new Set();
  const deciders = await tx.select({ id: users.id }).from(users).where(isDecider(tenant_id, roles));
  return new Set(own.filter(({ edited_by }) => deciders.some(({ id }) => !edited_by.includes(id))));
}
