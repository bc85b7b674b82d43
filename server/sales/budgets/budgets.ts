/** Budgets as they are listed, made, changed, closed, and as amounts move between them. */
import { and, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { alertsAt, forecastOf, usedBy } from '../../../shared/sales/budgets.ts';
import {
  BUDGET_LEAST,
  BUDGET_MOST,
  budgets as entity,
  type Budget,
  type BudgetState,
} from '../../../shared/contract/sales/budget.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { minorUnits } from '../../../shared/money.ts';
import { uuid7 } from '../../../shared/random.ts';
import { commonFieldsOf, requireFound, requireVersion } from '../../db/rows.ts';
import { budgets, campaigns, tenants } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { countUsed, zoneOf, type BudgetRow, type Used } from './used.ts';

type NamedRow = BudgetRow & { campaign_name: string | null };

/** What these say of now: nothing of it is stored but whether one is closed. */
export async function figuresOf(ctx: TransactionContext, rows: readonly BudgetRow[]) {
  const used = await countUsed(ctx, rows, await zoneOf(ctx));
  return (row: BudgetRow) => figuresBy(row, used(row), ctx.now);
}
const figuresOfOne = async (ctx: TransactionContext, row: BudgetRow) => (await figuresOf(ctx, [row]))(row);
function figuresBy(row: BudgetRow, { window, plays }: Used, now: number) {
  const used = usedBy(plays, row.currency);
  const isSpent = used.spent_minor >= row.amount_minor;
  const state: BudgetState = row.state === 'closed' ? 'closed' : isSpent ? 'exhausted' : 'active';
  return { ...window, ...used, state, forecast_minor: forecastOf(used.spent_minor, window, now) };
}

const scope = ({ tenant_id }: TransactionContext) => eq(budgets.tenant_id, tenant_id);
export const budgetListing = listing(entity)<NamedRow>({
  from: (tx, fields) =>
    asSelectQuery(
      tx
        .select(fields as never)
        .from(budgets)
        .leftJoin(campaigns, eq(campaigns.id, budgets.campaign_id)),
    ),
  fields: { ...getTableColumns(budgets), campaign_name: campaigns.name },
  id: budgets.id,
  scope,
  sortColumns: {
    name: budgets.name,
    amount_minor: budgets.amount_minor,
    state: budgets.state,
    created_at: budgets.created_at,
    updated_at: budgets.updated_at,
  },
  searchColumns: [budgets.name, campaigns.name],
  filterColumns: { state: budgets.state, scope: budgets.scope, campaign_id: budgets.campaign_id },
  deleted_at: budgets.deleted_at,
  created_at: budgets.created_at,
  async serialize(ctx, rows): Promise<Budget[]> {
    const now = await figuresOf(ctx, rows);
    return rows.map(({ alerted, ...row }) => {
      const { state: _now, ...figures } = now({ ...row, alerted });
      const { sent: alerts } = alertsOf({ ...row, alerted }, figures);
      return { ...row, ...figures, alerts, ...commonFieldsOf(row) };
    });
  },
});
export const readBudget = (ctx: TransactionContext, id: string) => budgetListing.read(ctx, id);

export const invalid = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });
export function requireAmount(amount_minor: number, currency: string): void {
  const unit = minorUnits(currency);
  if (amount_minor >= BUDGET_LEAST * unit && amount_minor <= BUDGET_MOST * unit) return;
  throw invalid('amount_minor', 'From 1.00 to 10,000,000.00.');
}

export async function createBudget(
  ctx: TransactionContext,
  { currency: named, ...values }: Body<NonNullable<typeof entity.create>>,
): Promise<Budget> {
  const { tx, tenant_id, user_id, now } = ctx;
  const [tenant] = await tx
    .select({ currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  const { currency } = requireFound(tenant, 'tenant');
  if (named !== undefined && named !== currency) throw invalid('currency', `Prices are in ${currency}.`);
  requireAmount(values.amount_minor, currency);
  if (values.campaign_id !== null) {
    const [campaign] = await tx
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(
        and(
          ...[eq(campaigns.tenant_id, tenant_id), eq(campaigns.id, values.campaign_id)],
          isNull(campaigns.deleted_at),
        ),
      );
    if (!campaign) throw invalid('campaign_id', 'There is no such campaign.');
  }
  const id = uuid7(now);
  const at = { created_at: dateOf(now), updated_at: dateOf(now) };
  await tx.insert(budgets).values({ ...values, ...at, id, tenant_id, currency, created_by: user_id });
  return settleState(ctx, id);
}

/** In the order of their ids, so that two transfers cannot wait for each other. */
async function lockBudgets(ctx: TransactionContext, ids: readonly string[]): Promise<BudgetRow[]> {
  const rows = await ctx.tx
    .select()
    .from(budgets)
    .where(and(scope(ctx), inArray(budgets.id, [...ids])))
    .orderBy(budgets.id)
    .for('update');
  return ids.map(id =>
    requireFound(
      rows.find(row => row.id === id),
      'budget',
    ),
  );
}
async function write(ctx: TransactionContext, row: BudgetRow, set: Partial<BudgetRow>): Promise<void> {
  await ctx.tx
    .update(budgets)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(ctx.now) })
    .where(eq(budgets.id, row.id));
}
/** Whether it is exhausted, and which shares are no longer reached, as soon as its amount is another. */
async function settleState(ctx: TransactionContext, id: string): Promise<Budget> {
  const [row] = await lockBudgets(ctx, [id]);
  const found = requireFound(row, 'budget');
  const figures = await figuresOfOne(ctx, found);
  const { sent } = alertsOf(found, figures);
  const alerted = found.alerted && { from: figures.from, shares: sent };
  await ctx.tx.update(budgets).set({ state: figures.state, alerted }).where(eq(budgets.id, id));
  return readBudget(ctx, id);
}

