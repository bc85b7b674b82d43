/** Earnings as they are listed and read, and what a clerk and an owner do with them. */
import { and, asc, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  earnings as entity,
  ownerEarnings,
  type Earning,
  type EarningDetail,
  type EarningState,
} from '../../../shared/contract/sales/earning.ts';
import { refusedBy } from '../../../shared/contract/sales/refusals.ts';
import type { Action } from '../../../shared/contract/wire/entity.ts';
import { boundsOfPeriod, grossOf } from '../../../shared/sales/earnings.ts';
import { commonFieldsOf, requireFound, requireVersion } from '../../db/rows.ts';
import { devices, earningAdjustments, earnings, tenants, users } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { ownedBy, ownerName } from './owners.ts';
import { addAdjustment, lockTerms, writeEarning, type EarningRow } from './rows.ts';

type NamedRow = EarningRow & { owner_name: string; device_name: string };
const toEarning = (row: NamedRow): Earning => ({ ...row, ...commonFieldsOf(row) });

const scope = (ctx: TransactionContext): SQL | undefined =>
  and(eq(earnings.tenant_id, ctx.tenant_id), ownedBy(ctx, earnings.owner_user_id));
const options = {
  fields: { ...getTableColumns(earnings), owner_name: ownerName, device_name: devices.name },
  id: earnings.id,
  sortColumns: {
    period: earnings.period,
    owner_name: ownerName,
    device_name: devices.name,
    plays: earnings.plays,
    online_ms: earnings.online_ms,
    gross_minor: earnings.gross_minor,
    net_minor: earnings.net_minor,
    state: earnings.state,
    created_at: earnings.created_at,
    updated_at: earnings.updated_at,
  },
  searchColumns: [devices.name, users.first_name, users.last_name, users.email],
  filterColumns: {
    state: earnings.state,
    owner_user_id: earnings.owner_user_id,
    device_id: earnings.device_id,
    payout_id: earnings.payout_id,
    period: earnings.period,
  },
  deleted_at: earnings.deleted_at,
  created_at: earnings.created_at,
};
const from = (tx: TransactionContext['tx'], fields: Record<string, unknown>) =>
  asSelectQuery(
    tx
      .select(fields as never)
      .from(earnings)
      .innerJoin(devices, eq(devices.id, earnings.device_id))
      .innerJoin(users, eq(users.id, earnings.owner_user_id)),
  );
const serialize = (_ctx: TransactionContext, rows: NamedRow[]) => rows.map(toEarning);
export const earningListing = listing(entity)<NamedRow>({ ...options, from, scope, serialize });
export const ownerEarningListing = listing(ownerEarnings)<NamedRow>({ ...options, from, scope, serialize });

const late = alias(earnings, 'late');
export async function readEarning(ctx: TransactionContext, id: string): Promise<EarningDetail> {
  const { tx } = ctx;
  const row = await earningListing.read(ctx, id);
  const [kept] = await tx
    .select({ lines: earnings.lines, tz: tenants.tz, earlier_zones: tenants.earlier_zones })
    .from(earnings)
    .innerJoin(tenants, eq(tenants.id, earnings.tenant_id))
    .where(eq(earnings.id, id));
  const { lines, tz, earlier_zones } = requireFound(kept, 'earning');
  const adjusted = await tx
    .select({ adjustment: earningAdjustments, late_period: late.period })
    .from(earningAdjustments)
    .leftJoin(late, eq(late.id, earningAdjustments.late_of))
    .where(eq(earningAdjustments.earning_id, id))
    .orderBy(asc(earningAdjustments.created_at), asc(earningAdjustments.id));
  return {
    ...row,
    ...boundsOfPeriod(row.period, tz, earlier_zones),
    lines: lines.map(({ sold_minor, ...line }) => ({
      ...line,
      is_sold: sold_minor !== undefined,
      gross_minor: grossOf({ ...line, ...(sold_minor !== undefined && { sold_minor }) }, row.currency),
    })),
    adjustments: adjusted.map(({ adjustment: one, late_period }) => ({
      ...{ id: one.id, amount_minor: one.amount_minor, reason: one.reason },
      ...{ late_period, late_plays: one.late_plays, created_at: one.created_at.toISOString() },
    })),
  };
}

