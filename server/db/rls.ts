/** Row-level security, the second guard between tenants: the role that transactions take, and the check at start that it works. */
import { sql } from 'drizzle-orm';
import { ConfigError } from '../context/config.ts';
import type { Db } from './database.ts';
import type { TenantTransactions } from './tenantTransactions.ts';
import { rowsOf } from './rows.ts';

const ROLE = 'wayside_app';
/** Advisory lock: nodes that start at the same time take turns. */
const LOCK = 7_221_503;
/** Two tenant ids in the table rls_canary, which exists for this check only. */
const CANARIES = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'] as const;

interface Login {
  bypasses: boolean;
  creates: boolean;
  exists: boolean;
}

/** The role each transaction takes; null where the policies apply to the login itself. */
export async function roleFor(db: Db): Promise<string | null> {
  const [login] = rowsOf<Login>(
    await db.execute(sql`
      select rolsuper or rolbypassrls as bypasses, rolsuper or rolcreaterole as creates,
        exists (select from pg_roles where rolname = ${ROLE}) as exists
      from pg_roles where rolname = current_user`),
  );
  if (!login?.bypasses) return null;
  if (!login.exists && !login.creates)
    throw new ConfigError(
      `DATABASE_URL: this login sees past row-level security and may not create the role ${ROLE}. Take a login without BYPASSRLS, or create the role.`,
    );
  await db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    if (!login.exists)
      await tx.execute(sql`
        do $$ begin
          create role wayside_app nologin nosuperuser nobypassrls;
        exception when duplicate_object or unique_violation then null;
        end $$`);
    await join(tx, login);
    await tx.execute(sql`
      grant usage on schema public to wayside_app;
    `);
    await tx.execute(sql`grant select, insert, update, delete on all tables in schema public to wayside_app`);
    await tx.execute(sql`revoke all on server_keys from wayside_app`);
    await tx.execute(sql`revoke update, delete on audit_events from wayside_app`);
  });
  return ROLE;
}

/** A login that is not a superuser can take a role only as its member. */
async function join(tx: Db, { creates }: Login): Promise<void> {
  const [found] = rowsOf<{ belongs: boolean }>(
    await tx.execute(sql`select pg_has_role(current_user, ${ROLE}, 'member') as belongs`),
  );
  if (found?.belongs) return;
  if (!creates)
    throw new ConfigError(
      `DATABASE_URL: this login sees past row-level security and may not take on the role ${ROLE}. Take a login without BYPASSRLS, or GRANT ${ROLE} to it.`,
    );
  await tx.execute(sql`grant wayside_app to current_user`);
}

/** Throws where one tenant sees a row of another; the server then does not start. */
export async function requireRowLevelSecurity(tenantTransactions: TenantTransactions): Promise<void> {
  const [own, other] = CANARIES;
  const seen = await tenantTransactions.inTenant(own, async tx =>
    rowsOf<{ tenant_id: string }>(await tx.execute(sql`select tenant_id from rls_canary`)).map(
      row => row.tenant_id,
    ),
  );
  if (seen.includes(other) || !seen.includes(own))
    throw new ConfigError(
      'Row-level security does not hold in this database: one tenant would see the rows of another. Nothing is served.',
    );
}
