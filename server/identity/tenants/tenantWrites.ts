/** Writes to tenants. These endpoints span all tenants, so each write checks access to the tenant. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import { equals } from '../../db/lists.ts';
import { dateOf } from '../../../shared/clock.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import * as contract from '../../../shared/contract/identity/tenant.ts';
import { MAX_TENANT_DEPTH, type Tenant } from '../../../shared/contract/identity/tenant.ts';
import { uuid7 } from '../../../shared/random.ts';
import { requireFound, requireRestorable, requireVersion } from '../../db/rows.ts';
import { budgets, devices, earnings, invoices, plans, tenants, users } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { addJob } from '../../jobs/jobs.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { endSessionsOfTenant } from '../session/sessions.ts';
import { SPLASH_JOB } from '../whiteLabel/brands.ts';
import { firstLimits, requireAboveAllotted, requireAllottable, updateAllotted } from './allotment.ts';
import { tenantNodeOf, readVisibleTenant, toTenant, type TenantRow } from './tenants.ts';
import { zoneChange } from './zones.ts';

/** Locks a tenant's row. Users who are not staff change only the tenant they act in. */
async function lockTenant(ctx: TransactionContext, principal: UserPrincipal, id: string): Promise<TenantRow> {
  const { id: seen } = await readVisibleTenant(ctx, principal, id);
  if (!isStaff(principal.role) && seen !== principal.tenant_id)
    throw new AppError('TENANT_DENIED', 'Act in this tenant to change it.', {
      own: principal.tenant_id,
      wanted: id,
    });
  const [row] = await ctx.tx.select().from(tenants).where(eq(tenants.id, seen)).for('update');
  ctx.auditNote.before = { ...requireFound(row, 'tenant') };
  ctx.auditNote.tenant_id = seen;
  return requireFound(row, 'tenant');
}

/** What a tenant may use counts above it for as long as it is there. */
const ALLOTS = ['limits', 'status', 'deleted_at'] as const;

async function writeRow(
  ctx: TransactionContext,
  row: TenantRow,
  set: Partial<TenantRow>,
): Promise<TenantRow> {
  const [written] = await ctx.tx
    .update(tenants)
    .set({
      ...{ ...set, ...zoneChange(row, set.tz, ctx.now) },
      ...{ version: row.version + 1, updated_at: dateOf(ctx.now) },
    })
    .where(eq(tenants.id, row.id))
    .returning();
  if (ALLOTS.some(field => set[field] !== undefined)) await updateAllotted(ctx, row.parent_id);
  return requireFound(written, 'tenant');
}

const write = async (...args: Parameters<typeof writeRow>): Promise<Tenant> =>
  toTenant(await writeRow(...args));

/** What the demo's people make goes with them, and a tenant would not. */
export async function requireNotOfDemo({ tx, user_id }: TransactionContext): Promise<void> {
  const [user] = await tx.select({ demo: users.demo }).from(users).where(equals(users.id, user_id));
  if (user?.demo === true) throw new AppError('FORBIDDEN', 'The demo makes no tenants.');
}

/** Staff create tenants; an owner or admin creates sub-tenants of the tenant he acts in. */
export async function createTenant(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { parent_id, ...input }: Body<typeof contract.tenants.create>,
): Promise<Tenant> {
  const { tx, user_id, now } = ctx;
  if (!isStaff(principal.role) && parent_id !== principal.tenant_id)
    throw new AppError('VALIDATION', 'Name the tenant you act in as its parent.', {
      parent_id: ['The tenant you act in'],
    });
  await requireNotOfDemo(ctx);
  const parent = parent_id === undefined ? null : await tenantNodeOf(tx, parent_id);
  if (
    parent_id !== undefined &&
    (parent?.status !== 'active' ||
      parent.kind === 'platform' ||
      parent.ancestors.length + 2 > MAX_TENANT_DEPTH)
  )
    throw new AppError('VALIDATION', 'It cannot stand below that tenant.', {
      parent_id: [`An active tenant at most ${MAX_TENANT_DEPTH - 1} levels deep`],
    });
  const [above] = await tx
    .select({ limits: tenants.limits })
    .from(tenants)
    .where(equals(tenants.id, parent_id));
  const [made] = await tx
    .insert(tenants)
    .values({
      ...input,
      id: uuid7(now),
      parent_id: parent_id ?? null,
      ...(above && { limits: firstLimits(above.limits) }),
      created_by: user_id,
      created_at: dateOf(now),
      updated_at: dateOf(now),
    })
    .onConflictDoNothing()
    .returning();
  if (!made)
    throw new AppError('DUPLICATE', 'This short name is taken.', { slug: ['This short name is taken.'] });
  ctx.auditNote.tenant_id = made.id;
  await addJob({ ...ctx, tenant_id: made.id }, { kind: SPLASH_JOB, payload: {} });
  return toTenant(made);
}

