/** How far a campaign is: its plays, their price, and where its plan would be by now. */
import { sql } from 'drizzle-orm';
import { playsFor } from '../../../shared/money.ts';
import type { Campaign } from '../../../shared/contract/sales/campaign.ts';
import { rowsOf } from '../../db/rows.ts';
import { rolledAtLeast } from '../../proof/analytics/source.ts';
import { deliveredPlays } from '../../proof/sums/delivered.ts';
import type { TransactionContext } from '../../transaction/context.ts';

/** A screen may claim any time. */
const FAR = '9999-12-31T00:00:00.000Z';

/** By campaign: plays since `since`, or since ever. */
export async function playsDelivered(
  ctx: TransactionContext,
  ids: readonly string[],
  since: string | null = null,
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { tx, tenant_id } = ctx;
  const rows = rowsOf<{ id: string; n: number }>(
    await tx.execute(
      deliveredPlays({
        ...{ tenant_id, until: await rolledAtLeast(ctx), ids: sql`${sql.param([...ids])}::uuid[]` },
        ...(since !== null && { within: { from: since, to: FAR } }),
      }),
    ),
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

interface Counted {
  goal: Campaign['goal'];
  goal_amount: number | null;
  budget_minor: number | null;
  bid_micros: number | null;
}
/** More than all screens of the world show, and small enough that the plans of a tenant can be added up. */
const MOST_PLAYS = 1_000_000_000_000;
/** Plays that the plan asks for in all; null where it cannot be counted in plays. */
export function goalOf(campaign: Counted, currency: string): number | null {
  const { goal, goal_amount, budget_minor, bid_micros } = campaign;
  if (goal === 'plays' || goal === 'impressions') return goal_amount;
  const bought =
    goal === 'budget' && budget_minor !== null ? playsFor(budget_minor, bid_micros, currency) : null;
  return bought === null ? null : Math.min(MOST_PLAYS, bought);
}

const TOLERANCE = 0.1;
export function healthOf(delivered: number, expected: number | null): Campaign['health'] {
  if (expected === null || expected < 1) return 'none';
  if (delivered < expected * (1 - TOLERANCE)) return 'behind';
  return delivered > expected * (1 + TOLERANCE) ? 'ahead' : 'on_plan';
}
