/**
 * The life of a sold spot on the server: steps its screen has told, the play that is billed, and the end of one that
 * never played. Each is called within the transaction that learns of it, and may be called again.
 */
import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { SPOT_TRANSITIONS, type SpotState } from '../../../shared/contract/programmatic/bid.ts';
import { KILL_SWITCHES } from '../../../shared/contract/programmatic/partners/suspended.ts';
import { mayBecome } from '../../../shared/contract/wire/entity.ts';
import { auctions, bids, partners } from '../../db/schema.ts';
import { decimalOf } from '../../../shared/openrtb/auction/price.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { BidRow } from '../auctions/rows.ts';
import { cancelNotice, mayBeKnown, oweNotice } from '../notices/owed.ts';
import { mayBeOwed, overdueOwed, owedSince, wasDisplaced } from './makegood.ts';
import { judgePlay, LOSS, type SpotPlay } from './judge.ts';

/** ms; a notice of what came late is tried for at least so long. */
export const LEAST_MS = 3_600_000;
const ON_SCREEN = ['granted', 'delivered', 'ready', 'playing'] as const satisfies readonly SpotState[];

async function spotOf({ tx, tenant_id }: TransactionContext, lease_id: string): Promise<BidRow | null> {
  const [row] = await tx
    .select()
    .from(bids)
    .where(and(eq(bids.tenant_id, tenant_id), eq(bids.lease_id, lease_id)))
    .for('update');
  return row ?? null;
}
const write = ({ tx }: TransactionContext, row: BidRow, set: Partial<typeof bids.$inferInsert>) =>
  tx.update(bids).set(set).where(eq(bids.id, row.id));
const stateOf = (row: BidRow): SpotState => row.spot_state ?? 'granted';

/** What a play of its lease makes of it. A second play of the same lease bills nothing. */
export async function spotPlayed(
  ctx: TransactionContext,
  lease_id: string,
  play: SpotPlay,
): Promise<SpotState | null> {
  const row = await spotOf(ctx, lease_id);
  if (!row) return null;
  if (row.play_id !== null) return row.play_id === play.play_id ? stateOf(row) : 'duplicate';
  const { report_deadline, play_from, play_deadline } = row;
  if (!report_deadline || !play_from || !play_deadline) return null;
  const isOver = row.ended_at !== null;
  const isReleased = isOver && (await mayBeKnown(ctx, row.id, 'lurl'));
  const times = {
    play_from: play_from.getTime(),
    play_deadline: play_deadline.getTime(),
    report_deadline: report_deadline.getTime(),
  };
  /** Whatever its screen says it should have shown. */
  const whole = { ...play, expected_ms: row.length_ms ?? play.expected_ms };
  const judged = judgePlay({ ...times, isReleased }, whole, await latePolicyOf(ctx, row));
  /** It was shown before it was stopped; whatever came later was not meant to be. */
  const isAfterStop = row.spot_state === 'revoked' && play.started_at > (row.ended_at?.getTime() ?? 0);
  if (isAfterStop || !mayBecome(SPOT_TRANSITIONS, stateOf(row), judged.state)) {
    /** That a report came is seen in the log, although nothing follows from it. */
    await write(ctx, row, { reported_at: dateOf(play.received_at) });
    return stateOf(row);
  }
  if (isOver && judged.notice?.kind !== 'lurl') await cancelNotice(ctx, row.id, 'lurl');
  const at = dateOf(ctx.now);
  const seen = {
    play_id: play.play_id,
    played_at: dateOf(play.started_at),
    reported_at: dateOf(play.received_at),
  };
  const deadline = Math.max(times.report_deadline, ctx.now + LEAST_MS);
  if (judged.notice?.kind === 'burl')
    return billSpot(ctx, { ...row, ...seen }, { reason: judged.reason, deadline });
  /** Nothing is said to the partner meanwhile: the second spot is billed under the same bid. */
  const isOwedLate = judged.reason === 'late' && row.replanned_at === null;
  if (judged.state === 'makegood' && (mayBeOwed(row) || isOwedLate)) {
    if (isOver) await cancelNotice(ctx, row.id, 'lurl');
    await write(ctx, row, { ...seen, ...owedSince(ctx.now), spot_reason: judged.reason });
    return 'makegood';
  }
  if (judged.notice) await oweLoss(ctx, row, { loss_code: judged.notice.loss_code, deadline });
  /** What is held waits for people, unless its partner has heard already that it was not played. */
  const ended_at = judged.state !== 'held' ? at : isReleased ? row.ended_at : null;
  await write(ctx, row, { ...seen, spot_state: judged.state, spot_reason: judged.reason, ended_at });
  return judged.state;
}