interface Change {
  id: string;
  expected: number;
  patch: Body<typeof contract.tenants.patch>;
  /** The part of the row that a version conflict shows: no more than the endpoint itself. */
  conflictView?: (tenant: Tenant) => { version: number };
}
export async function changeTenant(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, expected, patch, conflictView: shown = tenant => tenant }: Change,
): Promise<Tenant> {
  const row = await lockTenant(ctx, principal, id);
  if (row.deleted_at !== null) requireFound(null, 'tenant');
  requireVersion(shown(toTenant(row)), expected);
  /** Fees and limits are set by staff, not by the tenant. */
  const theirs = (['fee_pct', 'limits', 'plan_id'] as const).filter(field => patch[field] !== undefined);
  if (!isStaff(principal.role) && theirs.length > 0)
    throw new AppError('FORBIDDEN', 'Fees and limits are set by staff.', {
      role: principal.role,
      fields: theirs,
    });
  if (patch.currency !== undefined && patch.currency !== row.currency) await requireNoMoney(ctx, id);
  const limits = patch.limits ?? (await limitsOfPlan(ctx, row, patch.plan_id));
  if (limits) await requireAboveAllotted(ctx, row, limits);
  if (limits && row.parent_id !== null)
    await requireAllottable(ctx, { parent_id: row.parent_id, child: row, limits });
  return write(ctx, row, { ...patch, ...(limits && { limits }) });
}

/** A tenant that changes to another plan may use what that one holds; undefined: it stays as it is. */
async function limitsOfPlan(
  { tx }: TransactionContext,
  row: TenantRow,
  plan_id: string | null | undefined,
): Promise<Tenant['limits'] | undefined> {
  if (plan_id === undefined || plan_id === null || plan_id === row.plan_id) return undefined;
  const ofPlatform = and(eq(plans.id, plan_id), eq(tenants.kind, 'platform'), isNull(plans.deleted_at));
  const [plan] = await tx
    .select({ limits: plans.limits })
    .from(plans)
    .innerJoin(tenants, eq(tenants.id, plans.tenant_id))
    .where(ofPlatform);
  const text = 'A plan of the platform';
  if (!plan) throw new AppError('VALIDATION', text, { plan_id: [text] });
  const { devices, users, storage_gb } = plan.limits;
  return { devices, users, storage_gb };
}

interface SettingsChange<V> {
  expected: number;
  /** What of the row a version conflict shows, and the answer. */
  viewOf: (row: TenantRow) => V;
  /** From the row as it stands, locked. */
  change: (row: TenantRow) => Partial<TenantRow>;
}
/** A section of settings, of the tenant that is acted in. */
export async function changeTenantSettings<V extends { version: number }>(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { expected, viewOf, change }: SettingsChange<V>,
): Promise<V> {
  const row = await lockTenant(ctx, principal, principal.tenant_id);
  ctx.auditNote.before = { ...viewOf(row) };
  requireVersion(viewOf(row), expected);
  return viewOf(await writeRow(ctx, row, change(row)));
}

const CURRENCY_FIXED = 'Invoices, earnings or budgets are in the present currency';
/** Amounts are in the currency of their time: no month and no cap could be counted in two of them. */
export async function requireNoMoney({ tx }: TransactionContext, id: string): Promise<void> {
  for (const table of [invoices, earnings, budgets])
    if ((await tx.$count(table, eq(table.tenant_id, id))) > 0)
      throw new AppError('VALIDATION', 'Some fields are not valid.', { currency: [CURRENCY_FIXED] });
}

const STAFF_ONLY = 'Only staff begin, suspend or close a tenant.';
function requireStaff(principal: UserPrincipal): void {
  if (!isStaff(principal.role)) throw new AppError('FORBIDDEN', STAFF_ONLY, { role: principal.role });
}

export async function changeTenantState(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, verb }: { id: string; verb: keyof typeof contract.tenants.actions },
): Promise<Tenant> {
  requireStaff(principal);
  const row = await lockTenant(ctx, principal, id);
  requireCustomer(row);
  const act = contract.tenants.actions[verb];
  requireState(act, row.deleted_at === null ? row.status : 'deleted');
  if (act.to === 'archived') await endSessionsOfTenant(ctx, id);
  return write(ctx, row, { status: act.to });
}

function requireCustomer(row: TenantRow): void {
  if (row.kind === 'platform') throw new AppError('RULE', 'The platform itself stays.', { kind: row.kind });
}

export async function removeTenant(
  ctx: TransactionContext,
  principal: UserPrincipal,
  id: string,
  expected: number,
): Promise<void> {
  requireStaff(principal);
  const row = await lockTenant(ctx, principal, id);
  requireCustomer(row);
  if (row.deleted_at !== null) requireFound(null, 'tenant');
  requireVersion(toTenant(row), expected);
  await requireUnused(ctx, id);
  await write(ctx, row, { deleted_at: dateOf(ctx.now) });
}

/** Throws IN_USE where it has screens, people or tenants below it. */
export async function requireUnused(ctx: TransactionContext, id: string): Promise<void> {
  const alive = await ctx.tx.$count(devices, and(eq(devices.tenant_id, id), ne(devices.state, 'retired')));
  const people = await ctx.tx.$count(users, and(eq(users.tenant_id, id), isNull(users.deleted_at)));
  const below = await ctx.tx.$count(tenants, and(eq(tenants.parent_id, id), isNull(tenants.deleted_at)));
  if (alive + people + below > 0)
    throw new AppError('IN_USE', 'It still has screens, people or tenants below it.', {
      devices: alive,
      users: people,
      tenants: below,
    });
}

export async function restoreTenant(
  ctx: TransactionContext,
  principal: UserPrincipal,
  id: string,
): Promise<Tenant> {
  requireStaff(principal);
  const row = await lockTenant(ctx, principal, id);
  requireRestorable(row.deleted_at, ctx.now);
  if (row.parent_id !== null && row.status !== 'archived')
    await requireAllottable(ctx, {
      ...{ parent_id: row.parent_id, child: row, limits: row.limits, isReturning: true },
    });
  return write(ctx, row, { deleted_at: null });
}
