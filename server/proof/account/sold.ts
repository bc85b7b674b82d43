/** The states of plays that a partner bought: billed once it took the bill; disputed and credited as what was sold by hand. */
import { sql, type SQL } from 'drizzle-orm';
import type { AccountState } from '../../../shared/contract/proof/play.ts';
import { UNDECIDED } from '../../../shared/contract/sales/dispute.ts';
import { rowsOf } from '../../db/rows.ts';
import { plays } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isDeliveredIn } from '../delivered.ts';

/** Of a bid `b`: it was told of the play and answered, or wants no notice. Whoever never answered stands in the report alone. */
const isTaken = sql`b.spot_state = 'billed' and b.billed_at is not null and b.spot_reason is distinct from 'unconfirmed'`;

/** Of a row with a partner, a deal and a time that may each be open: it is about the play of a bid `b`. */
const isAboutBid = (of: SQL) => sql`${of}.tenant_id = b.tenant_id and ${of}.partner_id = b.partner_id
  and (${of}.dealid is null or ${of}.dealid = b.dealid)
  and (${of}.from is null or b.played_at >= ${of}.from) and (${of}.to is null or b.played_at < ${of}.to)`;
/** An amount credits no play: a credit that leaves nothing of what its plays cost says how many they are. */
const state = sql<AccountState>`case
  when exists (
    select 1 from dispute_credits c join disputes d on d.id = c.dispute_id
    where ${isAboutBid(sql`c`)} and c.plays is not null and c.at >= b.billed_at
      and (d.play_id is null or d.play_id = b.play_id)) then 'credited'
  when exists (
    select 1 from disputes d
    where ${isAboutBid(sql`d`)} and d.scope = 'partner' and d.deleted_at is null
      and d.state = any(${sql.param([...UNDECIDED])}::text[]) and d.created_at >= b.billed_at
      and (d.play_id is null or d.play_id = b.play_id)) then 'disputed'
  else 'billed' end`;

/** A spot is its own campaign: by those that plays name. */
export async function soldStates(
  { tx, tenant_id }: TransactionContext,
  campaign_ids: readonly string[],
): Promise<ReadonlyMap<string, AccountState>> {
  const rows = rowsOf<{ play_id: string; state: AccountState }>(
    await tx.execute(sql`
      select b.play_id, ${state} as state from bids b
      where b.tenant_id = ${tenant_id} and b.id = any(${sql.param([...campaign_ids])}::uuid[])
        and b.play_id is not null and ${isTaken}`),
  );
  return new Map(rows.map(row => [row.play_id, row.state]));
}

const isPlayOfBid = sql`b.tenant_id = ${plays}.tenant_id and b.id = ${plays}.campaign_id
  and b.play_id = ${plays}.play_id and ${isTaken}`;
export const isSold: SQL = sql`(${plays}.lease_id is not null and ${isDeliveredIn(sql`${plays}`)}
  and exists (select 1 from bids b where ${isPlayOfBid}))`;

/** Found by the bids, which are few beside the plays. */
export const soldIn = (
  tenant_id: string,
  wanted: AccountState,
): SQL => sql`(${plays}.campaign_id, ${plays}.play_id) in (
    select b.id, b.play_id from bids b
    where b.tenant_id = ${tenant_id} and b.play_id is not null and ${isTaken} and ${state} = ${wanted})
  and ${isDeliveredIn(sql`${plays}`)}`;

export async function hasSold({ tx, tenant_id }: TransactionContext): Promise<boolean> {
  const rows = rowsOf(
    await tx.execute(sql`select 1 from bids b where b.tenant_id = ${tenant_id} and ${isTaken} limit 1`),
  );
  return rows.length > 0;
}

export interface SoldSum {
  judged: 'accepted' | 'late';
  state: AccountState;
  n: number;
}
export async function soldSums(
  { tx, tenant_id }: TransactionContext,
  scope: SQL | undefined,
): Promise<SoldSum[]> {
  return rowsOf<SoldSum>(
    await tx.execute(sql`
      select ${plays}.state as judged, ${state} as state, count(*)::float8 as n
      from bids b join ${plays} on ${isPlayOfBid}
      where b.tenant_id = ${tenant_id} and b.spot_state is not null and ${scope ?? sql`true`}
        and ${isDeliveredIn(sql`${plays}`)} group by 1, 2`),
  );
}
