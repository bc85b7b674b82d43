import { instant } from '../../shared/clock.ts';
import type { User } from '../../shared/contract/auth.ts';
import type { Role } from '../../shared/contract/roles.ts';
import type { users } from '../db/schema.ts';

export type UserRow = typeof users.$inferSelect;

const time = (date: Date | null) => (date === null ? null : instant(date.getTime()));

/** A user as the wire shows him: no hash, no counters. */
export const toUser = (row: UserRow): User => ({
  id: row.id,
  tenant_id: row.tenant_id,
  created_at: instant(row.created_at.getTime()),
  updated_at: instant(row.updated_at.getTime()),
  created_by: row.created_by,
  version: row.version,
  deleted_at: time(row.deleted_at),
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  role: row.role as Role,
  status: row.status as User['status'],
  locale: row.locale as User['locale'],
  tz: row.tz,
  last_login_at: time(row.last_login_at),
  must_change_password: row.must_change_password,
});
