/** Writes to users: create, update, approve, suspend, delete. */
import { and, eq, ne } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { User } from '../../../shared/contract/identity/auth.ts';
import { rolesWith } from '../../../shared/contract/wire/access.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import * as contract from '../../../shared/contract/identity/user.ts';
import { uuid7 } from '../../../shared/random.ts';
import { requireFound, requireRestorable, requireVersion } from '../../db/rows.ts';
import { tickets, users } from '../../db/schema.ts';
import { codeOf, UNIQUE_VIOLATION } from '../../db/tenantTransactions.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { requireUnreserved } from './reservedAddresses.ts';
import { requireAbove, requireNotLast, requireRoleFitsTenant, requireGrantable } from './roleGuards.ts';
import { removePasskeysOf } from '../passkeys/ownPasskeys.ts';
import { endResetLinks, sendResetLink } from '../passwords/resetLinks.ts';
import { switchOff } from '../secondFactor/setUp.ts';
import { endSessions } from '../session/sessions.ts';
import { requireWithinPlan } from '../tenants/plan.ts';
import { accountExists, lockUser, toUser, type UserRow } from './users.ts';

export async function write(ctx: TransactionContext, row: UserRow, set: Partial<UserRow>): Promise<User> {
  const [written] = await ctx.tx
    .update(users)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(ctx.now) })
    .where(eq(users.id, row.id))
    .returning();
  const after = requireFound(written, 'user');
  if (isAtDesk(row) && !isAtDesk(after)) await passOnTickets(ctx, after);
  return toUser(after);
}

const isAtDesk = ({ role, status, deleted_at }: UserRow) =>
  status === 'active' && deleted_at === null && rolesWith('support', 'W').includes(role);
/** Whoever is at the desk no more is written to no more: the tickets that he had taken are nobody's. */
async function passOnTickets({ tx }: TransactionContext, { id }: UserRow): Promise<void> {
  const nobody = { assignee_id: null, assignee_name: null, assignee_email: null, assignee_locale: null };
  await tx
    .update(tickets)
    .set(nobody)
    .where(and(eq(tickets.assignee_id, id), ne(tickets.state, 'closed')));
}

/** The new user sets his password by a link sent to his address. */
export async function createUser(
  ctx: TransactionContext,
  actor: UserPrincipal,
  { origin, ...input }: Body<typeof contract.users.create> & { origin: string },
): Promise<User> {
  const { tx, tenant_id, user_id, now } = ctx;
  requireUnreserved(input.email);
  requireGrantable(actor, input.role);
  await requireRoleFitsTenant(ctx, input.role, tenant_id);
  const [made] = await tx
    .insert(users)
    .values({
      ...input,
      id: uuid7(now),
      tenant_id,
      status: 'active',
      created_by: user_id,
      created_at: dateOf(now),
      updated_at: dateOf(now),
    })
    .onConflictDoNothing()
    .returning();
  if (!made) throw accountExists();
  await requireWithinPlan(ctx, 'users');
  await sendResetLink(ctx, made, origin);
  return toUser(made);
}

/** Of one that was removed or erased nothing is left to change. */
function requireAccount(row: UserRow): UserRow {
  return requireFound(row.deleted_at === null && row.status !== 'deactivated' ? row : null, 'user');
}

interface Change {
  id: string;
  expected: number;
  patch: Body<typeof contract.users.patch>;
}
export async function changeUser(
  ctx: TransactionContext,
  actor: UserPrincipal,
  { id, expected, patch }: Change,
): Promise<User> {
  const row = requireAccount(await lockUser(ctx, id));
  requireAbove(actor, row);
  requireVersion(toUser(row), expected);
  if (patch.role !== undefined && patch.role !== row.role) {
    requireGrantable(actor, patch.role);
    await requireRoleFitsTenant(ctx, patch.role, row.tenant_id);
    await requireNotLast(ctx, row);
  }
  return write(ctx, row, patch);
}

/** Where he is signed in, and the links that would let him in again once he is reactivated. */
async function endAccess(ctx: TransactionContext, id: string): Promise<void> {
  await endSessions(ctx, id);
  await endResetLinks(ctx, id);
}

/** Suspends or reactivates a user; only a higher role may do it. */
export async function changeUserState(
  ctx: TransactionContext,
  actor: UserPrincipal,
  { id, verb }: { id: string; verb: 'suspend' | 'reactivate' },
): Promise<User> {
  const row = await lockUser(ctx, id);
  requireAbove(actor, row);
  const act = contract.users.actions[verb];
  requireState(act, row.deleted_at === null ? row.status : 'deleted');
  if (act.to !== 'active') {
    await requireNotLast(ctx, row);
    await endAccess(ctx, id);
  }
  return write(ctx, row, { status: act.to });
}

export async function removeUser(
  ctx: TransactionContext,
  actor: UserPrincipal,
  id: string,
  expected: number,
): Promise<void> {
  const row = requireAccount(await lockUser(ctx, id));
  requireAbove(actor, row);
  requireVersion(toUser(row), expected);
  await requireNotLast(ctx, row);
  const status = isUndecided(row) ? row.status : 'deactivated';
  await write(ctx, row, { status, deleted_at: dateOf(ctx.now) });
  await endAccess(ctx, id);
}

/** Nobody has let him in yet, which neither removing nor restoring him does. */
const isUndecided = ({ status }: UserRow) => status === 'pending_approval' || status === 'rejected';

/**
 * A restored user is suspended until somebody reactivates him. Throws USER_EXISTS where another account has his address by
 * now. An account at Google or Apple may be another's, too: it is linked again by his address.
 */
export async function restoreUser(ctx: TransactionContext, actor: UserPrincipal, id: string): Promise<User> {
  const row = await lockUser(ctx, id);
  requireAbove(actor, row);
  requireRestorable(row.deleted_at, ctx.now);
  const status = isUndecided(row) ? row.status : 'suspended';
  const back = { status, deleted_at: null, google_sub: null, apple_sub: null };
  const restored = await write(ctx, row, back).catch((error: unknown) => {
    throw codeOf(error) === UNIQUE_VIOLATION ? accountExists() : error;
  });
  await requireWithinPlan(ctx, 'users');
  return restored;
}

export async function resetPassword(
  ctx: TransactionContext,
  actor: UserPrincipal,
  { id, origin }: { id: string; origin: string },
): Promise<User> {
  const row = await lockUser(ctx, id);
  requireAbove(actor, row);
  if (row.status !== 'active')
    throw new AppError('STATE', `This account is ${row.status}.`, { status: row.status });
  await sendResetLink(ctx, row, origin);
  return toUser(row);
}

/** Whoever has lost telephone and codes gets in by the password alone; where his role requires one, he sets up another. His passkeys end with it: they may be on that telephone, or somebody else's. */
export async function resetSecondFactor(
  ctx: TransactionContext,
  actor: UserPrincipal,
  { id, origin }: { id: string; origin: string },
): Promise<User> {
  const row = await lockUser(ctx, id);
  requireAbove(actor, row);
  await switchOff(ctx, id, origin);
  await removePasskeysOf(ctx, row, origin);
  await endSessions(ctx, id);
  return toUser(row);
}

export async function signOutUser(ctx: TransactionContext, actor: UserPrincipal, id: string): Promise<User> {
  const row = await lockUser(ctx, id);
  requireAbove(actor, row);
  await endSessions(ctx, id);
  return toUser(row);
}
