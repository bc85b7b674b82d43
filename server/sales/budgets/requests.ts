/** Requests for more budget: asked, and decided once. */
import { and, asc, eq, getTableColumns, isNull, ne } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  budgetRequests as entity,
  type BudgetRequest,
} from '../../../shared/contract/sales/budgetRequest.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../shared/random.ts';
import { equals } from '../../db/lists.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { budgetRequests, budgets, campaigns, tenants, users } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { ownerName } from '../earnings/owners.ts';
import { createBudget, figuresOf, invalid, raiseBudget, requireAmount } from './budgets.ts';
import { mailRequest } from './requestMail.ts';

type RequestRow = typeof budgetRequests.$inferSelect;
type NamedRow = RequestRow & { budget_name: string | null; asker: string | null };

/** Who may only ask sees what he has asked for; who decides sees all of the tenant. */
const scope = ({ tenant_id, rule, user_id }: TransactionContext) =>
  and(
    eq(budgetRequests.tenant_id, tenant_id),
    rule === 'request' ? equals(budgetRequests.created_by, user_id) : undefined,
  );
export const requestListing = listing(entity)<NamedRow>({
  from: (tx, fields) =>
    asSelectQuery(
      tx
        .select(fields as never)
        .from(budgetRequests)
        .leftJoin(budgets, eq(budgets.id, budgetRequests.budget_id))
        .leftJoin(users, eq(users.id, budgetRequests.created_by)),
    ),
  fields: { ...getTableColumns(budgetRequests), budget_name: budgets.name, asker: ownerName },
  id: budgetRequests.id,
  scope,
  sortColumns: {
    amount_minor: budgetRequests.amount_minor,
    state: budgetRequests.state,
    created_at: budgetRequests.created_at,
    updated_at: budgetRequests.updated_at,
  },
  searchColumns: [budgetRequests.reason, budgets.name],
  filterColumns: { state: budgetRequests.state, budget_id: budgetRequests.budget_id },
  deleted_at: budgetRequests.deleted_at,
  created_at: budgetRequests.created_at,
  serialize: (_ctx, rows): BudgetRequest[] =>
    rows.map(row => ({
      ...row,
      decided_at: row.decided_at?.toISOString() ?? null,
      ...commonFieldsOf(row),
    })),
});

const isOpen = ({ tenant_id }: TransactionContext) =>
  and(eq(budgets.tenant_id, tenant_id), ne(budgets.state, 'closed'), isNull(budgets.deleted_at));

/** What who may only ask sees of the tenant’s budgets. */
export async function ownBudgets(ctx: TransactionContext) {
  const rows = await ctx.tx
    .select({ ...getTableColumns(budgets), campaign_name: campaigns.name })
    .from(budgets)
    .leftJoin(campaigns, eq(campaigns.id, budgets.campaign_id))
    .where(isOpen(ctx))
    .orderBy(asc(budgets.name), budgets.id);
  const figures = await figuresOf(ctx, rows);
  const items = rows.map(row => {
    const { state, to, spent_minor } = figures(row);
    const { id, name, scope: of, period, campaign_name, currency, amount_minor } = row;
    const now = { state, to, spent_minor };
    return { id, name, scope: of, period, campaign_name, currency, amount_minor, ...now };
  });
  return { items };
}

/** `budget_id`: null where none is named. */
async function currencyOf(ctx: TransactionContext, budget_id: string | null): Promise<string> {
  const { tx, tenant_id } = ctx;
  if (budget_id === null) {
    const [tenant] = await tx
      .select({ currency: tenants.currency })
      .from(tenants)
      .where(eq(tenants.id, tenant_id));
    return requireFound(tenant, 'tenant').currency;
  }
  const [budget] = await tx
    .select({ currency: budgets.currency })
    .from(budgets)
    .where(and(isOpen(ctx), eq(budgets.id, budget_id)));
  if (!budget) throw invalid('budget_id', 'There is no such budget.');
  return budget.currency;
}

export async function askForMore(
  ctx: TransactionContext,
  values: Body<NonNullable<typeof entity.create>>,
): Promise<BudgetRequest> {
  const { tx, tenant_id, user_id, now } = ctx;
  const currency = await currencyOf(ctx, values.budget_id);
  requireAmount(values.amount_minor, currency);
  const id = uuid7(now);
  const at = { created_at: dateOf(now), updated_at: dateOf(now) };
  await tx.insert(budgetRequests).values({ ...values, ...at, id, tenant_id, currency, created_by: user_id });
  const request = await requestListing.read(ctx, id);
  await mailRequest(ctx, request);
  return request;
}

/** Of two who decide at once the second finds it decided. */
async function lockRequest(ctx: TransactionContext, id: string): Promise<RequestRow> {
  const [row] = await ctx.tx
    .select()
    .from(budgetRequests)
    .where(and(scope(ctx), eq(budgetRequests.id, id)))
    .for('update');
  const found = requireFound(row, 'request');
  ctx.auditNote.before = { ...found };
  return found;
}

async function decide(
  ctx: TransactionContext,
  row: RequestRow,
  set: Pick<RequestRow, 'state' | 'budget_id' | 'decision_reason'>,
): Promise<BudgetRequest> {
  const at = dateOf(ctx.now);
  await ctx.tx
    .update(budgetRequests)
    .set({ ...set, decided_at: at, updated_at: at, version: row.version + 1 })
    .where(eq(budgetRequests.id, row.id));
  const decided = await requestListing.read(ctx, row.id);
  await mailRequest(ctx, decided);
  return decided;
}

/** The tenant’s own; its row is locked, so that two requests do not each make one. */
async function tenantBudget(ctx: TransactionContext): Promise<string | null> {
  const { tx, tenant_id } = ctx;
  await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenant_id)).for('no key update');
  const [row] = await tx
    .select({ id: budgets.id })
    .from(budgets)
    .where(and(isOpen(ctx), eq(budgets.scope, 'tenant')))
    .orderBy(budgets.id)
    .limit(1);
  return row?.id ?? null;
}

export async function approveRequest(ctx: TransactionContext, id: string): Promise<BudgetRequest> {
  const row = await lockRequest(ctx, id);
  requireState(entity.actions.approve, row.state);
  const { amount_minor, currency } = row;
  let budget_id = row.budget_id ?? (await tenantBudget(ctx));
  if (budget_id !== null) await raiseBudget(ctx, budget_id, { amount_minor, currency });
  else {
    const [tenant] = await ctx.tx
      .select({ name: tenants.name })
      .from(tenants)
      .where(eq(tenants.id, ctx.tenant_id));
    const { name } = requireFound(tenant, 'tenant');
    const values = { name, amount_minor, currency, hard_cap: false, campaign_id: null };
    ({ id: budget_id } = await createBudget(ctx, { ...values, scope: 'tenant', period: 'month' }));
  }
  return decide(ctx, row, { state: 'approved', budget_id, decision_reason: null });
}

export async function declineRequest(
  ctx: TransactionContext,
  id: string,
  { reason }: Body<typeof entity.actionEndpoints.decline>,
): Promise<BudgetRequest> {
  const row = await lockRequest(ctx, id);
  requireState(entity.actions.decline, row.state);
  return decide(ctx, row, { state: 'declined', budget_id: row.budget_id, decision_reason: reason });
}
