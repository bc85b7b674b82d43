/** What a batch of plays begins with, in one statement: the lock of its screen, and the rule by which its plays count. */
import { sql } from 'drizzle-orm';
import { COUNTING_RULES } from '../../../shared/contract/identity/settings/layered.ts';
import { resolveSettings, type OwnValues } from '../../../shared/contract/identity/settings/origin.ts';
import type { CountingRule } from '../../../shared/contract/proof/countingRule.ts';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';

interface Layers {
  platform: OwnValues<CountingRule> | null;
  tenant: OwnValues<CountingRule> | null;
}
/**
 * One batch of a screen after another: two at once would each miss the plays of the other. The rule is that of the
 * tenant whose screen it is. A tenant sees no other row of `tenants`: a function of the database reads the platform's.
 */
export async function lockLedgers(
  { tx, tenant_id }: TransactionContext,
  device_id: string,
): Promise<CountingRule> {
  const [found] = rowsOf<Layers>(
    await tx.execute(sql`
      select pg_advisory_xact_lock(hashtextextended(${`plays ${device_id}`}, 0)),
        wayside_platform_counting() as platform,
        (select t.settings -> 'counting' from tenants t where t.id = ${tenant_id}) as tenant`),
  );
  const layers = { platform: found?.platform ?? {}, tenant: found?.tenant ?? {} };
  return resolveSettings<CountingRule>(COUNTING_RULES, layers).effective;
}