export async function changeBudget(
  ctx: TransactionContext,
  { id, expected }: { id: string; expected: number },
  patch: Body<NonNullable<typeof entity.patch>>,
): Promise<Budget> {
  const [row] = await lockBudgets(ctx, [id]);
  const found = requireFound(row, 'budget');
  if (found.version !== expected) requireVersion(await readBudget(ctx, id), expected);
  ctx.auditNote.before = { ...found };
  requireState({ from: ['active', 'exhausted'] }, found.state);
  if (patch.amount_minor !== undefined) requireAmount(patch.amount_minor, found.currency);
  await write(ctx, found, patch);
  return settleState(ctx, id);
}

/** By an approved request: on the amount that stands by then, whichever it was when it was asked for. */
export async function raiseBudget(
  ctx: TransactionContext,
  id: string,
  { amount_minor, currency }: Pick<BudgetRow, 'amount_minor' | 'currency'>,
): Promise<void> {
  const [row] = await lockBudgets(ctx, [id]);
  const found = requireFound(row, 'budget');
  requireState({ from: ['active', 'exhausted'] }, found.state);
  if (found.currency !== currency) throw invalid('currency', 'A budget in the same currency.');
  requireAmount(found.amount_minor + amount_minor, currency);
  await write(ctx, found, { amount_minor: found.amount_minor + amount_minor });
  await settleState(ctx, id);
}

export async function closeBudget(ctx: TransactionContext, id: string): Promise<Budget> {
  const [row] = await lockBudgets(ctx, [id]);
  const found = requireFound(row, 'budget');
  ctx.auditNote.before = { ...found };
  requireState(entity.actions.close, found.state);
  await write(ctx, found, { state: 'closed' });
  return readBudget(ctx, id);
}

/** What is spent or out with screens stays where it is. */
export async function transfer(
  ctx: TransactionContext,
  id: string,
  { to_id, amount_minor }: Body<typeof entity.actionEndpoints.transfer>,
): Promise<Budget> {
  if (to_id === id) throw invalid('to_id', 'Another budget.');
  const [from, to] = await lockBudgets(ctx, [id, to_id]);
  const [source, target] = [requireFound(from, 'budget'), requireFound(to, 'budget')];
  ctx.auditNote.before = { ...source };
  for (const one of [source, target]) requireState(entity.actions.transfer, one.state);
  if (source.currency !== target.currency) throw invalid('to_id', 'A budget in the same currency.');
  const { spent_minor, reserved_minor } = await figuresOfOne(ctx, source);
  if (source.amount_minor - amount_minor < spent_minor + reserved_minor)
    throw invalid('amount_minor', 'More than is left.');
  requireAmount(source.amount_minor - amount_minor, source.currency);
  requireAmount(target.amount_minor + amount_minor, target.currency);
  await write(ctx, source, { amount_minor: source.amount_minor - amount_minor });
  await write(ctx, target, { amount_minor: target.amount_minor + amount_minor });
  await settleState(ctx, to_id);
  return settleState(ctx, id);
}

/**
 * `sent`: shares that e-mails went out for in this time and that are still reached, as they are not once the amount was
 * raised; `due`: those that are reached beyond them.
 */
export function alertsOf(
  { alerted, amount_minor }: BudgetRow,
  figures: { from: string; spent_minor: number },
) {
  const reached = alertsAt(figures.spent_minor, amount_minor);
  const sent = alerted?.from === figures.from ? alerted.shares.filter(share => reached.includes(share)) : [];
  return { sent, due: reached.filter(share => !sent.includes(share)) };
}
