/**
 * Companies that register; the account of the same address follows, and the approver sees both. Anybody may write any
 * address into the form: a company is the account's own only where the same browser has asked for both.
 */
import { and, desc, eq, exists, isNull, lt, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dateOf } from '../../../shared/clock.ts';
import type { registerBusiness as contract } from '../../../shared/contract/identity/business.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import type { Db } from '../../db/database.ts';
import { businessRegistrations, consentRecords } from '../../db/schema.ts';
import { editionsOf, noteConsents } from './accepted.ts';
import { inTenant } from '../../transaction/context.ts';
import { defaultTenant } from '../firstRun.ts';
import { ticketCookie } from '../session/ticketCookie.ts';
import { requireUnreserved } from '../users/reservedAddresses.ts';
import type { UserRow } from '../users/users.ts';

const KEPT_MS = 90 * 86_400_000;
const companyCookie = ticketCookie('__Secure-wayside-company', {
  minutes: 60,
  attributes: 'Path=/api/auth/register; HttpOnly; Secure; SameSite=Strict',
});

/** Noted with a company that no account has followed yet. */
function agreedWith(email: string, at: Date) {
  const { subject_id, subject_email, created_at } = consentRecords;
  return and(isNull(subject_id), eq(subject_email, email), eq(created_at, at));
}

/** The same answer whether the address has an account or not. What is handed in anew replaces what no account followed. */
export async function registerCompany(
  server: Server,
  body: Body<typeof contract>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  requireUnreserved(body.email);
  const browser_hash = companyCookie.keep(request, reply);
  const tenant_id = await defaultTenant(server.tenantTransactions);
  const accepted = await editionsOf(server, ['terms', 'dpa']);
  await inTenant(server, { tenant_id, user_id: null }, async ctx => {
    const { tx, now } = ctx;
    const { browser_hash: browser, email, user_id } = businessRegistrations;
    /** Only what the same browser handed in, and agreed to with it: anybody may write any address. */
    const replaced = await tx
      .delete(businessRegistrations)
      .where(and(eq(browser, browser_hash), eq(email, body.email), isNull(user_id)))
      .returning({ created_at: businessRegistrations.created_at });
    for (const { created_at } of replaced)
      await tx.delete(consentRecords).where(agreedWith(body.email, created_at));
    await noteConsents(
      ctx,
      accepted.map(one => ({ ...one, subject_email: body.email })),
    );
    await tx
      .insert(businessRegistrations)
      .values({ ...body, id: uuid7(now), tenant_id, browser_hash, created_at: dateOf(now) });
  });
}

/** Of the browser that asks for the account: what it handed in, and agreed to, is the account's from here on. */
export async function joinCompany(
  server: Server,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  request: FastifyRequest,
): Promise<void> {
  const browser_hash = companyCookie.hashOf(request);
  if (browser_hash === null) return;
  const tenant_id = await defaultTenant(server.tenantTransactions);
  await server.tenantTransactions.inTenant(tenant_id, async tx => {
    const { user_id, ...of } = businessRegistrations;
    const [company] = await tx
      .update(businessRegistrations)
      .set({ user_id: id })
      .where(and(eq(of.browser_hash, browser_hash), eq(of.email, email), isNull(user_id)))
      .returning({ created_at: of.created_at });
    if (!company) return;
    const agreed = agreedWith(email, company.created_at);
    /** What he has accepted with the account already is noted there. */
    const own = alias(consentRecords, 'own');
    const { purpose, text_version } = consentRecords;
    const isSame = and(
      ...[eq(own.subject_id, id), eq(own.purpose, purpose), eq(own.text_version, text_version)],
    );
    const noted = tx.select({ id: own.id }).from(own).where(isSame);
    await tx.delete(consentRecords).where(and(agreed, exists(noted)));
    await tx.update(consentRecords).set({ subject_id: id }).where(agreed);
  });
}

/** The account's own, else what was handed in last under its address before the account was asked for, and is no other's. */
export async function companyOf(
  tx: Db,
  { id, email, created_at }: Pick<UserRow, 'id' | 'email' | 'created_at'>,
) {
  const isOwn = sql`coalesce(${businessRegistrations.user_id} = ${id}, false)`;
  const [row] = await tx
    .select()
    .from(businessRegistrations)
    .where(
      and(
        ...[eq(businessRegistrations.email, email), lte(businessRegistrations.created_at, created_at)],
        sql`coalesce(${businessRegistrations.user_id} = ${id}, true)`,
      ),
    )
    .orderBy(desc(isOwn), desc(businessRegistrations.created_at), desc(businessRegistrations.id))
    .limit(1);
  return row ?? null;
}

export async function sweepCompanies(tx: Db, now: number): Promise<void> {
  await tx.delete(businessRegistrations).where(lt(businessRegistrations.created_at, dateOf(now - KEPT_MS)));
}
