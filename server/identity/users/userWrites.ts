/** What is done to users: made, changed, approved, taken out. */
import { and, eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { User } from '../../../shared/contract/identity/auth.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import * as contract from '../../../shared/contract/identity/user.ts';
import { uuid7 } from '../../../shared/random.ts';
import { found, requireRestorable, requireVersion } from '../../db/rows.ts';
import { sessions, users } from '../../db/schema.ts';
import type { UserCaller } from '../../http/caller.ts';
import { requireStart } from '../../resource/repository.ts';
import type { Work } from '../../transaction/work.ts';
import { requireAbove, requireAnother, requireFitting, requireGrantable } from './ladder.ts';
import { sendLink } from '../passwords/ownPassword.ts';
import { endSessions } from '../session/sessions.ts';
import { requireZone } from '../tenants/zones.ts';
import { lockUser, toUser, type UserRow } from './users.ts';

export async function write(work: Work, row: UserRow, set: Partial<UserRow>): Promise<User> {
  const [written] = await work.tx
    .update(users)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(work.now) })
    .where(eq(users.id, row.id))
    .returning();
  return toUser(found(written, 'user'));
}

/** He sets his password himself, by the link that goes to his address. */
export async function createUser(
  work: Work,
  actor: UserCaller,
  { origin, ...asked }: Body<typeof contract.users.create> & { origin: string },
): Promise<User> {
  const { tx, tenant_id, by, now } = work;
  requireGrantable(actor, asked.role);
  requireZone(asked.tz);
  await requireFitting(work, asked.role, tenant_id);
  const [made] = await tx
    .insert(users)
    .values({
      ...asked,
      id: uuid7(now),
      tenant_id,
      status: 'active',
      created_by: by,
      created_at: dateOf(now),
      updated_at: dateOf(now),
    })
    .onConflictDoNothing()
    .returning();
  if (!made) throw new AppError('USER_EXISTS', 'An account with this email already exists.');
  await sendLink(work, made, origin);
  return toUser(made);
}

interface Change {
  id: string;
  expected: number;
  patch: Body<typeof contract.users.patch>;
}
export async function changeUser(
  work: Work,
  actor: UserCaller,
  { id, expected, patch }: Change,
): Promise<User> {
  const row = await lockUser(work, id);
  if (row.deleted_at !== null) found(null, 'user');
  requireAbove(actor, row);
  requireVersion(toUser(row), expected);
  requireZone(patch.tz);
  if (patch.role !== undefined && patch.role !== row.role) {
    requireGrantable(actor, patch.role);
    await requireFitting(work, patch.role, row.tenant_id);
    await requireAnother(work, row);
  }
  return write(work, row, patch);
}

/** From one state to another, by somebody above him. */
export async function moveUser(
  work: Work,
  actor: UserCaller,
  { id, verb }: { id: string; verb: 'suspend' | 'reactivate' },
): Promise<User> {
  const row = await lockUser(work, id);
  requireAbove(actor, row);
  const act = contract.users.acts[verb];
  requireStart(act, row.deleted_at === null ? row.status : 'deleted');
  if (act.to !== 'active') {
    await requireAnother(work, row);
    await endSessions(work, id);
  }
  return write(work, row, { status: act.to });
}

export async function removeUser(work: Work, actor: UserCaller, id: string, expected: number): Promise<void> {
  const row = await lockUser(work, id);
  if (row.deleted_at !== null) found(null, 'user');
  requireAbove(actor, row);
  requireVersion(toUser(row), expected);
  await requireAnother(work, row);
  await write(work, row, { status: 'deactivated', deleted_at: dateOf(work.now) });
  await endSessions(work, id);
}

/** Comes back suspended: whoever brings him back decides when he may sign in. */
export async function restoreUser(work: Work, actor: UserCaller, id: string): Promise<User> {
  const row = await lockUser(work, id);
  requireAbove(actor, row);
  requireRestorable(row.deleted_at, work.now);
  return write(work, row, { status: 'suspended', deleted_at: null });
}

export async function resetPassword(
  work: Work,
  actor: UserCaller,
  { id, origin }: { id: string; origin: string },
): Promise<User> {
  const row = await lockUser(work, id);
  requireAbove(actor, row);
  if (row.status !== 'active')
    throw new AppError('STATE', `This account is ${row.status}.`, { status: row.status });
  await sendLink(work, row, origin);
  return toUser(row);
}

export async function signOutUser(work: Work, actor: UserCaller, id: string): Promise<User> {
  const row = await lockUser(work, id);
  requireAbove(actor, row);
  await endSessions(work, id);
  return toUser(row);
}

/** A registration waits in the tenant it named; staff see those of all, others those of the tenant they act in. */
async function lockPending(work: Work, actor: UserCaller, id: string): Promise<UserRow> {
  const scope = isStaff(actor.role) ? undefined : eq(users.tenant_id, actor.tenant_id);
  const [row] = await work.tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), scope))
    .for('update');
  const pending = found(row, 'user');
  requireStart(contract.users.acts.approve, pending.status);
  work.noted.before = { ...pending };
  work.noted.tenant_id = pending.tenant_id;
  return pending;
}

export async function approveUser(
  work: Work,
  actor: UserCaller,
  { id, role, tenant_id }: { id: string; role: User['role']; tenant_id: string },
): Promise<User> {
  const row = await lockPending(work, actor, id);
  requireGrantable(actor, role);
  if (!isStaff(actor.role) && tenant_id !== actor.tenant_id)
    throw new AppError('TENANT_DENIED', 'You may approve into the tenant you act in.', {
      own: actor.tenant_id,
      wanted: tenant_id,
    });
  await requireFitting(work, role, tenant_id);
  await work.tx.update(sessions).set({ tenant_id }).where(eq(sessions.user_id, id));
  return write(work, row, { role, tenant_id, status: 'active' });
}

export async function rejectUser(work: Work, actor: UserCaller, id: string): Promise<User> {
  const row = await lockPending(work, actor, id);
  return write(work, row, { status: 'rejected' });
}
