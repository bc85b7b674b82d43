/** Who writes, and who answers. */
import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { rolesWith } from '../../../shared/contract/wire/access.ts';
import { users } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { Author } from './thread.ts';

/** Those who may answer a ticket. */
const DESK_ROLES = rolesWith('support', 'W');

export interface Person {
  id: string;
  name: string;
  email: string;
  locale: 'en' | 'zh';
}
const toPerson = (user: typeof users.$inferSelect): Person => ({
  id: user.id,
  name: [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email,
  email: user.email,
  locale: user.locale,
});

const deskOf = ({ tenant_id }: TransactionContext): SQL | undefined =>
  and(
    eq(users.tenant_id, tenant_id),
    inArray(users.role, DESK_ROLES),
    eq(users.status, 'active'),
    isNull(users.deleted_at),
  );

/** People of the tenant who may answer tickets there. */
export async function deskPeople(ctx: TransactionContext): Promise<Person[]> {
  const rows = await ctx.tx
    .select()
    .from(users)
    .where(deskOf(ctx))
    .orderBy(asc(users.first_name), asc(users.email));
  return rows.map(toPerson);
}

export async function findDeskPerson(ctx: TransactionContext, id: string): Promise<Person | null> {
  const [row] = await ctx.tx
    .select()
    .from(users)
    .where(and(deskOf(ctx), eq(users.id, id)));
  return row ? toPerson(row) : null;
}

/** Whoever calls; of another tenant his row cannot be read, and he is called by his address. */
export async function callerOf({ tx }: TransactionContext, principal: UserPrincipal): Promise<Person> {
  const [row] = await tx.select().from(users).where(eq(users.id, principal.user_id));
  if (row) return toPerson(row);
  return { id: principal.user_id, name: principal.email, email: principal.email, locale: 'en' };
}

export const authorOf = ({ id, name }: Person, principal: UserPrincipal): Author => ({
  ...{ id, name },
  tenant_id: principal.home_tenant_id,
});