/** `row` as its play leaves it. Who wants no notice is billed by the report alone. */
export async function billSpot(
  ctx: TransactionContext,
  row: BidRow,
  { reason, deadline }: { reason: string | null; deadline: number },
): Promise<'billable' | 'billed'> {
  const owes = await oweNotice(ctx, row, { kind: 'burl', deadline, ...(await priceOf(ctx, row)) });
  const spot_state = owes ? 'billable' : 'billed';
  const at = dateOf(ctx.now);
  const { play_id, played_at, reported_at } = row;
  await write(ctx, row, {
    ...{ play_id, played_at, reported_at, spot_state, spot_reason: reason },
    ...{ billable_at: at, ended_at: null, ...(!owes && { billed_at: at }) },
  });
  return spot_state;
}

/** Its play is billed to nobody. */
export async function dropSpot(ctx: TransactionContext, row: BidRow): Promise<void> {
  await oweLoss(ctx, row, { loss_code: LOSS.expired, deadline: ctx.now + LEAST_MS });
  await write(ctx, row, { spot_state: 'dropped', ended_at: dateOf(ctx.now) });
}

/** What it was won at, which is less than what was bid where the second price is paid. */
async function priceOf({ tx, tenant_id }: TransactionContext, { auction_id }: BidRow) {
  const [auction] = await tx
    .select({ clearing_micros: auctions.clearing_micros })
    .from(auctions)
    .where(and(eq(auctions.tenant_id, tenant_id), eq(auctions.id, auction_id)));
  const clearing = auction?.clearing_micros ?? null;
  return clearing === null ? {} : { values: { AUCTION_PRICE: decimalOf(clearing) } };
}

const oweLoss = (
  ctx: TransactionContext,
  row: BidRow,
  { loss_code, deadline }: { loss_code: number; deadline: number },
) => oweNotice(ctx, row, { kind: 'lurl', deadline, values: { AUCTION_LOSS: loss_code } });

async function latePolicyOf({ tx, tenant_id }: TransactionContext, { partner_id }: BidRow) {
  const [partner] = await tx
    .select({ late_policy: partners.late_policy })
    .from(partners)
    .where(and(eq(partners.tenant_id, tenant_id), eq(partners.id, partner_id)));
  return partner?.late_policy ?? 'hold';
}

/** It will not play: its screen gave it back, or its last day for reports is over. */
export async function spotExpired(
  ctx: TransactionContext,
  lease_id: string,
  reason = 'unplayed',
): Promise<void> {
  const row = await spotOf(ctx, lease_id);
  if (row) await endUnplayed(ctx, row, { state: 'expired_unplayed', reason });
}
/** Leases that a screen gives back unused. */
export async function spotsReturned(ctx: TransactionContext, lease_ids: readonly string[]): Promise<void> {
  if (lease_ids.length === 0) return;
  const sold = await ctx.tx
    .select({ lease_id: bids.lease_id })
    .from(bids)
    .where(and(eq(bids.tenant_id, ctx.tenant_id), inArray(bids.lease_id, [...lease_ids])))
    .orderBy(bids.id);
  for (const { lease_id } of sold) if (lease_id) await spotExpired(ctx, lease_id, 'returned');
}

/** A creative that was refused after it was sold is shown no more. */
export async function revokeCreative(
  ctx: TransactionContext,
  { partner_id, crid }: { partner_id: string; crid: string },
): Promise<void> {
  const rows = await ctx.tx
    .select()
    .from(bids)
    .where(
      and(
        ...[eq(bids.tenant_id, ctx.tenant_id), eq(bids.partner_id, partner_id), eq(bids.crid, crid)],
        ...[inArray(bids.spot_state, [...ON_SCREEN]), isNull(bids.ended_at)],
      ),
    )
    .orderBy(bids.id)
    .for('update');
  for (const row of rows) await endUnplayed(ctx, row, { state: 'revoked', reason: 'creative' });
}

