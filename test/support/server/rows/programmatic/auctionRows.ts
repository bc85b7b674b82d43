/** A partner, an auction that it won against a lower bid and a timeout, what is kept of it, and the notices it owes. */
import {
  adapters,
  adapterEvents,
  auctionCalls,
  auctions,
  bidLogSettings,
  bidNotices,
  bidPayloads,
  bids,
  partners,
} from '../../../../../server/db/schema.ts';
import { uuid7 } from '../../../../../shared/random.ts';
import type { TestServer } from '../../server.ts';

const MINUTE_MS = 60_000;
type PartnerInsert = typeof partners.$inferInsert;

export const partnerRow = (
  id: string,
  tenant_id: string,
  more: Partial<PartnerInsert> = {},
): PartnerInsert => ({
  ...{ id, tenant_id, name: 'Harbour DSP', kind: 'openrtb_dsp', state: 'active' },
  ...{ endpoint_url: 'https://dsp.example/bid', request_gzip: false, accept_gzip: false },
  ...{ tmax_ms: 300, qps_limit: 50, concurrency: 8, at: 1, currencies: ['EUR'] },
  media: { banner: true, video: true, audio: false },
  ...{ mimes: ['image/png'], max_duration_s: 60, revenue_share_bps: 0, max_lead_s: 3_600 },
  notices: { nurl: true, burl: true, lurl: true, price_in_lurl: false },
  ...{ report_deadline_s: 900, late_policy: 'hold', requires_creative_preapproval: true, test_mode: false },
  ...more,
});

