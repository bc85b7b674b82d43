/** The only ways to the rows: each transaction says whose rows it sees, and row-level security holds it to that. */
import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';
import { asTransaction, requireOutside } from './nesting.ts';

/** Who is asked for before a tenant is known. */
export type LookUp = 'sign_in' | 'device' | 'pairing';
type Scope = LookUp | 'tenant' | 'everywhere';
type Act<T> = (tx: Db) => Promise<T>;

export interface Doors {
  inTenant<T>(tenant_id: string, act: Act<T>): Promise<T>;
  lookUp<T>(what: LookUp, act: Act<T>): Promise<T>;
  /** Rows of all tenants: the first start, the list of tenants, the chain of each. */
  everywhere<T>(act: Act<T>): Promise<T>;
}

/** Serialisation failure, deadlock: what was asked may simply be done again. */
const AGAIN = new Set(['40001', '40P01']);
const TRIES = 3;

const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code ?? (cause === undefined ? '' : codeOf(cause));
};

/** `role`: what the transaction becomes, where its login would see past row-level security. */
export function openDoors(db: Db, role: string | null): Doors {
  const enter = (tx: Db, scope: Scope, tenant_id: string) =>
    tx.execute(sql`select set_config('wayside.scope', ${scope}, true), set_config('wayside.tenant', ${tenant_id}, true)
      ${role === null ? sql`` : sql`, set_config('role', ${role}, true)`}`);

  async function run<T>(scope: Scope, tenant_id: string, act: Act<T>): Promise<T> {
    requireOutside();
    for (let tries = 1; ; tries++) {
      try {
        return await asTransaction(() =>
          db.transaction(async tx => {
            await enter(tx, scope, tenant_id);
            return act(tx);
          }),
        );
      } catch (error) {
        if (tries === TRIES || !AGAIN.has(codeOf(error))) throw error;
      }
    }
  }

  return {
    inTenant: (tenant_id, act) => run('tenant', tenant_id, act),
    lookUp: (what, act) => run(what, '', act),
    everywhere: act => run('everywhere', '', act),
  };
}

/** A look-up within a transaction of a tenant, whose own rows stay in sight: a code that nobody has claimed yet. */
export async function lookingUp<T>(tx: Db, what: LookUp, act: () => Promise<T>): Promise<T> {
  const set = (scope: Scope) => tx.execute(sql`select set_config('wayside.scope', ${scope}, true)`);
  await set(what);
  const result = await act();
  await set('tenant');
  return result;
}
