/** TenantTransactions that roll back every transaction at its end. */
import type { TenantTransactions } from '../../../server/db/tenantTransactions.ts';
import type { Db } from '../../../server/db/database.ts';

type Act<T> = (tx: Db) => Promise<T>;

class Undone extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('rolled back');
    this.result = result;
  }
}

async function undoing<T>(open: (act: Act<T>) => Promise<T>, act: Act<T>): Promise<T> {
  try {
    return await open(async tx => {
      throw new Undone(await act(tx));
    });
  } catch (error) {
    if (error instanceof Undone) return error.result as T;
    throw error;
  }
}

export const rollingBack = (tenantTransactions: TenantTransactions): TenantTransactions => ({
  inTenant: (tenant_id, act) => undoing(run => tenantTransactions.inTenant(tenant_id, run), act),
  lookUp: (what, act) => undoing(run => tenantTransactions.lookUp(what, run), act),
  acrossTenants: act => undoing(run => tenantTransactions.acrossTenants(run), act),
});
