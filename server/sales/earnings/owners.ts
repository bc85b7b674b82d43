/** Whose earnings somebody sees, and how owners are named and written to. */
import { eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { equals } from '../../db/lists.ts';
import { requireFound } from '../../db/rows.ts';
import { users } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

/** The rule `own`: an owner sees his own rows; whoever reads earnings, or all owners, sees those of the tenant. */
export const ownedBy = ({ rule, user_id }: TransactionContext, column: PgColumn): SQL | undefined =>
  rule === 'own' ? equals(column, user_id) : undefined;

export const ownerName = sql<string>`coalesce(nullif(concat_ws(' ', ${users.first_name}, ${users.last_name}), ''), ${users.email})`;

export async function readOwner({ tx }: Pick<TransactionContext, 'tx'>, id: string) {
  const [row] = await tx
    .select({ id: users.id, email: users.email, locale: users.locale, name: ownerName })
    .from(users)
    .where(eq(users.id, id));
  return requireFound(row, 'owner');
}
