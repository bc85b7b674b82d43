/** Sub-tenants as the tenant above them manages them. The calls span tenants, so each keeps to the children of the tenant acted in. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/identity/tenant.ts';
import {
  LIMIT_KINDS,
  MAX_TENANT_DEPTH,
  type LimitKind,
  type SubTenant,
} from '../../../shared/contract/identity/tenant.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { commonFieldsOf, requireFound, requireRestorable, requireVersion } from '../../db/rows.ts';
import { tenants } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { addJob } from '../../jobs/jobs.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { endSessionsOfTenant } from '../session/sessions.ts';
import { SPLASH_JOB } from '../whiteLabel/brands.ts';
import { firstLimits, requireAllottable, updateAllotted } from './allotment.ts';
import { usedByEach } from './plan.ts';
import { requireNoMoney, requireNotOfDemo, requireUnused } from './tenantWrites.ts';
import { tenantNodeOf, type TenantRow } from './tenants.ts';
import { zoneChange } from './zones.ts';

async function toSubTenants(ctx: TransactionContext, rows: readonly TenantRow[]): Promise<SubTenant[]> {
  const ids = rows.map(row => row.id);
  const used = {} as Record<LimitKind, (id: string) => number>;
  for (const kind of LIMIT_KINDS) used[kind] = await usedByEach(ctx, kind, ids);
  return rows.map(row => ({
    /** It belongs to the tenant above it. */
    name: row.name,
    slug: row.slug,
    kind: row.kind,
    status: row.status,
    country: row.country,
    tz: row.tz,
    currency: row.currency,
    portal_business: row.portal_business,
    limits: row.limits,
    used: {
      devices: used.devices(row.id),
      users: used.users(row.id),
      storage_gb: used.storage_gb(row.id),
    },
    ...commonFieldsOf({ ...row, tenant_id: row.parent_id ?? ctx.tenant_id }),
  }));
}
const toSubTenant = async (ctx: TransactionContext, row: TenantRow) =>
  requireFound((await toSubTenants(ctx, [row]))[0], 'sub tenant');

export const subTenantListing = listing(contract.subTenants)<TenantRow>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(tenants)),
  fields: getTableColumns(tenants),
  id: tenants.id,
  scope: (_ctx, principal) => (principal ? eq(tenants.parent_id, principal.tenant_id) : sql`false`),
  sortColumns: {
    name: tenants.name,
    slug: tenants.slug,
    kind: tenants.kind,
    status: tenants.status,
    created_at: tenants.created_at,
  },
  searchColumns: [tenants.name, tenants.slug],
  filterColumns: { status: tenants.status },
  deleted_at: tenants.deleted_at,
  created_at: tenants.created_at,
  serialize: toSubTenants,
});

/** Locks a child of the tenant acted in; any other tenant is answered like one that is not there. */
async function lockChild(
  ctx: TransactionContext,
  { tenant_id }: UserPrincipal,
  id: string,
): Promise<TenantRow> {
  const [row] = await ctx.tx
    .select()
    .from(tenants)
    .where(and(eq(tenants.id, id), eq(tenants.parent_id, tenant_id)))
    .for('no key update');
  const child = requireFound(row, 'sub tenant');
  ctx.auditNote.before = { ...child };
  return child;
}

async function write(ctx: TransactionContext, row: TenantRow, set: Partial<TenantRow>): Promise<SubTenant> {
  const [written] = await ctx.tx
    .update(tenants)
    .set({
      ...{ ...set, ...zoneChange(row, set.tz, ctx.now) },
      ...{ version: row.version + 1, updated_at: dateOf(ctx.now) },
    })
    .where(eq(tenants.id, row.id))
    .returning();
  await updateAllotted(ctx, row.parent_id);
  return toSubTenant(ctx, requireFound(written, 'sub tenant'));
}

/** The tenant acted in may have tenants below it: it is none of the platform and not the lowest there may be. */
async function requireParent({ tx }: TransactionContext, id: string): Promise<TenantRow> {
  const node = requireFound(await tenantNodeOf(tx, id), 'tenant');
  if (node.kind === 'platform' || node.ancestors.length + 2 > MAX_TENANT_DEPTH)
    throw new AppError('RULE', 'No tenant can stand below this one.', { depth: MAX_TENANT_DEPTH });
  const [row] = await tx.select().from(tenants).where(eq(tenants.id, id));
  return requireFound(row, 'tenant');
}

export async function createSubTenant(
  ctx: TransactionContext,
  { tenant_id }: UserPrincipal,
  { limits: wanted, ...input }: Body<typeof contract.subTenants.create>,
): Promise<SubTenant> {
  const { tx, user_id, now } = ctx;
  await requireNotOfDemo(ctx);
  const parent = await requireParent(ctx, tenant_id);
  const limits = wanted ?? firstLimits(parent.limits);
  await requireAllottable(ctx, { parent_id: parent.id, child: null, limits });
  const [made] = await tx
    .insert(tenants)
    .values({
      ...{ tz: parent.tz, currency: parent.currency, country: parent.country },
      ...input,
      ...{ id: uuid7(now), parent_id: parent.id, limits },
      ...{ created_by: user_id, created_at: dateOf(now), updated_at: dateOf(now) },
    })
    .onConflictDoNothing()
    .returning();
  if (!made)
    throw new AppError('DUPLICATE', 'This short name is taken.', { slug: ['This short name is taken.'] });
  await updateAllotted(ctx, parent.id);
  await addJob({ ...ctx, tenant_id: made.id }, { kind: SPLASH_JOB, payload: {} });
  return toSubTenant(ctx, made);
}

export async function changeSubTenant(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, expected, patch }: { id: string; expected: number; patch: Body<typeof contract.subTenants.patch> },
): Promise<SubTenant> {
  const row = await lockChild(ctx, principal, id);
  if (row.deleted_at !== null) requireFound(null, 'sub tenant');
  requireVersion(await toSubTenant(ctx, row), expected);
  if (patch.currency !== undefined && patch.currency !== row.currency) await requireNoMoney(ctx, id);
  if (patch.limits && row.status !== 'archived')
    await requireAllottable(ctx, { parent_id: principal.tenant_id, child: row, limits: patch.limits });
  return write(ctx, row, patch);
}

export async function changeSubTenantState(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, verb }: { id: string; verb: keyof typeof contract.subTenants.actions },
): Promise<SubTenant> {
  const row = await lockChild(ctx, principal, id);
  const act = contract.subTenants.actions[verb];
  requireState(act, row.deleted_at === null ? row.status : 'deleted');
  if (act.to === 'archived') await endSessionsOfTenant(ctx, id);
  return write(ctx, row, { status: act.to });
}

export async function removeSubTenant(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { id, expected }: { id: string; expected: number },
): Promise<void> {
  const row = await lockChild(ctx, principal, id);
  if (row.deleted_at !== null) requireFound(null, 'sub tenant');
  requireVersion(await toSubTenant(ctx, row), expected);
  await requireUnused(ctx, id);
  await write(ctx, row, { deleted_at: dateOf(ctx.now) });
}

/** What it had been given may be somebody else's by now. */
export async function restoreSubTenant(
  ctx: TransactionContext,
  principal: UserPrincipal,
  id: string,
): Promise<SubTenant> {
  const row = await lockChild(ctx, principal, id);
  requireRestorable(row.deleted_at, ctx.now);
  if (row.status !== 'archived')
    await requireAllottable(ctx, {
      ...{ parent_id: principal.tenant_id, child: row, limits: row.limits, isReturning: true },
    });
  return write(ctx, row, { deleted_at: null });
}
