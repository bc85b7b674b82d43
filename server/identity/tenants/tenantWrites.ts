/** What is done to tenants. They stand above any one tenant, so each act asks whose it is. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import * as contract from '../../../shared/contract/identity/tenant.ts';
import { MAX_TENANT_DEPTH, type Tenant } from '../../../shared/contract/identity/tenant.ts';
import { uuid7 } from '../../../shared/random.ts';
import { found, requireRestorable, requireVersion } from '../../db/rows.ts';
import { devices, tenants, users } from '../../db/schema.ts';
import type { UserCaller } from '../../http/caller.ts';
import { requireStart } from '../../resource/repository.ts';
import type { Work } from '../../transaction/work.ts';
import { placeOf, rowSeenBy, toTenant, type TenantRow } from './tenants.ts';
import { requireZone } from './zones.ts';

/** Locked. A tenant's own people change the one they act in and no other. */
async function lockTenant(work: Work, caller: UserCaller, id: string): Promise<TenantRow> {
  const { id: seen } = await rowSeenBy(work, caller, id);
  if (!isStaff(caller.role) && seen !== caller.tenant_id)
    throw new AppError('TENANT_DENIED', 'Act in this tenant to change it.', {
      own: caller.tenant_id,
      wanted: id,
    });
  const [row] = await work.tx.select().from(tenants).where(eq(tenants.id, seen)).for('update');
  work.noted.before = { ...found(row, 'tenant') };
  work.noted.tenant_id = seen;
  return found(row, 'tenant');
}

async function write({ tx, now }: Work, row: TenantRow, set: Partial<TenantRow>): Promise<Tenant> {
  const [written] = await tx
    .update(tenants)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(now) })
    .where(eq(tenants.id, row.id))
    .returning();
  return toTenant(found(written, 'tenant'));
}

/** Staff make tenants; an owner or admin makes sub-tenants of the one he acts in. */
export async function createTenant(
  work: Work,
  caller: UserCaller,
  { parent_id, ...asked }: Body<typeof contract.tenants.create>,
): Promise<Tenant> {
  const { tx, by, now } = work;
  if (!isStaff(caller.role) && parent_id !== caller.tenant_id)
    throw new AppError('VALIDATION', 'Name the tenant you act in as its parent.', {
      parent_id: ['The tenant you act in'],
    });
  requireZone(asked.tz);
  const parent = parent_id === undefined ? null : await placeOf(tx, parent_id);
  if (
    parent_id !== undefined &&
    (parent?.status !== 'active' ||
      parent.kind === 'platform' ||
      parent.ancestors.length + 2 > MAX_TENANT_DEPTH)
  )
    throw new AppError('VALIDATION', 'It cannot stand below that tenant.', {
      parent_id: [`An active tenant at most ${MAX_TENANT_DEPTH - 1} levels deep`],
    });
  const [made] = await tx
    .insert(tenants)
    .values({
      ...asked,
      id: uuid7(now),
      parent_id: parent_id ?? null,
      created_by: by,
      created_at: dateOf(now),
      updated_at: dateOf(now),
    })
    .onConflictDoNothing()
    .returning();
  if (!made)
    throw new AppError('DUPLICATE', 'This short name is taken.', { slug: ['This short name is taken.'] });
  work.noted.tenant_id = made.id;
  return toTenant(made);
}

interface Change {
  id: string;
  expected: number;
  patch: Body<typeof contract.tenants.patch>;
  /** What a conflict shows of the row: no more than the call itself. */
  shown?: (tenant: Tenant) => { version: number };
}
export async function changeTenant(
  work: Work,
  caller: UserCaller,
  { id, expected, patch, shown = tenant => tenant }: Change,
): Promise<Tenant> {
  const row = await lockTenant(work, caller, id);
  if (row.deleted_at !== null) found(null, 'tenant');
  requireVersion(shown(toTenant(row)), expected);
  requireZone(patch.tz);
  /** What a tenant pays and may hold is not its own to say. */
  const theirs = (['fee_pct', 'limits'] as const).filter(field => patch[field] !== undefined);
  if (!isStaff(caller.role) && theirs.length > 0)
    throw new AppError('FORBIDDEN', 'Fees and limits are set by staff.', {
      role: caller.role,
      fields: theirs,
    });
  return write(work, row, patch);
}

const STAFF_ONLY = 'Only staff begin, suspend or close a tenant.';
function requireStaff(caller: UserCaller): void {
  if (!isStaff(caller.role)) throw new AppError('FORBIDDEN', STAFF_ONLY, { role: caller.role });
}

export async function moveTenant(
  work: Work,
  caller: UserCaller,
  { id, verb }: { id: string; verb: keyof typeof contract.tenants.acts },
): Promise<Tenant> {
  requireStaff(caller);
  const row = await lockTenant(work, caller, id);
  requireCustomer(row);
  const act = contract.tenants.acts[verb];
  requireStart(act, row.deleted_at === null ? row.status : 'deleted');
  return write(work, row, { status: act.to });
}

function requireCustomer(row: TenantRow): void {
  if (row.kind === 'platform') throw new AppError('RULE', 'The platform itself stays.', { kind: row.kind });
}

export async function removeTenant(
  work: Work,
  caller: UserCaller,
  id: string,
  expected: number,
): Promise<void> {
  requireStaff(caller);
  const row = await lockTenant(work, caller, id);
  requireCustomer(row);
  if (row.deleted_at !== null) found(null, 'tenant');
  requireVersion(toTenant(row), expected);
  const alive = await work.tx.$count(devices, and(eq(devices.tenant_id, id), ne(devices.state, 'retired')));
  const people = await work.tx.$count(users, and(eq(users.tenant_id, id), isNull(users.deleted_at)));
  const below = await work.tx.$count(tenants, and(eq(tenants.parent_id, id), isNull(tenants.deleted_at)));
  if (alive + people + below > 0)
    throw new AppError('IN_USE', 'It still has screens, people or tenants below it.', {
      devices: alive,
      users: people,
      tenants: below,
    });
  await write(work, row, { deleted_at: dateOf(work.now) });
}

export async function restoreTenant(work: Work, caller: UserCaller, id: string): Promise<Tenant> {
  requireStaff(caller);
  const row = await lockTenant(work, caller, id);
  requireRestorable(row.deleted_at, work.now);
  return write(work, row, { deleted_at: null });
}
