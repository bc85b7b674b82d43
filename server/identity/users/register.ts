/** Registration: the new user is a viewer, waits for approval and chooses a tenant that accepts registrations (X20). */
import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { dateOf } from '../../../shared/clock.ts';
import {
  DEFAULT_TENANT,
  type register as contract,
  type User,
} from '../../../shared/contract/identity/auth.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { tenants, users } from '../../db/schema.ts';
import { auditPrincipalOf, ANONYMOUS } from '../../http/auditPrincipal.ts';
import type { Server } from '../../context/server.ts';
import { editionsOfAccount, noteAccepted } from '../entrances/accepted.ts';
import { appendAuditEntry } from '../../transaction/audit.ts';
import { inTenant } from '../../transaction/context.ts';
import { defaultTenant } from '../firstRun.ts';
import { homeStatus } from '../session/mayEnter.ts';
import { requireUncommon } from '../passwords/commonPasswords.ts';
import { requireUnreserved } from './reservedAddresses.ts';
import { accountExists, toUser, userByEmail } from './users.ts';

/** Never the platform, whatever its settings say: its people are staff, who are invited. */
const acceptsRegistrations = and(
  eq(tenants.open_signup, true),
  ne(tenants.kind, 'platform'),
  eq(tenants.status, 'active'),
  isNull(tenants.deleted_at),
);

/** The default tenant first: the form asks the first of them. */
export const openTenants = (server: Server) =>
  server.tenantTransactions.lookUp('sign_in', tx =>
    tx
      .select({ id: tenants.id, name: tenants.name })
      .from(tenants)
      .where(acceptsRegistrations)
      .orderBy(desc(eq(tenants.slug, DEFAULT_TENANT)), tenants.name),
  );

async function tenantFor(server: Server, wanted: string | undefined): Promise<string> {
  if (wanted === undefined || wanted === DEFAULT_TENANT) return defaultTenant(server.tenantTransactions);
  const open = await openTenants(server);
  if (open.some(tenant => tenant.id === wanted)) return wanted;
  throw closed();
}
const closed = () =>
  new AppError('VALIDATION', 'This tenant takes no registrations.', {
    tenant_id: ['This tenant takes no registrations.'],
  });

export async function register(
  server: Server,
  { password, tenant_id: wanted, ...input }: Body<typeof contract>,
  request: FastifyRequest,
): Promise<User> {
  requireUnreserved(input.email);
  requireUncommon(password, 'password');
  const tenant_id = await tenantFor(server, wanted);
  const password_hash = await server.passwords.hash(password);
  if (await server.tenantTransactions.lookUp('sign_in', tx => userByEmail(tx, input.email)))
    throw accountExists();
  const accepted = await editionsOfAccount(server);
  return inTenant(server, { tenant_id, user_id: null }, async ctx => {
    if ((await homeStatus(ctx.tx, tenant_id)) !== 'active') throw closed();
    const id = uuid7(ctx.now);
    const { email, first_name, last_name, locale = 'en' } = input;
    const [made] = await ctx.tx
      .insert(users)
      .values({
        ...{ id, tenant_id, email, first_name, last_name, locale, password_hash },
        role: 'viewer',
        status: 'pending_approval',
        created_at: dateOf(ctx.now),
        updated_at: dateOf(ctx.now),
      })
      .onConflictDoNothing()
      .returning();
    if (!made) throw accountExists();
    await noteAccepted(ctx, accepted, made);
    const auditPrincipal = auditPrincipalOf({ ...ANONYMOUS, email }, request);
    await appendAuditEntry(ctx, auditPrincipal, {
      action: 'auth.register',
      target_type: 'users',
      target_id: id,
      target_name: email,
      diff: {},
    });
    return toUser(made);
  });
}
