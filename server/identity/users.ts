/** Users of a tenant: list, read, and how the wire shows one. */
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { instant } from '../../shared/clock.ts';
import { USER_STATES, type User } from '../../shared/contract/auth.ts';
import { ROLES } from '../../shared/contract/roles.ts';
import type { ListQuery } from '../../shared/contract/wire.ts';
import type { Db } from '../db/database.ts';
import { countOf, facet, holding, named, orderOf, refuseUnknown } from '../db/lists.ts';
import { commonOf, found } from '../db/rows.ts';
import { users } from '../db/schema.ts';
import type { Work } from '../transaction/work.ts';

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

const SORTS = {
  email: users.email,
  last_name: users.last_name,
  role: users.role,
  status: users.status,
  last_login_at: users.last_login_at,
  created_at: users.created_at,
};

/** `status=` takes states and roles. */
export async function listUsers({ tx, tenant_id }: Work, query: ListQuery) {
  refuseUnknown(query.status, [...USER_STATES, ...ROLES]);
  const states = named(query.status, USER_STATES);
  const roles = named(query.status, ROLES);
  const searched = and(
    eq(users.tenant_id, tenant_id),
    query.deleted === '1' ? isNotNull(users.deleted_at) : isNull(users.deleted_at),
    holding(query.q, users.email, users.first_name, users.last_name),
  );
  const filtered = and(
    searched,
    states.length > 0 ? inArray(users.status, states) : undefined,
    roles.length > 0 ? inArray(users.role, roles) : undefined,
  );
  const rows = await tx
    .select()
    .from(users)
    .where(filtered)
    .orderBy(...orderOf(query.sort ?? 'email', SORTS, users.id))
    .limit(query.limit)
    .offset(query.offset);
  const count = async (word: typeof users.status | typeof users.role) =>
    facet(await tx.select({ word, n: countOf }).from(users).where(searched).groupBy(word));
  return {
    items: rows.map(toUser),
    total: await tx.$count(users, filtered),
    limit: query.limit,
    offset: query.offset,
    facets: { status: await count(users.status), role: await count(users.role) },
  };
}

export async function readUser({ tx, tenant_id }: Work, id: string): Promise<User> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.tenant_id, tenant_id)));
  return toUser(found(row, 'user'));
}

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
