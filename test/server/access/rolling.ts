/** Doors behind which everything is done and nothing stays: each transaction is rolled back at its end. */
import type { Doors } from '../../../server/db/doors.ts';
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

export const rollingBack = (doors: Doors): Doors => ({
  inTenant: (tenant_id, act) => undoing(run => doors.inTenant(tenant_id, run), act),
  lookUp: (what, act) => undoing(run => doors.lookUp(what, run), act),
  everywhere: act => undoing(run => doors.everywhere(run), act),
});
