/** Users of a tenant: list, read, and how the wire shows one. */
import { and, eq, getTableColumns } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { User } from '../../../shared/contract/identity/auth.ts';
import * as contract from '../../../shared/contract/identity/user.ts';
import { crossesTenants, isStaff } from '../../../shared/contract/wire/roles.ts';
import type { Db } from '../../db/database.ts';
import { commonOf, found } from '../../db/rows.ts';
import { tenants, users } from '../../db/schema.ts';
import { listing, reading } from '../../resource/listing.ts';
import type { Work } from '../../transaction/work.ts';

export type UserRow = typeof users.$inferSelect;

/** No hash, no counter. */
export const toUser = (row: UserRow): User => ({
  ...commonOf(row),
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
});

/** Within the look-up of sign-in. */
export async function userByEmail(tx: Db, email: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.email, email));
  return row ?? null;
}

export const userListing = listing<UserRow, User>({
  entity: contract.users,
  from: (tx, fields) => reading(tx.select(fields as never).from(users)),
  fields: getTableColumns(users),
  id: users.id,
  scope: ({ tenant_id }) => eq(users.tenant_id, tenant_id),
  sorts: {
    email: users.email,
    last_name: users.last_name,
    role: users.role,
    status: users.status,
    last_login_at: users.last_login_at,
    created_at: users.created_at,
  },
  searched: [users.email, users.first_name, users.last_name],
  told: { status: users.status, role: users.role },
  deleted_at: users.deleted_at,
  created_at: users.created_at,
  shown: (_work, rows) => rows.map(toUser),
});

/** Staff that may act in any tenant see those of all. */
export const pendingListing = listing<{ user: UserRow; tenant_name: string }, contract.PendingUser>({
  entity: contract.pendingUsers,
  from: (tx, fields) =>
    reading(
      tx
        .select(fields as never)
        .from(users)
        .innerJoin(tenants, eq(tenants.id, users.tenant_id)),
    ),
  fields: { user: users, tenant_name: tenants.name },
  id: users.id,
  scope: ({ tenant_id }, caller) =>
    and(
      eq(users.status, 'pending_approval'),
      caller !== null && isStaff(caller.role) && crossesTenants(caller.role)
        ? undefined
        : eq(users.tenant_id, tenant_id),
    ),
  sorts: { email: users.email, last_name: users.last_name, created_at: users.created_at },
  searched: [users.email, users.first_name, users.last_name, tenants.name],
  told: {},
  deleted_at: users.deleted_at,
  created_at: users.created_at,
  shown: (_work, rows) => rows.map(({ user, tenant_name }) => ({ ...toUser(user), tenant_name })),
});

/** Locked for what is about to be done to him. */
export async function lockUser({ tx, tenant_id, noted }: Work, id: string): Promise<UserRow> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.tenant_id, tenant_id)))
    .for('update');
  noted.before = { ...found(row, 'user') };
  return found(row, 'user');
}
