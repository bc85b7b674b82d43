/** Registration: always a viewer, always waiting for approval, in a tenant that takes them (X20). */
import { and, eq, isNull } from 'drizzle-orm';
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
import { doerOf, NOBODY } from '../../http/doer.ts';
import type { Server } from '../../context/server.ts';
import { writeDown } from '../../transaction/audit.ts';
import { inTenant } from '../../transaction/work.ts';
import { defaultTenant } from '../firstRun.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { toUser, userByEmail } from './users.ts';

const takesThem = and(
  eq(tenants.open_signup, true),
  eq(tenants.status, 'active'),
  isNull(tenants.deleted_at),
);

export const openTenants = (server: Server) =>
  server.doors.lookUp('sign_in', tx =>
    tx.select({ id: tenants.id, name: tenants.name }).from(tenants).where(takesThem).orderBy(tenants.name),
  );

async function tenantFor(server: Server, wanted: string | undefined): Promise<string> {
  if (wanted === undefined || wanted === DEFAULT_TENANT) return defaultTenant(server.doors);
  const open = await openTenants(server);
  if (open.some(tenant => tenant.id === wanted)) return wanted;
  throw new AppError('VALIDATION', 'This tenant takes no registrations.', {
    tenant_id: ['This tenant takes no registrations.'],
  });
}

export async function register(
  server: Server,
  { password, tenant_id: wanted, ...asked }: Body<typeof contract>,
  request: FastifyRequest,
): Promise<User> {
  const exists = () => new AppError('USER_EXISTS', 'An account with this email already exists.');
  const tenant_id = await tenantFor(server, wanted);
  const password_hash = await hashPassword(password);
  if (await server.doors.lookUp('sign_in', tx => userByEmail(tx, asked.email))) throw exists();
  return inTenant(server, { tenant_id, by: null }, async work => {
    const id = uuid7(work.now);
    const { email, first_name, last_name, locale = 'en' } = asked;
    const [made] = await work.tx
      .insert(users)
      .values({
        ...{ id, tenant_id, email, first_name, last_name, locale, password_hash },
        role: 'viewer',
        status: 'pending_approval',
        created_at: dateOf(work.now),
        updated_at: dateOf(work.now),
      })
      .onConflictDoNothing()
      .returning();
    if (!made) throw exists();
    const doer = doerOf({ ...NOBODY, email }, request);
    await writeDown(work, doer, { action: 'auth.register', target_type: 'users', target_id: id, diff: {} });
    return toUser(made);
  });
}
