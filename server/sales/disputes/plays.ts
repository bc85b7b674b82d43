/** What the plays of a dispute cost: of those on invoices that were sent before it what was not credited yet. */
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { costOfPlays } from '../../../shared/money.ts';
import { disputeCredits } from '../../db/schema.ts';
import { accountOf, isAbout, type Disputed } from '../../proof/account/account.ts';
import { uncreditedPlays } from '../../proof/account/inSql.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { PlaysToCredit } from './allocate.ts';

/** Of each line, by play credits alone. */
async function creditedBefore({ tx, tenant_id }: TransactionContext, line_ids: readonly string[]) {
  const rows = await tx
    .select({ line_id: disputeCredits.line_id, plays: sql<number>`sum(${disputeCredits.plays})::float8` })
    .from(disputeCredits)
    .where(
      and(
        ...[eq(disputeCredits.tenant_id, tenant_id), isNotNull(disputeCredits.plays)],
        inArray(disputeCredits.line_id, [...line_ids]),
      ),
    )
    .groupBy(disputeCredits.line_id);
  return new Map(rows.map(({ line_id, plays }) => [line_id, plays]));
}

/** Rounded over all that was ever credited of a line, so that its plays never cost more one by one than together. */
export async function playsToCredit(
  ctx: TransactionContext,
  dispute: Disputed & { play_id: string | null },
): Promise<PlaysToCredit[]> {
  const { campaign_id } = dispute;
  const account = await accountOf(ctx, campaign_id === null ? undefined : [campaign_id]);
  const invoiced = account.invoiced.filter(line => isAbout(dispute, line));
  const counted = await uncreditedPlays(ctx, { ...account, invoiced }, dispute);
  const before = await creditedBefore(
    ctx,
    invoiced.map(({ line_id }) => line_id),
  );
  return invoiced.flatMap(({ line_id, price_micros, currency }) => {
    const plays = counted.get(line_id) ?? 0;
    const credited = before.get(line_id) ?? 0;
    const cost = (n: number) => costOfPlays(n, price_micros, currency);
    return plays === 0 ? [] : [{ line_id, plays, amount_minor: cost(credited + plays) - cost(credited) }];
  });
}