async function endUnplayed(
  ctx: TransactionContext,
  row: BidRow,
  { state, reason }: { state: 'expired_unplayed' | 'revoked'; reason: string },
): Promise<void> {
  if (!mayBecome(SPOT_TRANSITIONS, stateOf(row), state)) return;
  if (state === 'expired_unplayed' && mayBeOwed(row) && (await wasDisplaced(ctx, row))) {
    await write(ctx, row, owedSince(ctx.now));
    return;
  }
  const owes = await oweLoss(ctx, row, { loss_code: LOSS.expired, deadline: ctx.now + LEAST_MS });
  const ended = !owes && state === 'expired_unplayed' ? 'released' : state;
  await write(ctx, row, { spot_state: ended, spot_reason: reason, ended_at: dateOf(ctx.now) });
}

/** The kill switch takes back what its partners have bought and no screen has shown. */
export async function revokeStopped(ctx: TransactionContext): Promise<void> {
  const rows = await ctx.tx
    .select({ bid: bids })
    .from(bids)
    .innerJoin(partners, eq(partners.id, bids.partner_id))
    .where(
      and(
        ...[eq(bids.tenant_id, ctx.tenant_id), inArray(bids.spot_state, [...ON_SCREEN])],
        ...[isNull(bids.ended_at), eq(partners.state, 'suspended')],
        inArray(partners.suspended_by, [...KILL_SWITCHES]),
      ),
    )
    .orderBy(bids.id)
    .for('update', { of: bids, skipLocked: true });
  for (const { bid } of rows) await endUnplayed(ctx, bid, { state: 'revoked', reason: 'kill_switch' });
}

/** Those of which no report can come in time any more; one that comes later is judged as late. */
export async function expireSpots(ctx: TransactionContext): Promise<number> {
  const rows = await ctx.tx
    .select()
    .from(bids)
    .where(
      and(
        ...[eq(bids.tenant_id, ctx.tenant_id), inArray(bids.spot_state, [...ON_SCREEN])],
        ...[isNull(bids.ended_at), isNull(bids.billed_at), lt(bids.report_deadline, dateOf(ctx.now))],
      ),
    )
    .orderBy(bids.id)
    .for('update', { skipLocked: true });
  for (const row of rows) await endUnplayed(ctx, row, { state: 'expired_unplayed', reason: 'unplayed' });
  return rows.length;
}

/** No second spot was found for them in time, so nothing of them will be billed. */
export async function endOverdue(ctx: TransactionContext): Promise<void> {
  for (const row of await overdueOwed(ctx)) {
    await oweLoss(ctx, row, { loss_code: LOSS.expired, deadline: ctx.now + LEAST_MS });
    await write(ctx, row, { ended_at: dateOf(ctx.now) });
  }
}

/** Why a spot is billed although its partner has not taken the notice of it. */
const UNCONFIRMED = 'unconfirmed';
/** What nobody has decided until then is not billed: a partner waits no longer for its bill. */
const HELD_MS = 7 * 86_400_000;
/** A play that came late or at another time was kept for people to decide on, and nobody did. */
export async function endUndecided(ctx: TransactionContext): Promise<void> {
  const rows = await ctx.tx
    .select()
    .from(bids)
    .where(
      and(
        ...[eq(bids.tenant_id, ctx.tenant_id), eq(bids.spot_state, 'held'), isNull(bids.ended_at)],
        lt(bids.reported_at, dateOf(ctx.now - HELD_MS)),
      ),
    )
    .orderBy(bids.id)
    .for('update', { skipLocked: true });
  for (const row of rows) await dropSpot(ctx, row);
}

/** What the end of a notice means for its spot. */
export async function noticeEnded(
  ctx: TransactionContext,
  { bid_id, kind, isOk }: { bid_id: string; kind: 'nurl' | 'burl' | 'lurl'; isOk: boolean },
): Promise<void> {
  const [row] = await ctx.tx.select().from(bids).where(eq(bids.id, bid_id)).for('update');
  if (!row) return;
  /** A partner that never took the bill owes it all the same: the report says which, and reconciling them is for people. */
  if (kind === 'burl' && row.spot_state === 'billable')
    await write(ctx, row, {
      ...{ spot_state: 'billed', billed_at: dateOf(ctx.now) },
      ...(!isOk && { spot_reason: UNCONFIRMED }),
    });
  /** A person has called it again. */
  if (kind === 'burl' && isOk && row.spot_state === 'billed' && row.spot_reason === UNCONFIRMED)
    await write(ctx, row, { spot_reason: null });
  /** Whether it was heard or not, nothing of it is waited for. */
  if (kind === 'lurl' && row.spot_state === 'expired_unplayed')
    await write(ctx, row, { spot_state: 'released' });
}
