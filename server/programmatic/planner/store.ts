/** Writes one auction with all that was asked and answered, sells the spot that was won and owes its notices. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { LOSS } from '../../../shared/openrtb/auction/codes.ts';
import { MAX_ANSWER_BYTES } from '../../../shared/openrtb/auction/judge.ts';
import type { JudgedBid } from '../../../shared/openrtb/auction/bid.ts';
import type { Standing } from '../../../shared/openrtb/auction/rank.ts';
import { decimalOf } from '../../../shared/openrtb/auction/price.ts';
import { randomUnit, uuid7 } from '../../../shared/random.ts';
import { toStorable } from '../../db/rows.ts';
import { auctionCalls, auctions, bidPayloads, bids, creativeMappings } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { noteOutcomes } from '../adapters/adapters.ts';
import { redacted } from '../auctions/redact.ts';
import { samplingOf } from '../auctions/payloads.ts';
import type { BidRow } from '../auctions/rows.ts';
import { lockNames } from '../inventory/mappings.ts';
import { oweNotice } from '../notices/owed.ts';
import { grantSpot } from '../spots/grantSpot.ts';
import type { Answered } from './ask.ts';
import { lockPlacement, offeredUntil } from './offered.ts';
import { withoutStopped } from './stillSold.ts';
import type { Held } from './hold.ts';
import type { ApprovedFile } from './opportunities.ts';

type NewBid = typeof bids.$inferInsert;
const PERCENT = 100;
const SECOND_MS = 1_000;
/** ms; who lost is told within this time or not at all. */
const LOSS_NOTICE_MS = 3_600_000;
/** Of one partner in one auction. */
const MAX_LOSS_NOTICES = 3;
/** A payload is JSON of a bounded answer; ours is smaller. */
const MAX_PAYLOAD_CHARS = MAX_ANSWER_BYTES;

/** False: another node has offered this spot meanwhile. */
async function isStillFree(ctx: TransactionContext, { opportunity }: Held): Promise<boolean> {
  const { placement, slot } = opportunity;
  await lockPlacement(ctx, placement.id);
  const until = (await offeredUntil(ctx, [placement.id])).get(placement.id) ?? 0;
  return until <= slot.from;
}

const statusOf = ({ answers, standings, isTest }: Held) => {
  if (isTest) return 'test';
  if (standings.some(({ outcome }) => outcome === 'won')) return 'won';
  const calls = answers.filter(({ call }) => call.outcome !== 'skipped');
  return calls.length > 0 && calls.every(({ call }) => call.outcome === 'error') ? 'error' : 'no_fill';
};

/** The id of what was sold; null: nothing was. */
export async function storeAuction(ctx: TransactionContext, asked: Held): Promise<string | null> {
  if (!(await isStillFree(ctx, asked))) return null;
  const held = await withoutStopped(ctx, asked);
  const { tx, tenant_id } = ctx;
  const { opportunity, answers, standings } = held;
  const { placement, device, slot, floor, impressions } = opportunity;
  const winner = standings.find(({ outcome }) => outcome === 'won') ?? null;
  const rows = answers.flatMap(answered => bidRows(ctx, held, answered));
  const won = rows.find(({ isWinner }) => isWinner) ?? null;
  const { sample_pct } = await samplingOf(ctx);
  const sampled = randomUnit() * PERCENT < sample_pct;
  await tx.insert(auctions).values({
    ...{ id: held.id, tenant_id, placement_id: placement.id, device_id: device.id, at: dateOf(held.at) },
    ...{ play_from: dateOf(slot.from), play_to: dateOf(slot.to), floor_micros: floor.micros },
    ...{ cur: floor.currency, multiplier: impressions.multiplier, sampled, status: statusOf(held) },
    deals: [...new Set(answers.flatMap(({ buyer }) => buyer.deals.map(({ deal_code }) => deal_code)))],
    partners_called: answers
      .filter(({ call }) => call.outcome !== 'skipped')
      .map(({ buyer }) => buyer.partner.id),
    ...{ winner_bid_id: won?.row.id ?? null, clearing_micros: winner?.clearing_micros ?? null },
    ...{ min_to_win_micros: winner?.min_to_win_micros ?? null },
    ...{ tmax_ms: held.tmax_ms, duration_ms: held.duration_ms },
  });
  for (const answered of answers) {
    const own = rows.filter(one => one.answered === answered);
    await storeCall(ctx, held, { answered, own, sampled });
    await notePending(ctx, answered);
  }
  const written =
    rows.length === 0
      ? []
      : await tx
          .insert(bids)
          .values(rows.map(({ row }) => row))
          .returning();
  await oweAll(ctx, held, written);
  const sold = won && !held.isTest ? won.row.id : null;
  if (sold !== null) await grantSpot(ctx, sold);
  /** Last, because every auction of a partner waits for its row until the one before has ended. */
  for (const { buyer, call } of answers) await noteOutcomes(ctx, buyer.partner.id, [call.outcome]);
  return sold;
}

