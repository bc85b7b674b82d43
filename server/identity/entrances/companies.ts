/** Companies that register; the account of the same address follows, and the approver sees both. */
import { and, desc, eq, lt, lte } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { registerBusiness as contract } from '../../../shared/contract/identity/business.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import type { Db } from '../../db/database.ts';
import { businessRegistrations } from '../../db/schema.ts';
import { editionsOf, noteConsents } from './accepted.ts';
import { inTenant } from '../../transaction/context.ts';
import { defaultTenant } from '../firstRun.ts';
import type { UserRow } from '../users/users.ts';

const KEPT_MS = 90 * 86_400_000;

/** The same answer whether the address has an account or not. */
export async function registerCompany(server: Server, body: Body<typeof contract>): Promise<void> {
  const tenant_id = await defaultTenant(server.tenantTransactions);
  const accepted = await editionsOf(server, ['terms', 'dpa']);
  await inTenant(server, { tenant_id, user_id: null }, async ctx => {
    const { tx, now } = ctx;
    await noteConsents(
      ctx,
      accepted.map(one => ({ ...one, subject_email: body.email })),
    );
    await tx
      .insert(businessRegistrations)
      .values({ ...body, id: uuid7(now), tenant_id, created_at: dateOf(now) });
  });
}

/** What was handed in last before the account was asked for. */
export async function companyOf(tx: Db, { email, created_at }: Pick<UserRow, 'email' | 'created_at'>) {
  const [row] = await tx
    .select()
    .from(businessRegistrations)
    .where(and(eq(businessRegistrations.email, email), lte(businessRegistrations.created_at, created_at)))
    .orderBy(desc(businessRegistrations.created_at), desc(businessRegistrations.id))
    .limit(1);
  return row ?? null;
}

export async function sweepCompanies(tx: Db, now: number): Promise<void> {
  await tx.delete(businessRegistrations).where(lt(businessRegistrations.created_at, dateOf(now - KEPT_MS)));
}
