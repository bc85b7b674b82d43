/** Who may enter once he has shown that an account is his. */
import { eq } from 'drizzle-orm';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isRole } from '../../../shared/contract/wire/roles.ts';
import type { Db } from '../../db/database.ts';
import { tenants } from '../../db/schema.ts';
import type { TenantRow } from '../tenants/tenants.ts';
import type { UserRow } from '../users/users.ts';

export const wrongCredentials = () => new AppError('INVALID_CREDENTIALS', 'Invalid email or password.');

export async function homeStatus(tx: Db, tenant_id: string) {
  const [row] = await tx.select({ status: tenants.status }).from(tenants).where(eq(tenants.id, tenant_id));
  return row?.status ?? null;
}

/** Throws PENDING_APPROVAL or USER_INVALID; only for whoever has shown that the account is his. */
export function requireMayEnter(user: UserRow, home: TenantRow['status'] | null): void {
  if (user.status === 'pending_approval')
    throw new AppError('PENDING_APPROVAL', 'Your account is pending admin approval.');
  const isGone = user.status !== 'active' || user.deleted_at !== null;
  if (isGone || !isRole(user.role) || home === null || home === 'archived')
    throw new AppError('USER_INVALID', 'User account is inactive or not found.');
}
