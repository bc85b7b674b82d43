/** What the landing of the portal shows; each part by the rule of what it is about. */
import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import { SUMMARY_CAMPAIGNS, type businessSummary } from '../../../shared/contract/sales/businessSummary.ts';
import { OPEN_FOR_SIGNATURE } from '../../../shared/contract/sales/contract.ts';
import { allows } from '../../../shared/contract/wire/access.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { forecastOf, usedBy } from '../../../shared/sales/budgets.ts';
import { isQuarantined } from '../../content/creatives/quarantine.ts';
import { requireFound } from '../../db/rows.ts';
import { budgets, campaigns, contracts, mediaAssets, submissions, tenants } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { usedOf } from '../budgets/used.ts';
import { campaignListing } from '../campaigns/listing.ts';

type Summary = Answer<typeof businessSummary>;

export async function summaryOf(ctx: TransactionContext, principal: UserPrincipal): Promise<Summary> {
  return {
    campaigns: allows(principal.role, 'campaigns', 'R') ? await campaignsOf(ctx) : null,
    month: allows(principal.role, 'budget', 'S') ? await monthOf(ctx) : null,
    submissions: await ownSubmissions(ctx),
    quarantined: await ownQuarantined(ctx),
    contracts_to_sign: await contractsToSign(ctx),
  };
}

async function campaignsOf(ctx: TransactionContext): Promise<NonNullable<Summary['campaigns']>> {
  const { tx, tenant_id } = ctx;
  const inState = (...states: (typeof campaigns.$inferSelect)['state'][]) =>
    and(eq(campaigns.tenant_id, tenant_id), isNull(campaigns.deleted_at), inArray(campaigns.state, states));
  const counted = await tx
    .select({ state: campaigns.state, n: count() })
    .from(campaigns)
    .where(inState('live', 'scheduled'))
    .groupBy(campaigns.state);
  const first = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(inState('live'))
    .orderBy(asc(campaigns.ends_at), asc(campaigns.id))
    .limit(SUMMARY_CAMPAIGNS);
  const rows = await campaignListing.rowsOf(
    ctx,
    first.map(({ id }) => id),
    null,
  );
  const countOf = (state: string) => counted.find(one => one.state === state)?.n ?? 0;
  return {
    live: countOf('live'),
    scheduled: countOf('scheduled'),
    items: rows.map(({ id, name, ends_at, delivered, expected, health }) => ({
      ...{ id, name, ends_at, delivered, expected, health },
    })),
  };
}

/** As a budget of the tenant for the month counts it. */
async function monthOf(ctx: TransactionContext): Promise<NonNullable<Summary['month']>> {
  const { tx, tenant_id, now } = ctx;
  const [tenant] = await tx
    .select({ tz: tenants.tz, currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  const { tz, currency } = requireFound(tenant, 'tenant');
  const { window, plays } = await usedOf(ctx, { period: 'month', campaign_id: null }, tz);
  const { spent_minor } = usedBy(plays, currency);
  const [budget] = await tx
    .select({ amount: sql<number | null>`min(${budgets.amount_minor})::float8`.mapWith(Number) })
    .from(budgets)
    .where(
      and(
        ...[eq(budgets.tenant_id, tenant_id), isNull(budgets.deleted_at), isNull(budgets.campaign_id)],
        ...[eq(budgets.period, 'month'), inArray(budgets.state, ['active', 'exhausted'])],
      ),
    );
  return {
    from: window.from,
    currency,
    plays: plays.reduce((sum, { delivered }) => sum + delivered, 0),
    spent_minor,
    forecast_minor: forecastOf(spent_minor, window, now),
    budget_minor: budget?.amount ? budget.amount : null,
  };
}

async function ownSubmissions({
  tx,
  tenant_id,
  user_id,
}: TransactionContext): Promise<Summary['submissions']> {
  if (user_id === null) return {};
  const rows = await tx
    .select({ state: submissions.state, n: count() })
    .from(submissions)
    .where(
      and(
        ...[eq(submissions.tenant_id, tenant_id), eq(submissions.created_by, user_id)],
        isNull(submissions.deleted_at),
      ),
    )
    .groupBy(submissions.state);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

async function ownQuarantined({ tx, tenant_id, user_id }: TransactionContext): Promise<number> {
  if (user_id === null) return 0;
  const [row] = await tx
    .select({ n: count() })
    .from(submissions)
    .innerJoin(mediaAssets, eq(mediaAssets.id, submissions.asset_id))
    .where(
      and(
        ...[eq(submissions.tenant_id, tenant_id), eq(submissions.created_by, user_id)],
        ...[isNull(submissions.deleted_at), eq(submissions.state, 'approved'), isQuarantined],
      ),
    );
  return row?.n ?? 0;
}

/** It is the turn of the party after the last who has signed. */
async function contractsToSign({ tx, tenant_id, user_id }: TransactionContext): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(contracts)
    .where(
      and(
        ...[eq(contracts.tenant_id, tenant_id), isNull(contracts.deleted_at)],
        inArray(contracts.state, [...OPEN_FOR_SIGNATURE]),
        sql`${contracts.parties} -> ${contracts.signed} ->> 'user_id' = ${user_id}`,
      ),
    );
  return row?.n ?? 0;
}
