/** First-time setup of an empty database: the platform, a first tenant and a first administrator. */
import { readFileSync } from 'node:fs';
import { and, eq, isNull, notExists, notLike, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import { dateOf } from '../../shared/clock.ts';
import { DEFAULT_TENANT, newPassword } from '../../shared/contract/identity/auth.ts';
import { uuid7 } from '../../shared/random.ts';
import { ConfigError } from '../context/config.ts';
import type { TenantTransactions } from '../db/tenantTransactions.ts';
import { passkeys, resetTokens, sessions, tenants, users } from '../db/schema.ts';
import type { Server } from '../context/server.ts';
import { insertExamplePlans } from './examplePlans.ts';
import { hashPassword, oneTimePassword } from './passwords/passwords.ts';
import { ERASED_DOMAIN } from './users/reservedAddresses.ts';

export const FIRST_ADMIN = 'admin@wayside.example';
const ONE_TIME_MS = 86_400_000;

export interface FirstAdmin {
  email: string;
  /** null: the password comes from ADMIN_PASSWORD_FILE. */
  password: string | null;
}

/** Of nodes that start at once, one sets the database up. */
const LOCK = 7_221_506;

/** null where the database is set up already. */
export async function firstRun({ tenantTransactions, clock, config }: Server): Promise<FirstAdmin | null> {
  if (await tenantTransactions.lookUp('sign_in', tx => tx.$count(tenants))) return null;
  const configured = config.adminPasswordFile === null ? null : passwordFrom(config.adminPasswordFile);
  const password = configured ?? oneTimePassword();
  const password_hash = await hashPassword(password);
  const now = clock.now();
  const platform = uuid7(now);
  const isFirst = await tenantTransactions.acrossTenants(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    if (await tx.$count(tenants)) return false;
    await tx.insert(tenants).values([
      { id: platform, name: 'Platform', slug: 'platform', kind: 'platform' },
      { id: uuid7(now), name: 'Taxi fleet', slug: DEFAULT_TENANT, kind: 'fleet' },
    ]);
    await insertExamplePlans(tx, { tenant_id: platform, now });
    await tx.insert(users).values({
      id: uuid7(now),
      tenant_id: platform,
      email: FIRST_ADMIN,
      role: 'staff_super_admin',
      status: 'active',
      password_hash,
      must_change_password: configured === null,
      password_expires_at: configured === null ? dateOf(now + ONE_TIME_MS) : null,
    });
    return true;
  });
  if (!isFirst) return null;
  return { email: FIRST_ADMIN, password: configured === null ? password : null };
}

function passwordFrom(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new ConfigError(`ADMIN_PASSWORD_FILE: "${file}" cannot be read.`, { cause });
  }
  const checked = z.safeParse(newPassword, text);
  if (!checked.success)
    throw new ConfigError(
      `ADMIN_PASSWORD_FILE: ${checked.error.issues.map(issue => issue.message).join('; ')}.`,
    );
  return text;
}

/**
 * Sets a new one-time password for the first administrator who was not erased, whatever his address is by now; one who was
 * removed and whose address another has is passed over. His sessions, links, second factor, passkeys, accounts at providers
 * and a change of address that waits end. Throws where he does not exist.
 */
export async function resetAdmin({ tenantTransactions, clock }: Server): Promise<FirstAdmin> {
  const password = oneTimePassword();
  const password_hash = await hashPassword(password);
  const now = clock.now();
  const changed = await tenantTransactions.acrossTenants(async tx => {
    const other = alias(users, 'other');
    const hasSameAddress = and(eq(other.email, users.email), isNull(other.deleted_at));
    const sameAddress = tx.select({ id: other.id }).from(other).where(hasSameAddress);
    const [first] = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          ...[eq(users.role, 'staff_super_admin'), notLike(users.email, `%@${ERASED_DOMAIN}`)],
          or(isNull(users.deleted_at), notExists(sameAddress)),
        ),
      )
      .orderBy(users.created_at, users.id)
      .limit(1);
    if (!first) return null;
    const whose = eq(users.id, first.id);
    const [admin] = await tx
      .update(users)
      .set({
        password_hash,
        must_change_password: true,
        password_expires_at: dateOf(now + ONE_TIME_MS),
        ...{ second_factor: null, sign_in_ticket: null, email_change: null, sessions_ended_at: dateOf(now) },
        ...{ status: 'active', deleted_at: null, google_sub: null, apple_sub: null },
      })
      .where(whose)
      .returning({ email: users.email });
    await tx
      .update(sessions)
      .set({ revoked_at: dateOf(now) })
      .where(eq(sessions.user_id, first.id));
    await tx.delete(passkeys).where(eq(passkeys.user_id, first.id));
    await tx
      .update(resetTokens)
      .set({ used_at: dateOf(now) })
      .where(and(eq(resetTokens.user_id, first.id), isNull(resetTokens.used_at)));
    return admin;
  });
  if (!changed) throw new ConfigError('There is no first administrator yet: start the server once.');
  return { email: changed.email, password };
}

export async function defaultTenant(tenantTransactions: TenantTransactions): Promise<string> {
  const [tenant] = await tenantTransactions.lookUp('sign_in', tx =>
    tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.slug, DEFAULT_TENANT)),
  );
  if (!tenant) throw new Error('the default tenant is missing');
  return tenant.id;
}