interface Made {
  answered: Answered;
  row: NewBid & { id: string };
  /** Of tests alone, too, which sells nothing. */
  isWinner: boolean;
}
/** One for each bid, or one that says why there is none; what was not asked has none. */
function bidRows(ctx: TransactionContext, held: Held, answered: Answered): Made[] {
  const { buyer, call_id, judgement, http_status, latency_ms, call } = answered;
  if (call.outcome === 'skipped') return [];
  const { placement, device } = held.opportunity;
  const common = () => ({
    ...{ id: uuid7(ctx.now), tenant_id: ctx.tenant_id, auction_id: held.id, call_id },
    ...{ partner_id: buyer.partner.id, placement_id: placement.id, device_id: device.id },
    ...{ at: dateOf(held.at), http_status, latency_ms, nbr: judgement.nbr },
  });
  if (judgement.outcome !== 'bids') {
    const outcome = judgement.outcome;
    const row = { ...common(), outcome, nonbid_code: judgement.nonbid_code };
    return [{ answered, row, isWinner: false }];
  }
  return judgement.bids.map(bid => {
    const standing = held.standings.find(one => one.bid === bid);
    const row = { ...common(), ...offerOf(held, answered, { bid, standing }) };
    return { answered, row, isWinner: standing?.outcome === 'won' };
  });
}

interface Offered {
  bid: JudgedBid;
  standing: Standing | undefined;
}
function offerOf(held: Held, { buyer }: Answered, { bid, standing }: Offered) {
  const { notices } = buyer.partner;
  const isTest = buyer.partner.test_mode && bid.outcome === 'eligible';
  const outcome = isTest ? ('test' as const) : (standing?.outcome ?? ('rejected' as const));
  const offered = toStorable({
    ...{ seat: bid.seat, bid_id: bid.bid_id, imp_id: bid.imp_id, cur: bid.cur, dealid: bid.dealid },
    ...{ crid: bid.crid, adomain: bid.adomain, cat: bid.cat, mime: bid.mime },
    nurl: notices.nurl ? bid.nurl : null,
    burl: notices.burl ? bid.burl : null,
    lurl: notices.lurl ? bid.lurl : null,
  });
  return {
    ...{ ...offered, outcome, price_micros: bid.price_micros, base_micros: bid.base_micros },
    deal_id: buyer.deals.find(({ deal_code }) => deal_code === bid.dealid)?.id ?? null,
    ...{ attr: wholes(bid.attr), dur: whole(bid.dur), w: whole(bid.w), h: whole(bid.h), exp: whole(bid.exp) },
    loss_code: isTest ? null : (standing?.loss_code ?? bid.loss_code),
    min_to_win_micros: standing?.min_to_win_micros ?? null,
    ...(outcome === 'won' && spotOf(held, buyer.creatives[bid.crid ?? ''])),
  };
}
const MOST = 2_147_483_647;
const whole = (n: number | null) => (n === null || Math.abs(n) > MOST ? null : Math.round(n));
const wholes = (all: readonly number[]) => all.flatMap(n => whole(n) ?? []);

const spotOf = ({ at, exp_s, opportunity }: Held, file: ApprovedFile | undefined) => ({
  ...{ creative_id: file?.creative_id ?? null, creative_sha256: file?.sha256 ?? null },
  length_ms: file?.dur_s === undefined ? null : Math.round(file.dur_s * SECOND_MS),
  multiplier: opportunity.impressions.multiplier,
  play_from: dateOf(opportunity.slot.from),
  play_to: dateOf(opportunity.slot.to),
  play_deadline: dateOf(opportunity.slot.to),
  report_deadline: dateOf(at + exp_s * SECOND_MS),
});

