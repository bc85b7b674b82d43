/** The only way to the rows: each transaction sets its scope and tenant, and row-level security enforces both. */
import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';
import { markTransaction, requireNoTransaction } from './nesting.ts';

/** Scopes for look-ups before the tenant is known. */
export type LookUp = 'sign_in' | 'device' | 'pairing';
type Scope = LookUp | 'tenant' | 'everywhere';
type Act<T> = (tx: Db) => Promise<T>;
/** Decides when a transaction begins. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;
const atOnce: InTurn = work => work();

export interface TenantTransactions {
  inTenant<T>(tenant_id: string, act: Act<T>): Promise<T>;
  lookUp<T>(what: LookUp, act: Act<T>): Promise<T>;
  /** Rows of all tenants, for example at the first start, in the tenant list and in hourly jobs. */
  acrossTenants<T>(act: Act<T>): Promise<T>;
}

/** Serialisation failure and deadlock: the transaction is retried. */
const AGAIN = new Set(['40001', '40P01']);
const TRIES = 3;
/** Two rows would hold what only one may. */
export const UNIQUE_VIOLATION = '23505';

/** PostgreSQL's, of the failure itself or of what caused it; empty where it has none. */
export const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code ?? (cause === undefined ? '' : codeOf(cause));
};

/** `role`: the role the transaction takes, where the login bypasses row-level security. */
export function openTenantTransactions(
  db: Db,
  role: string | null,
  inTurn: InTurn = atOnce,
): TenantTransactions {
  const setScope = (tx: Db, scope: Scope, tenant_id: string) =>
    tx.execute(sql`select set_config('wayside.scope', ${scope}, true), set_config('wayside.tenant', ${tenant_id}, true)
      ${role === null ? sql`` : sql`, set_config('role', ${role}, true)`}`);

  async function run<T>(scope: Scope, tenant_id: string, act: Act<T>): Promise<T> {
    requireNoTransaction();
    for (let tries = 1; ; tries++) {
      try {
        return await markTransaction(() =>
          inTurn(() =>
            db.transaction(async tx => {
              await setScope(tx, scope, tenant_id);
              return act(tx);
            }),
          ),
        );
      } catch (error) {
        if (tries === TRIES || !AGAIN.has(codeOf(error))) throw error;
      }
    }
  }

  return {
    inTenant: (tenant_id, act) => run('tenant', tenant_id, act),
    lookUp: (what, act) => run(what, '', act),
    acrossTenants: act => run('everywhere', '', act),
  };
}

/** A look-up within a tenant's transaction, whose own rows stay visible; for example an unclaimed pairing code. */
export async function withLookUp<T>(tx: Db, what: LookUp, act: () => Promise<T>): Promise<T> {
  const set = (scope: Scope) => tx.execute(sql`select set_config('wayside.scope', ${scope}, true)`);
  await set(what);
  const result = await act();
  await set('tenant');
  return result;
}

/** Reads rows of a tenant that the principal acts in, within a transaction in his own; afterwards his own are visible again. */
export async function withTenant<T>(
  { tx, tenant_id: own }: { tx: Db; tenant_id: string },
  tenant_id: string,
  act: () => Promise<T>,
): Promise<T> {
  const set = (id: string) => tx.execute(sql`select set_config('wayside.tenant', ${id}, true)`);
  await set(tenant_id);
  const result = await act();
  await set(own);
  return result;
}
