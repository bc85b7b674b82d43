/** What an empty database gets: the platform, a first tenant, a first administrator. */
import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import { newPassword } from '../../shared/contract/auth.ts';
import * as z from 'zod/mini';
import { uuid7 } from '../../shared/random.ts';
import { ConfigError } from '../config.ts';
import type { Db } from '../db/database.ts';
import { tenants, users } from '../db/schema.ts';
import type { Server } from '../server.ts';
import { hashPassword, oneTimePassword } from './passwords.ts';

export const FIRST_ADMIN = 'admin@wayside.example';
const DEFAULT_SLUG = 'default-tenant';
const ONE_TIME_MS = 86_400_000;

export interface FirstAdmin {
  email: string;
  /** null: it came from ADMIN_PASSWORD_FILE. */
  password: string | null;
}

/** null where the database was set up before. */
export async function firstRun({ db, clock, config }: Server): Promise<FirstAdmin | null> {
  const [existing] = await db.select({ id: tenants.id }).from(tenants).limit(1);
  if (existing) return null;
  const given = config.adminPasswordFile === null ? null : passwordFrom(config.adminPasswordFile);
  const password = given ?? oneTimePassword();
  const password_hash = await hashPassword(password);
  const now = clock.now();
  const platform = uuid7(now);
  await db.transaction(async tx => {
    await tx.insert(tenants).values([
      { id: platform, name: 'Platform', slug: 'platform', kind: 'platform' },
      { id: uuid7(now), name: 'Taxi fleet', slug: DEFAULT_SLUG, kind: 'fleet' },
    ]);
    await tx.insert(users).values({
      id: uuid7(now),
      tenant_id: platform,
      email: FIRST_ADMIN,
      role: 'staff_super_admin',
      status: 'active',
      password_hash,
      must_change_password: given === null,
      password_expires_at: given === null ? dateOf(now + ONE_TIME_MS) : null,
    });
  });
  return { email: FIRST_ADMIN, password: given === null ? password : null };
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

/** A new one-time password for the first administrator; ends his sessions. Throws where there is none. */
export async function resetAdmin(db: Db, now: number): Promise<FirstAdmin> {
  const password = oneTimePassword();
  const changed = await db
    .update(users)
    .set({
      password_hash: await hashPassword(password),
      must_change_password: true,
      password_expires_at: dateOf(now + ONE_TIME_MS),
      failed_logins: 0,
      locked_until: null,
      status: 'active',
    })
    .where(eq(users.email, FIRST_ADMIN))
    .returning({ id: users.id });
  if (changed.length === 0)
    throw new ConfigError('There is no first administrator yet: start the server once.');
  return { email: FIRST_ADMIN, password };
}

export async function defaultTenant(db: Db): Promise<string> {
  const [tenant] = await db.select({ id: tenants.id }).from(tenants).where(eq(tenants.slug, DEFAULT_SLUG));
  if (!tenant) throw new Error('the default tenant is missing');
  return tenant.id;
}