async function lockEarning(
  ctx: TransactionContext,
  id: string,
  act: Pick<Action, 'from'>,
): Promise<EarningRow> {
  await lockTerms(ctx);
  const [row] = await ctx.tx
    .select()
    .from(earnings)
    .where(and(eq(earnings.id, id), scope(ctx)))
    .for('update');
  const found = requireFound(row, 'earning');
  const [device] = await ctx.tx
    .select({ name: devices.name })
    .from(devices)
    .where(eq(devices.id, found.device_id));
  ctx.auditNote.before = { ...found };
  ctx.auditNote.target_name = [device?.name, found.period].filter(Boolean).join(' ');
  requireState(act, found.state);
  return found;
}
async function move(ctx: TransactionContext, row: EarningRow, set: Partial<EarningRow>) {
  await writeEarning(ctx, row, set);
  return readEarning(ctx, row.id);
}
const stateOf = (act: { to: string }) => act.to as EarningState;

/** `expected`: the version that was looked at. */
export async function approve(
  ctx: TransactionContext,
  id: string,
  expected: number | null,
): Promise<EarningDetail> {
  const act = entity.actions.approve;
  const row = await lockEarning(ctx, id, act);
  if (expected !== null && row.version !== expected) requireVersion(await readEarning(ctx, id), expected);
  return move(ctx, row, { state: stateOf(act) });
}
export async function adjust(
  ctx: TransactionContext,
  id: string,
  body: { amount_minor: number; reason: string },
): Promise<EarningDetail> {
  const row = await lockEarning(ctx, id, entity.actions.adjust);
  await addAdjustment(ctx, row, { ...body, late_of: null, late_plays: null, late_lines: [] });
  return readEarning(ctx, id);
}
export async function answer(ctx: TransactionContext, id: string, text: string): Promise<EarningDetail> {
  const act = entity.actions.answer;
  return move(ctx, await lockEarning(ctx, id, act), { state: stateOf(act), answer: text });
}
/** What a transfer has begun with is not disputed any more: it is corrected by an adjustment. */
export async function dispute(ctx: TransactionContext, id: string, reason: string): Promise<EarningDetail> {
  const act = ownerEarnings.actions.dispute;
  const row = await lockEarning(ctx, id, act);
  if (row.payout_id !== null) throw refusedBy('in_payout', 'This is part of a payout.');
  return move(ctx, row, { state: stateOf(act), dispute: reason, answer: null });
}

const sum = (column: SQL) => sql<number>`coalesce(sum(${column}), 0)::float8`.mapWith(Number);
/** The latest first: two years are more than anybody pages through on a phone. */
const MONTHS = 24;
export async function monthsOf(ctx: TransactionContext) {
  const items = await ctx.tx
    .select({
      period: earnings.period,
      currency: earnings.currency,
      is_final: sql<boolean>`bool_and(${earnings.state} <> 'estimated')`,
      screens: sql<number>`count(distinct ${earnings.device_id})::int`.mapWith(Number),
      online_ms: sum(sql`${earnings.online_ms}`),
      plays: sum(sql`${earnings.plays}`),
      gross_minor: sum(sql`${earnings.gross_minor}`),
      fee_minor: sum(sql`${earnings.fee_minor}`),
      adjustment_minor: sum(sql`${earnings.adjustment_minor}`),
      net_minor: sum(sql`${earnings.net_minor}`),
      paid_minor: sum(sql`case when ${earnings.state} = 'paid' then ${earnings.net_minor} else 0 end`),
    })
    .from(earnings)
    .where(scope(ctx))
    .groupBy(earnings.period, earnings.currency)
    .orderBy(desc(earnings.period), asc(earnings.currency))
    .limit(MONTHS);
  return { items };
}