export interface AuctionSeed {
  tenant_id: string;
  device_id: string;
  partner?: Partial<PartnerInsert>;
  bid?: Partial<typeof bids.$inferInsert>;
  /** Beside them a sold spot whose play is held for people to decide on. */
  hasHeld?: true;
}
export async function addAuctions({ db, server }: Pick<TestServer, 'db' | 'server'>, seed: AuctionSeed) {
  const now = server.clock.now();
  const { tenant_id, device_id } = seed;
  const fresh = () => uuid7(now);
  const at = (ms: number) => new Date(now + ms);
  const [partner, other, auction, placement_id] = [fresh(), fresh(), fresh(), fresh()];
  await db
    .insert(partners)
    .values([
      partnerRow(partner, tenant_id, seed.partner),
      partnerRow(other, tenant_id, { name: 'Slow DSP' }),
    ]);
  const [won, lost, timeout] = [fresh(), fresh(), fresh()];
  await db.insert(auctions).values({
    ...{ id: auction, tenant_id, placement_id, device_id, at: at(-MINUTE_MS), status: 'won' },
    ...{ play_from: at(0), play_to: at(30 * MINUTE_MS), floor_micros: 500_000, cur: 'EUR', deals: ['D-1'] },
    ...{ partners_called: [partner, other], winner_bid_id: won, clearing_micros: 2_500_000 },
    ...{ min_to_win_micros: 1_800_000, multiplier: '30.3000', tmax_ms: 300, duration_ms: 120, sampled: true },
  });
  const [call, slow] = [fresh(), fresh()];
  const common = { tenant_id, auction_id: auction, at: at(-MINUTE_MS) };
  await db.insert(auctionCalls).values([
    {
      ...{ ...common, id: call, partner_id: partner, outcome: 'bid', http_status: 200, latency_ms: 80 },
      ...{ bytes_out: 900, bytes_in: 700, reused: true, bids: 2, rejected: 0 },
    },
    {
      ...{ ...common, id: slow, partner_id: other, outcome: 'timeout', error_class: 'timeout' },
      ...{ nonbid_code: 101, latency_ms: 300, bytes_out: 900, bytes_in: 0, bids: 0, rejected: 0 },
    },
  ]);
  await db.insert(bidPayloads).values({
    ...{ call_id: call, tenant_id, auction_id: auction, partner_id: partner, at: at(-MINUTE_MS) },
    request: JSON.stringify({ id: auction, imp: [{ id: '1' }], device: { ifa: '[redacted]' } }),
    response: JSON.stringify({ id: auction, cur: 'EUR', seatbid: [{ bid: [{ id: 'b1', mtype: 2 }] }] }),
    http_status: 200,
  });
  const offer = {
    ...{ tenant_id, auction_id: auction, partner_id: partner, call_id: call, placement_id, device_id },
    ...{ at: at(-MINUTE_MS), seat: 's1', imp_id: '1', cur: 'EUR', crid: 'cr1', adomain: ['brand.example'] },
    ...{ dur: 10, http_status: 200, latency_ms: 80 },
  };
  const lease_id = fresh();
  await db.insert(bids).values([
    {
      ...{ ...offer, id: won, outcome: 'won', bid_id: 'b1', price_micros: 2_500_000, base_micros: 2_500_000 },
      ...{ dealid: 'D-1', spot_state: 'granted', multiplier: '30.3000', min_to_win_micros: 1_800_000 },
      ...{ creative_sha256: 'a1'.repeat(32), lease_id, play_from: at(0), play_to: at(30 * MINUTE_MS) },
      ...{ play_deadline: at(30 * MINUTE_MS), report_deadline: at(60 * MINUTE_MS) },
      nurl: 'https://dsp.example/won?price=${AUCTION_PRICE}&id=${AUCTION_BID_ID}',
      burl: 'https://dsp.example/bill?price=${AUCTION_PRICE}&m=${AUCTION_MULTIPLIER}&ts=${AUCTION_IMP_TS}',
      lurl: 'https://dsp.example/lost?why=${AUCTION_LOSS}&bid=${AUCTION_BID_ID}',
      ...seed.bid,
    },
    {
      ...{
        ...offer,
        id: lost,
        outcome: 'lost',
        bid_id: 'b2',
        price_micros: 1_800_000,
        base_micros: 1_800_000,
      },
      loss_code: 102,
    },
    {
      ...{ ...offer, id: timeout, partner_id: other, call_id: slow, outcome: 'timeout', nonbid_code: 101 },
      ...{ seat: null, imp_id: null, cur: null, crid: null, adomain: [], dur: null, http_status: null },
    },
  ]);
  const held = fresh();
  if (seed.hasHeld)
    await db.insert(bids).values({
      ...{
        ...offer,
        id: held,
        outcome: 'won',
        bid_id: 'b3',
        price_micros: 2_000_000,
        base_micros: 2_000_000,
      },
      ...{ spot_state: 'held', spot_reason: 'late', multiplier: '1.0000', lease_id: fresh() },
      ...{ play_from: at(-60 * MINUTE_MS), play_to: at(-30 * MINUTE_MS), play_deadline: at(-30 * MINUTE_MS) },
      ...{
        report_deadline: at(-15 * MINUTE_MS),
        played_at: at(-40 * MINUTE_MS),
        reported_at: at(-MINUTE_MS),
      },
      burl: 'https://dsp.example/bill?price=${AUCTION_PRICE}',
      lurl: 'https://dsp.example/lost?why=${AUCTION_LOSS}',
    });
  const owed = { tenant_id, auction_id: auction, partner_id: partner, created_at: at(-MINUTE_MS) };
  const [failed, done] = [fresh(), fresh()];
  await db.insert(bidNotices).values([
    {
      ...{ ...owed, id: failed, bid_id: won, kind: 'nurl', url: 'https://dsp.example/won', state: 'failed' },
      attempts: [{ at: at(-MINUTE_MS).toISOString(), http_status: 503, fault: null, took_ms: 12 }],
      ...{ tries: 1, due_at: at(-MINUTE_MS), deadline_at: at(0), ended_at: at(0) },
    },
    {
      ...{ ...owed, id: done, bid_id: lost, kind: 'lurl', url: 'https://dsp.example/lost', state: 'ok' },
      ...{ tries: 1, due_at: at(-MINUTE_MS), deadline_at: at(0), ended_at: at(0) },
    },
  ]);
  const seen = { tenant_id, partner_id: partner, unhealth: 0.3, state: 'half_open' as const };
  await db.insert(adapters).values({ ...seen, id: fresh(), changed_at: at(0), updated_at: at(0) });
  const event = fresh();
  await db.insert(adapterEvents).values({ ...seen, id: event, at: at(0), kind: 'half_opened', mode: 'auto' });
  await db.insert(bidLogSettings).values({ id: fresh(), tenant_id, sample_pct: 20 }).onConflictDoNothing();
  return { partner, other, auction, won, held, lost, timeout, failed, done, lease_id, event };
}
export type AuctionRows = Awaited<ReturnType<typeof addAuctions>>;
