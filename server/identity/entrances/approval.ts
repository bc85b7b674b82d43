/** Registrations are approved into a tenant, or as the first owner of a new one, or rejected with a reason. */
import { and, eq } from 'drizzle-orm';
import type { User } from '../../../shared/contract/identity/auth.ts';
import * as contract from '../../../shared/contract/identity/user.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import { requireFound } from '../../db/rows.ts';
import { sessions, tenants, users } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { requireState } from '../../resource/repository.ts';
import { appendAuditEntry, diffOf, type AuditPrincipal } from '../../transaction/audit.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { requireWithinPlan } from '../tenants/plan.ts';
import { freeSlug } from '../tenants/slug.ts';
import { inTargetTenant } from '../tenants/targetTenant.ts';
import { tenantNodeOf } from '../tenants/tenants.ts';
import { createTenant } from '../tenants/tenantWrites.ts';
import { requireGrantable, requireRoleFitsTenant } from '../users/roleGuards.ts';
import type { UserRow } from '../users/users.ts';
import { write } from '../users/userWrites.ts';
import { mailApproval, mailRejection } from './accountMail.ts';
import { takeDpaAlong } from './accepted.ts';
import { companyOf } from './companies.ts';

/** A registration waits in the tenant it named. Staff see those of all tenants, others those of the tenant they act in. */
async function lockPending(ctx: TransactionContext, actor: UserPrincipal, id: string): Promise<UserRow> {
  const scope = isStaff(actor.role) ? undefined : eq(users.tenant_id, actor.tenant_id);
  const [row] = await ctx.tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), scope))
    .for('update');
  const pending = requireFound(row, 'user');
  requireState(contract.users.actions.approve, pending.deleted_at === null ? pending.status : 'deleted');
  ctx.auditNote.before = { ...pending };
  ctx.auditNote.tenant_id = pending.tenant_id;
  return pending;
}

/** His own tenant and those below it; to come in there is a write of his there. */
async function requireOwnTree(
  ctx: TransactionContext,
  actor: UserPrincipal,
  tenant_id: string,
): Promise<void> {
  const { home_tenant_id: own } = actor;
  const target = await tenantNodeOf(ctx.tx, tenant_id);
  if (target?.id !== own && !target?.ancestors.includes(own))
    throw new AppError('TENANT_DENIED', 'You may approve into your own tenant and its sub-tenants.', {
      own,
      wanted: tenant_id,
    });
  await inTargetTenant(ctx, actor, tenant_id);
}

interface Approve extends contract.Approval {
  id: string;
  origin: string;
  /** Who and from where, for the entry of a tenant that is made. */
  by: AuditPrincipal;
}
export async function approveUser(
  ctx: TransactionContext,
  actor: UserPrincipal,
  { id, role, origin, ...into }: Approve,
): Promise<User> {
  const row = await lockPending(ctx, actor, id);
  requireGrantable(actor, role);
  const tenant_id = into.tenant_id ?? (await makeTenant(ctx, actor, row, { ...into, role }));
  if (!isStaff(actor.role) && tenant_id !== actor.tenant_id) await requireOwnTree(ctx, actor, tenant_id);
  await requireRoleFitsTenant(ctx, role, tenant_id);
  await ctx.tx.update(sessions).set({ tenant_id }).where(eq(sessions.user_id, id));
  const approved = await write(ctx, row, { role, tenant_id, status: 'active' });
  await requireWithinPlan(ctx, 'users', { tenant_id });
  const [tenant] = await ctx.tx.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, tenant_id));
  await mailApproval({ ...ctx, tenant_id }, row, { role, tenant: tenant?.name ?? '', origin });
  return approved;
}

/** With the country and the tax number that the company gave. */
async function makeTenant(
  ctx: TransactionContext,
  actor: UserPrincipal,
  pending: UserRow,
  {
    role,
    new_tenant,
    portal_business = false,
    by,
  }: Pick<Approve, 'role' | 'new_tenant' | 'portal_business' | 'by'>,
): Promise<string> {
  if (!isStaff(actor.role))
    throw new AppError('FORBIDDEN', 'Only staff make a new tenant here.', { role: actor.role });
  const name = new_tenant ?? '';
  const company = await companyOf(ctx.tx, pending);
  const taken = await ctx.tx.select({ slug: tenants.slug }).from(tenants);
  const made = await createTenant({ ...ctx, auditNote: {} }, actor, {
    ...{ name, portal_business, country: company?.country ?? null },
    slug: freeSlug(name, new Set(taken.map(({ slug }) => slug))),
    kind: portal_business ? 'advertiser' : 'fleet',
  });
  const tax_id = company?.tax_id ?? null;
  if (company) {
    const { email: contact_email, phone: contact_phone } = company;
    const ofCompany = { tax_id, contact_email, contact_phone };
    await ctx.tx.update(tenants).set(ofCompany).where(eq(tenants.id, made.id));
  }
  /** Under the same address anybody may have handed in a company: he agreed to nothing that another's browser sent. */
  if (company?.user_id === pending.id) {
    const who = { subject_id: pending.id, subject_email: pending.email, subject_role: role };
    await takeDpaAlong({ tx: ctx.tx, tenant_id: made.id, at: company.created_at }, who);
  }
  await appendAuditEntry({ ...ctx, tenant_id: made.id }, by, {
    ...{ action: 'tenants.post', target_type: 'tenants', target_id: made.id, target_name: name },
    diff: diffOf({}, { name, slug: made.slug, kind: made.kind, portal_business, tax_id }),
  });
  return made.id;
}

export async function rejectUser(
  ctx: TransactionContext,
  actor: UserPrincipal,
  { id, reason }: { id: string; reason: string },
): Promise<User> {
  const row = await lockPending(ctx, actor, id);
  await mailRejection({ ...ctx, tenant_id: row.tenant_id }, row, reason);
  return write(ctx, row, { status: 'rejected' });
}
