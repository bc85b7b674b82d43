/** What the plays of a dispute cost: of those on invoices that were sent before it what was not credited yet. */
import { and, eq, inArray } from 'drizzle-orm';
import { costOfPlays } from '../../../shared/money.ts';
import { disputeCredits, disputes } from '../../db/schema.ts';
import { accountOf, disputedCampaigns, isAbout, type Disputed } from '../../proof/account/account.ts';
import { uncreditedPlays } from '../../proof/account/inSql.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { PlaysToCredit } from './allocate.ts';

type DisputedPlays = Disputed & { play_id: string | null };
/** Credits of lines: of so many plays, or an amount for whatever was played in a time. */
export interface LineCredit {
  line_id: string | null;
  plays: number | null;
  amount_minor: number;
  play_id: string | null;
  from: Date | null;
  to: Date | null;
}
export async function creditsOf(
  { tx, tenant_id }: TransactionContext,
  line_ids: readonly string[],
): Promise<LineCredit[]> {
  const { line_id, plays, amount_minor, from, to } = disputeCredits;
  return tx
    .select({ line_id, plays, amount_minor, from, to, play_id: disputes.play_id })
    .from(disputeCredits)
    .innerJoin(disputes, eq(disputes.id, disputeCredits.dispute_id))
    .where(and(eq(disputeCredits.tenant_id, tenant_id), inArray(line_id, [...line_ids])));
}

/** An amount names no plays: it may have been for any of its time. */
const mayHold = (credit: LineCredit, { play_id, from, to }: DisputedPlays): boolean =>
  (credit.play_id === null || play_id === null || credit.play_id === play_id) &&
  (credit.from === null || to === null || credit.from < to) &&
  (credit.to === null || from === null || credit.to > from);

/**
 * Rounded over all that was ever credited of a line, so that its plays never cost more one by one than together.
 * What was credited as an amount of any part of their time is taken off whole: rather a play too little than one twice.
 */
export async function playsToCredit(
  ctx: TransactionContext,
  dispute: DisputedPlays,
): Promise<PlaysToCredit[]> {
  const account = await accountOf(ctx, { campaign_ids: await disputedCampaigns(ctx, dispute) });
  const invoiced = account.invoiced.filter(line => isAbout(dispute, line));
  const counted = await uncreditedPlays(ctx, { ...account, invoiced }, dispute);
  const credits = await creditsOf(
    ctx,
    invoiced.map(({ line_id }) => line_id),
  );
  return invoiced.flatMap(({ line_id, invoice, price_micros, currency }) => {
    const plays = counted.get(line_id) ?? 0;
    if (plays === 0) return [];
    const before = credits.filter(credit => credit.line_id === line_id);
    const credited = before.reduce((sum, credit) => sum + (credit.plays ?? 0), 0);
    const amounts = before
      .filter(credit => credit.plays === null && mayHold(credit, dispute))
      .reduce((sum, { amount_minor }) => sum + amount_minor, 0);
    const cost = (n: number) => costOfPlays(n, price_micros, currency);
    const amount_minor = Math.max(0, cost(credited + plays) - cost(credited) - amounts);
    return [{ line_id, invoice, plays, amount_minor }];
  });
}