interface Call {
  answered: Answered;
  own: readonly Made[];
  sampled: boolean;
}
async function storeCall(
  ctx: TransactionContext,
  held: Held,
  { answered, own, sampled }: Call,
): Promise<void> {
  const { tx, tenant_id } = ctx;
  const { buyer, call_id, call, judgement, http_status, latency_ms, bytes_in, bytes_out, reused } = answered;
  const of = {
    tenant_id,
    auction_id: held.id,
    partner_id: buyer.partner.id,
    at: dateOf(held.at),
    http_status,
  };
  await tx.insert(auctionCalls).values({
    ...{ ...of, id: call_id, ...call, nonbid_code: judgement.nonbid_code, nbr: judgement.nbr },
    ...{ latency_ms, bytes_in, bytes_out, reused, bids: judgement.bids.length },
    rejected: judgement.bids.filter(({ outcome }) => outcome === 'rejected').length,
  });
  const isKept = own.some(({ isWinner }) => isWinner) || call.outcome === 'error' || sampled;
  if (!isKept || call.outcome === 'skipped') return;
  const response = answered.responseText;
  await tx.insert(bidPayloads).values({
    ...{ ...of, call_id },
    request: redacted(answered.requestText, MAX_PAYLOAD_CHARS),
    response: response === null ? null : toStorable(redacted(response, MAX_PAYLOAD_CHARS)),
  });
}

/** A creative nobody has seen yet is put before the people who approve, once however often it is bid. */
async function notePending(
  ctx: TransactionContext,
  { buyer: { partner }, judgement }: Answered,
): Promise<void> {
  const { tx, tenant_id, now } = ctx;
  const unseen = new Map<string, JudgedBid>();
  for (const bid of judgement.bids)
    if (bid.reason === 'creative_unknown' && bid.crid !== null && bid.crid.length <= MAX_CRID)
      unseen.set(bid.crid, bid);
  if (unseen.size === 0) return;
  await lockNames(ctx, partner.id);
  const there = await tx
    .select({ crid: creativeMappings.crid })
    .from(creativeMappings)
    .where(
      and(
        ...[eq(creativeMappings.tenant_id, tenant_id), eq(creativeMappings.partner_id, partner.id)],
        ...[inArray(creativeMappings.crid, [...unseen.keys()]), isNull(creativeMappings.deleted_at)],
      ),
    );
  for (const { crid } of there) unseen.delete(crid);
  const isPending = and(
    ...[eq(creativeMappings.tenant_id, tenant_id), eq(creativeMappings.partner_id, partner.id)],
    ...[eq(creativeMappings.state, 'pending'), isNull(creativeMappings.deleted_at)],
  );
  const room = MAX_PENDING - (await tx.$count(creativeMappings, isPending));
  for (const [crid, bid] of [...unseen].slice(0, Math.max(0, room)))
    await tx.insert(creativeMappings).values(
      toStorable({
        ...{ id: uuid7(now), tenant_id, partner_id: partner.id, crid, adomain: bid.adomain },
        ...{ cat: bid.cat, attr: wholes(bid.attr), mime: bid.mime, w: whole(bid.w), h: whole(bid.h) },
        ...{ dur_s: bid.dur, source_url: bid.iurl },
      }),
    );
}
const MAX_CRID = 64;
/** Of one partner; more than people can look at are put before them once these are decided. */
const MAX_PENDING = 100;

/** The winner that it won, the others that they lost, each at the address its bid names. */
async function oweAll(ctx: TransactionContext, held: Held, rows: readonly BidRow[]): Promise<void> {
  if (held.isTest) return;
  const won = held.standings.find(({ outcome }) => outcome === 'won');
  const clearing = won?.clearing_micros ?? null;
  const noticed = new Map<string, number>();
  for (const row of rows) {
    if (row.outcome === 'won' && row.play_deadline) {
      const values = clearing === null ? {} : { AUCTION_PRICE: decimalOf(clearing) };
      await oweNotice(ctx, row, { kind: 'nurl', deadline: row.play_deadline.getTime(), values });
    }
    if (row.outcome !== 'lost' && row.outcome !== 'rejected') continue;
    /** What is no bid of this auction has lost nothing, and one answer asks for no more than a few calls. */
    if (row.loss_code === LOSS.invalid_response || row.loss_code === LOSS.invalid_auction) continue;
    const partner = held.answers.find(({ buyer }) => buyer.partner.id === row.partner_id)?.buyer.partner;
    /** It did not compete with those that pay, so it has lost nothing either. */
    if (partner?.test_mode === true) continue;
    const calls = noticed.get(row.partner_id) ?? 0;
    if (calls >= MAX_LOSS_NOTICES) continue;
    noticed.set(row.partner_id, calls + 1);
    const isPriceSent = partner?.notices.price_in_lurl === true && clearing !== null;
    await oweNotice(ctx, row, {
      ...{ kind: 'lurl', deadline: ctx.now + LOSS_NOTICE_MS },
      values: { AUCTION_LOSS: row.loss_code ?? 0, AUCTION_PRICE: isPriceSent ? decimalOf(clearing) : '' },
    });
  }
}
