/** Users of a tenant: list, read and their wire format. */
import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { User } from '../../../shared/contract/identity/auth.ts';
import * as contract from '../../../shared/contract/identity/user.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Db } from '../../db/database.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { users } from '../../db/schema.ts';
import { listing, asSelectQuery } from '../../resource/listing.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export type UserRow = typeof users.$inferSelect;

/** Leaves out the password hash. */
export const toUser = (row: UserRow): User => ({
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  role: row.role,
  status: row.status,
  locale: row.locale,
  tz: row.tz,
  is_signatory: row.is_signatory,
  prefs: row.prefs,
  last_login_at: row.last_login_at === null ? null : instant(row.last_login_at.getTime()),
  must_change_password: row.must_change_password,
  ...commonFieldsOf(row),
});

export const ACCOUNT_EXISTS = 'An account with this email already exists.';
export const accountExists = () => new AppError('USER_EXISTS', ACCOUNT_EXISTS);

/** A removed account has given its address up: another may have it by now. Call it within the look-up scope `sign_in`. */
export async function userByEmail(tx: Db, email: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deleted_at)));
  return row ?? null;
}

export const userListing = listing(contract.users)<UserRow>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(users)),
  fields: getTableColumns(users),
  id: users.id,
  scope: ({ tenant_id }) => eq(users.tenant_id, tenant_id),
  sortColumns: {
    email: users.email,
    last_name: users.last_name,
    role: users.role,
    status: users.status,
    last_login_at: users.last_login_at,
    created_at: users.created_at,
  },
  searchColumns: [users.email, users.first_name, users.last_name],
  filterColumns: { status: users.status, role: users.role },
  deleted_at: users.deleted_at,
  created_at: users.created_at,
  serialize: (_work, rows) => rows.map(toUser),
});

/** Locks the user's row before a change. */
export async function lockUser(
  { tx, tenant_id, auditNote }: TransactionContext,
  id: string,
): Promise<UserRow> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.tenant_id, tenant_id)))
    .for('update');
  auditNote.before = { ...requireFound(row, 'user') };
  return requireFound(row, 'user');
}
