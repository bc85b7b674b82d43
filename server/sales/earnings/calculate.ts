/**
 * Counts a month again. A row that is open takes the new figures; of one that is approved or paid only the difference
 * goes, once, to the next open month of its owner and screen. Counting twice changes nothing.
 */
import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { CLOSED_EARNINGS, type EarningFigures } from '../../../shared/contract/sales/earning.ts';
import { boundsOfPeriod, earningOf, feeOf, nextPeriod, periodOf } from '../../../shared/sales/earnings.ts';
import { devices, earningAdjustments, earnings } from '../../db/schema.ts';
import type { StoredLine } from '../../db/tables/earnings/earnings.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { countPeriod, type Counted } from './counted.ts';
import { addAdjustment, insertEarning, lockTerms, rowsWhere, writeEarning } from './rows.ts';
import type { EarningRow, Terms } from './rows.ts';

export interface Change {
  row: EarningRow;
  before: EarningFigures | null;
  after: EarningFigures | null;
}
interface Month extends Terms {
  period: string;
  isOver: boolean;
  /** Auctions of its plays may be deleted. */
  lacksAuctions: boolean;
}
const DAY_MS = 86_400_000;
const NOTHING: Counted = { lines: [], online_ms: 0 };
const figuresOf = ({ state, plays, gross_minor, net_minor }: EarningRow): EarningFigures => ({
  ...{ state, plays, gross_minor, net_minor },
});
const isClosed = ({ state }: EarningRow) => CLOSED_EARNINGS.includes(state);
const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

/** A price that changes after the month has ended changes nothing of it. */
export const atOldPrices = (lines: readonly StoredLine[], old: readonly StoredLine[]): StoredLine[] =>
  lines.map(line => {
    const known = old.find(({ campaign_id }) => campaign_id === line.campaign_id);
    return known ? { ...line, bid_micros: known.bid_micros } : line;
  });

/** A month whose plays are deleted by now, if only some of them, stays as it was counted last. */
export async function recalculate(ctx: TransactionContext, period: string) {
  const terms = await lockTerms(ctx);
  const bounds = boundsOfPeriod(period, terms.tz, terms.earlier_zones);
  const isOver = Date.parse(bounds.to) <= ctx.now;
  const lacksAuctions = Date.parse(bounds.from) - DAY_MS < terms.auctionsSince;
  const month: Month = { ...terms, period, isOver, lacksAuctions };
  const rows = await rowsWhere(ctx, eq(earnings.period, period));
  if (Date.parse(bounds.from) < terms.playsSince) return { changes: [], unchanged: rows.length };
  const counted = await countPeriod(ctx, bounds, terms.tz);
  const owners = await ownersOf(ctx);
  const changes: Change[] = [];
  for (const device_id of new Set([...counted.keys(), ...rows.map(row => row.device_id)])) {
    const of = rows.filter(row => row.device_id === device_id);
    const owner = owners.get(device_id) ?? null;
    changes.push(...(await settle(ctx, month, { device_id, owner, of, counted: counted.get(device_id) })));
  }
  const isChanged = ({ before, after }: Change) => !isSame({ before }, { before: after });
  const changed = changes.filter(isChanged);
  return { changes: changed, unchanged: new Set(changes.map(({ row }) => row.id)).size - changed.length };
}

async function ownersOf({ tx, tenant_id }: TransactionContext): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: devices.id, owner: devices.owner_user_id })
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), isNotNull(devices.owner_user_id)));
  return new Map(rows.flatMap(({ id, owner }) => (owner === null ? [] : [[id, owner]])));
}

interface Screen {
  device_id: string;
  /** As it stands now; nobody keeps whose it was before. */
  owner: string | null;
  of: EarningRow[];
  counted: Counted | undefined;
}
/**
 * Once a month is over its plays stay with whose the screen was at the last count before. What another system has paid of
 * a screen's month was all of it: the screen's clock may have been wrong, or it played before it was set up here.
 */
async function settle(ctx: TransactionContext, month: Month, screen: Screen): Promise<Change[]> {
  const { device_id, owner, of, counted = NOTHING } = screen;
  const base = of.find(row => row.has_plays && !row.imported);
  if (!base && of.some(row => row.imported)) return [];
  if (base && month.lacksAuctions && (await hasSoldPlays(ctx, base))) return [];
  const isFixed = base !== undefined && (base.state !== 'estimated' || month.isOver);
  const owner_user_id = isFixed ? base.owner_user_id : owner;
  const changes: Change[] = [];
  if (base && base.owner_user_id !== owner_user_id) changes.push(await giveUp(ctx, month, base));
  for (const row of of)
    if (!row.has_plays && row.owner_user_id !== owner_user_id) changes.push(await endMonth(ctx, month, row));
  if (owner_user_id === null || (!base && !screen.counted)) return changes;
  const ownRow = of.find(row => row.owner_user_id === owner_user_id);
  const row =
    ownRow ??
    (await insertEarning(ctx, {
      ...{ owner_user_id, device_id, period: month.period },
      ...{ currency: month.currency, fee_pct: month.fee_pct },
    }));
  if (isClosed(row)) {
    if (!row.has_plays && counted.lines.length > 0) await claimPlays(ctx, row);
    const lines = atOldPrices(counted.lines, [...row.lines, ...(await carriedLines(ctx, row))]);
    return [...changes, ...(await carry(ctx, row, lines))];
  }
  const before = ownRow ? figuresOf(ownRow) : null;
  const written = await refresh(ctx, month, row, { counted, has_plays: true });
  changes.push({ row: written, before, after: figuresOf(written) });
  return [...changes, ...(await carry(ctx, written, written.lines))];
}

