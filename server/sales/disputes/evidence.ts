/** The plays of a dispute as they stand now: counted by what speaks for and against them, and the first of them one by one. */
import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import {
  EVIDENCE_PLAYS,
  type DisputeEvidence,
  type EvidenceFacts,
  type EvidencePlay,
} from '../../../shared/contract/sales/dispute.ts';
import { uuid7 } from '../../../shared/random.ts';
import { rowsOf } from '../../db/rows.ts';
import { disputeEvidence, type disputes } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { accountOf, disputedCampaigns, isAbout } from '../../proof/account/account.ts';
import { isBilled } from '../../proof/account/inSql.ts';

type DisputeRow = typeof disputes.$inferSelect;

/** Which of the plays `p` it is about; null: it rests on none, like a line by hand. */
async function playsOf(ctx: TransactionContext, row: DisputeRow): Promise<SQL | null> {
  const { play_id, campaign_id, invoice_id, partner_id, dealid, from, to } = row;
  if (play_id !== null) return sql`p.play_id = ${play_id}`;
  if (invoice_id !== null) {
    const { invoiced } = await accountOf(ctx, { campaign_ids: await disputedCampaigns(ctx, row) });
    const lines = invoiced.filter(line => isAbout(row, line));
    return lines.length === 0 ? null : isBilled(sql`p`, { invoiced: lines });
  }
  if (from === null || to === null) return null;
  const [begin, end] = [from.toISOString(), to.toISOString()];
  if (campaign_id !== null)
    return sql`p.campaign_id = ${campaign_id} and p.started_at >= ${begin}::timestamptz
      and p.started_at < ${end}::timestamptz`;
  return sql`p.play_id in (select b.play_id from bids b where b.tenant_id = ${ctx.tenant_id}
    and b.partner_id = ${partner_id} and b.played_at >= ${begin}::timestamptz
    and b.played_at < ${end}::timestamptz and (${dealid}::text is null or b.dealid = ${dealid}))`;
}

interface Counted {
  state: string;
  clock: string;
  place: string | null;
  plays: number;
  proven: number;
}
const summed = (rows: readonly Counted[], of: (row: Counted) => string | null): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const row of rows) {
    const key = of(row);
    if (key !== null) sums[key] = (sums[key] ?? 0) + row.plays;
  }
  return sums;
};

async function factsOf({ tx, tenant_id }: TransactionContext, which: SQL): Promise<EvidenceFacts> {
  const groups = rowsOf<Counted>(
    await tx.execute(sql`
      select p.state, p.clock_grade as clock, p.place_grade as place, count(*)::int as plays,
        count(p.root_id)::int as proven
      from plays p where p.tenant_id = ${tenant_id} and ${which} group by 1, 2, 3 order by 1, 2, 3`),
  );
  const [ledgers] = rowsOf<{ ledgers: number; missing: number }>(
    await tx.execute(sql`
      with l as (select p.device_id, p.epoch, min(p.seq) as first, max(p.seq) as last
        from plays p where p.tenant_id = ${tenant_id} and ${which} group by 1, 2)
      select count(*)::int as ledgers, coalesce(sum(l.last - l.first + 1 - (
        select count(*) from plays o where o.tenant_id = ${tenant_id} and o.device_id = l.device_id
          and o.epoch = l.epoch and o.seq between l.first and l.last)), 0)::int as missing
      from l`),
  );
  return {
    plays: groups.reduce((sum, row) => sum + row.plays, 0),
    states: summed(groups, row => row.state),
    clock: summed(groups, row => row.clock),
    place: summed(groups, row => row.place),
    proven: groups.reduce((sum, row) => sum + row.proven, 0),
    ...(ledgers ?? { ledgers: 0, missing: 0 }),
  };
}

/** What something speaks against stands first. */
async function firstPlays({ tx, tenant_id }: TransactionContext, which: SQL): Promise<EvidencePlay[]> {
  type Row = Omit<EvidencePlay, 'started_at'> & { started_ms: number };
  const rows = rowsOf<Row>(
    await tx.execute(sql`
      select p.play_id, d.name as device_name,
        (extract(epoch from p.started_at) * 1000)::float8 as started_ms, p.result, p.state, p.reasons, p.duration_ms,
        p.clock_grade as clock_quality, p.uncertainty_ms, p.place_grade, p.root_id is not null as has_root,
        p.record_hash
      from plays p join devices d on d.id = p.device_id
      where p.tenant_id = ${tenant_id} and ${which}
      order by p.state = 'accepted' and p.result = 'completed', p.started_at, p.play_id
      limit ${EVIDENCE_PLAYS}`),
  );
  return rows.map(({ started_ms, ...row }) => ({ ...row, started_at: instant(started_ms) }));
}

/** Kept as it is: what is judged or handed in later does not change what was seen. */
export async function gatherEvidence(
  ctx: TransactionContext,
  row: DisputeRow,
  { by, text }: { by: string; text: string },
): Promise<void> {
  const which = await playsOf(ctx, row);
  const position = await ctx.tx.$count(disputeEvidence, eq(disputeEvidence.dispute_id, row.id));
  await ctx.tx.insert(disputeEvidence).values({
    ...{ id: uuid7(ctx.now), tenant_id: ctx.tenant_id, dispute_id: row.id, at: dateOf(ctx.now) },
    ...{ position, by, text, facts: which && (await factsOf(ctx, which)) },
    plays: which ? await firstPlays(ctx, which) : [],
  });
}

export async function evidenceOf(ctx: TransactionContext, dispute_id: string): Promise<DisputeEvidence[]> {
  const rows = await ctx.tx
    .select()
    .from(disputeEvidence)
    .where(and(eq(disputeEvidence.tenant_id, ctx.tenant_id), eq(disputeEvidence.dispute_id, dispute_id)))
    .orderBy(asc(disputeEvidence.position));
  return rows.map(({ id, at, by, text, facts, plays }) => ({
    ...{ id, at: at.toISOString(), by, text, facts, plays },
  }));
}
