/** The same states in the database: for the filter of a list, and for sums over many plays. */
import { and, eq, ne, or, sql, type SQL } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { isAccountState, type AccountState, type PlayState } from '../../../shared/contract/proof/play.ts';
import { rowsOf } from '../../db/rows.ts';
import { plays } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isDeliveredIn } from '../delivered.ts';
import { accountOf, type Account, type PlayBounds, type InvoicedPlays } from './account.ts';
import { hasSold, isSold, soldIn, soldSums, type SoldSum } from './sold.ts';

type OnInvoices = Pick<Account, 'invoiced'>;
/** `b`: times of plays on invoices, each moment of them once. */
const invoicedRows = ({ invoiced }: OnInvoices): SQL => sql`jsonb_to_recordset(${JSON.stringify(
  invoiced.flatMap(({ line_id, campaign_id, from, to, received }) =>
    received.map(one => ({
      ...{ line_id, campaign_id, from_at: instant(from), to_at: instant(to) },
      ...{ received_from: instant(one.from), received_to: instant(one.to) },
    })),
  ),
)}::jsonb) as b(line_id uuid, campaign_id uuid, from_at timestamptz, to_at timestamptz,
  received_from timestamptz, received_to timestamptz)`;
const isInTime = (p: SQL) => sql`${p}.campaign_id = b.campaign_id and ${p}.started_at >= b.from_at
  and ${p}.started_at < b.to_at and ${p}.received_at >= b.received_from and ${p}.received_at < b.received_to`;
/** Plays that these lines count: what was handed in for their time and does not count is not billed. */
export const isBilled = (p: SQL, which: OnInvoices): SQL =>
  sql`(${isDeliveredIn(p)} and exists (select 1 from ${invoicedRows(which)} where ${isInTime(p)}))`;
const isOnInvoice = sql`${isInTime(sql`${plays}`)} and ${isDeliveredIn(sql`${plays}`)}`;
/** What is credited stays so, whatever is disputed of it later. */
const stateIn = ({ marks }: Account): SQL =>
  marks.length === 0
    ? sql`'billed'`
    : sql`coalesce((select min(m.kind)
  from jsonb_to_recordset(${JSON.stringify(
    marks.map(({ kind, line_id, play_id, from, to }) => ({
      ...{ kind, line_id, play_id, from_at: instant(from), to_at: instant(to) },
    })),
  )}::jsonb) as m(kind text, line_id uuid, play_id uuid, from_at timestamptz, to_at timestamptz)
  where m.line_id = b.line_id and (m.play_id is null or m.play_id = ${plays.play_id})
    and ${plays.started_at} >= m.from_at and ${plays.started_at} < m.to_at), 'billed')`;

interface PlaysOf {
  campaign_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
const boundsOfPlays = ({ campaign_id, from, to }: PlaysOf): PlayBounds => ({
  ...{ from, to },
  ...(campaign_id !== undefined && { campaign_ids: [campaign_id] }),
});

/**
 * Plays in this state. `walked`: in an order up to a limit, so that most of what is billed is never looked at;
 * otherwise all of it is joined at once.
 */
export async function stateFilter(
  ctx: TransactionContext,
  { state, ...filter }: { state?: PlayState | undefined } & PlaysOf,
  walked: boolean,
): Promise<SQL | undefined> {
  if (state === undefined) return undefined;
  if (state === 'quarantined') return eq(plays.state, state);
  const account = await accountOf(ctx, boundsOfPlays(filter));
  const onInvoice = (which: Account) => sql`select true from ${invoicedRows(which)} where ${isOnInvoice}`;
  if (!isAccountState(state))
    return and(eq(plays.state, state), sql`not exists (${onInvoice(account)}) and not ${isSold}`);
  const which = state === 'billed' ? account : { ...account, invoiced: markedLines(account, state) };
  const isInState = sql`${onInvoice(which)} and ${stateIn(account)} = ${state}`;
  const onLines = and(
    boundsOf(which.invoiced),
    walked && state === 'billed' ? sql`(${isInState} limit 1)` : sql`exists (${isInState})`,
  );
  /** Only where something was sold: the bounds of invoices lead into an index otherwise. */
  return (await hasSold(ctx)) ? or(onLines, soldIn(ctx.tenant_id, state)) : onLines;
}

/** Few plays are marked: only their times are looked through. */
const markedLines = ({ invoiced, marks }: Account, kind: AccountState): InvoicedPlays[] =>
  invoiced.flatMap(line =>
    marks
      .filter(mark => mark.kind === kind && mark.line_id === line.line_id)
      .map(mark => ({ ...line, from: Math.max(line.from, mark.from), to: Math.min(line.to, mark.to) })),
  );
/** From the first of these plays to the last, so that an index by time begins where they do. */
function boundsOf(lines: readonly InvoicedPlays[]): SQL {
  if (lines.length === 0) return sql`false`;
  const from = instant(Math.min(...lines.map(line => line.from)));
  const to = instant(Math.max(...lines.map(line => line.to)));
  return sql`${plays.started_at} >= ${from}::timestamptz and ${plays.started_at} < ${to}::timestamptz`;
}

type StateSums = Record<PlayState, number>;
/** How many plays of a scope stand in each state; together they are all of them that were shown. */
export async function stateSums(
  ctx: TransactionContext,
  { scope, ...filter }: { scope: SQL | undefined } & PlaysOf,
  judged: Pick<StateSums, 'accepted' | 'late' | 'quarantined'>,
): Promise<StateSums> {
  const sums: StateSums = { ...judged, billed: 0, disputed: 0, credited: 0 };
  const account = await accountOf(ctx, boundsOfPlays(filter));
  const wherePlayed = and(scope, ne(plays.result, 'not_shown'));
  const invoiced =
    account.invoiced.length === 0
      ? []
      : rowsOf<SoldSum>(
          await ctx.tx.execute(sql`
      select ${plays.state} as judged, ${stateIn(account)} as state, count(*)::float8 as n
      from ${invoicedRows(account)} join ${plays} on ${isOnInvoice}
      where ${wherePlayed} group by 1, 2`),
        );
  for (const { judged, state, n } of [...invoiced, ...(await soldSums(ctx, wherePlayed))]) {
    sums[judged] -= n;
    sums[state] += n;
  }
  return sums;
}

/** How many plays of each of these lines neither were credited nor lie outside of a time. */
export async function uncreditedPlays(
  ctx: TransactionContext,
  account: Account,
  { play_id, from, to }: { play_id: string | null; from: Date | null; to: Date | null },
): Promise<ReadonlyMap<string, number>> {
  if (account.invoiced.length === 0) return new Map();
  const marks = account.marks.filter(({ kind }) => kind === 'credited');
  const rows = rowsOf<{ line_id: string; n: number }>(
    await ctx.tx.execute(sql`
      select b.line_id, count(*)::float8 as n
      from ${invoicedRows(account)} join ${plays} on ${isOnInvoice}
      where ${and(
        ...[eq(plays.tenant_id, ctx.tenant_id), sql`${stateIn({ ...account, marks })} = 'billed'`],
        play_id === null ? undefined : eq(plays.play_id, play_id),
        from === null ? undefined : sql`${plays.started_at} >= ${from.toISOString()}::timestamptz`,
        to === null ? undefined : sql`${plays.started_at} < ${to.toISOString()}::timestamptz`,
      )} group by 1`),
  );
  return new Map(rows.map(({ line_id, n }) => [line_id, n]));
}