/** The screen has another owner before the month is over. */
async function giveUp(ctx: TransactionContext, month: Month, row: EarningRow): Promise<Change> {
  const before = figuresOf(row);
  if ((await ctx.tx.$count(earningAdjustments, eq(earningAdjustments.earning_id, row.id))) > 0) {
    const emptied = await refresh(ctx, month, row, { counted: NOTHING, has_plays: false });
    return { row: emptied, before, after: figuresOf(emptied) };
  }
  await ctx.tx.delete(earnings).where(eq(earnings.id, row.id));
  return { row, before, after: null };
}
async function endMonth(ctx: TransactionContext, month: Month, row: EarningRow): Promise<Change> {
  const now = isClosed(row) ? row : await refresh(ctx, month, row, { counted: NOTHING, has_plays: false });
  return { row: now, before: figuresOf(row), after: figuresOf(now) };
}

async function refresh(
  ctx: TransactionContext,
  { currency, fee_pct, isOver }: Month,
  row: EarningRow,
  { counted, has_plays }: { counted: Counted; has_plays: boolean },
): Promise<EarningRow> {
  const isEstimate = row.state === 'estimated';
  const terms = isEstimate ? { currency, fee_pct } : { currency: row.currency, fee_pct: row.fee_pct };
  const lines = isEstimate ? counted.lines : atOldPrices(counted.lines, row.lines);
  const state = isEstimate && isOver ? 'calculated' : row.state;
  const set = {
    ...terms,
    ...{ state, lines, online_ms: counted.online_ms, has_plays },
    ...earningOf(lines, { ...terms, adjustment_minor: row.adjustment_minor }),
  };
  const stands = Object.fromEntries(Object.keys(set).map(key => [key, row[key as keyof EarningRow]]));
  const isUnchanged = isSameRow(stands, set);
  return isUnchanged ? row : writeEarning(ctx, row, set);
}
/** The order of the fields of a line is the database's. */
const isSameRow = (a: Record<string, unknown>, b: Record<string, unknown>) =>
  Object.entries(b).every(([key, value]) =>
    key === 'lines' ? isSame(sorted(a[key]), sorted(value)) : a[key] === value,
  );
const sorted = (lines: unknown) =>
  (lines as StoredLine[]).map(({ campaign_id, name, plays, bid_micros, sold_minor }) => [
    ...[campaign_id, name, plays, bid_micros, sold_minor],
  ]);

/** A closed row that held nothing but what was carried over takes the plays of its month: no other owner does. */
const claimPlays = (ctx: TransactionContext, { id }: EarningRow) =>
  ctx.tx.update(earnings).set({ has_plays: true }).where(eq(earnings.id, id));

/** Late plays of a campaign that the row does not know keep the price at which they were carried over first. */
async function carriedLines({ tx }: TransactionContext, { id }: EarningRow): Promise<StoredLine[]> {
  const rows = await tx
    .select({ lines: earningAdjustments.late_lines })
    .from(earningAdjustments)
    .where(eq(earningAdjustments.late_of, id))
    .orderBy(earningAdjustments.id);
  return rows.flatMap(({ lines }) => lines);
}

/** Once the auctions are deleted nobody can say again what was billed: such a row stays as it was counted last. */
const hasSoldPlays = async (ctx: TransactionContext, row: EarningRow) =>
  [...row.lines, ...(await carriedLines(ctx, row))].some(({ sold_minor }) => sold_minor !== undefined);

/** What the plays are worth now beyond what the row and its earlier carries say. */
async function carry(
  ctx: TransactionContext,
  row: EarningRow,
  lines: readonly StoredLine[],
): Promise<Change[]> {
  const now = earningOf(lines, { ...row, adjustment_minor: 0 });
  const [carried] = await ctx.tx
    .select({
      amount: sql<number>`coalesce(sum(${earningAdjustments.amount_minor}), 0)::float8`,
      plays: sql<number>`coalesce(sum(${earningAdjustments.late_plays}), 0)::float8`,
    })
    .from(earningAdjustments)
    .where(eq(earningAdjustments.late_of, row.id));
  const share = row.gross_minor - feeOf(row.gross_minor, row.fee_pct);
  const amount_minor = now.net_minor - share - (carried?.amount ?? 0);
  if (amount_minor === 0) return [];
  const target = await openRowAfter(ctx, row);
  const before = target.isNew ? null : figuresOf(target.row);
  const written = await addAdjustment(ctx, target.row, {
    ...{ amount_minor, reason: null, late_of: row.id },
    late_plays: now.plays - row.plays - (carried?.plays ?? 0),
    late_lines: [...lines],
  });
  return [{ row: written, before, after: figuresOf(written) }];
}

/** Of the same owner, screen and currency; the running month is always open. */
async function openRowAfter(ctx: TransactionContext, row: EarningRow) {
  const { owner_user_id, device_id, currency, fee_pct } = row;
  const [open] = await ctx.tx
    .select()
    .from(earnings)
    .where(
      and(
        ...[eq(earnings.tenant_id, ctx.tenant_id), eq(earnings.owner_user_id, owner_user_id)],
        ...[eq(earnings.device_id, device_id), gt(earnings.period, row.period)],
        ...[inArray(earnings.state, ['estimated', 'calculated']), eq(earnings.currency, currency)],
      ),
    )
    .orderBy(earnings.period)
    .limit(1);
  if (open) return { row: open, isNew: false };
  const { tz, earlier_zones } = await lockTerms(ctx);
  const current = periodOf(ctx.now, tz, earlier_zones);
  const period = current > row.period ? current : nextPeriod(row.period);
  const values = { owner_user_id, device_id, currency, fee_pct, period, has_plays: false };
  return { row: await insertEarning(ctx, values), isNew: true };
}
