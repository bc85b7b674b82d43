/** The books of a simulation, read row by row and added up here: by our side, by the partners', by the screens'. */
import { isNotNull, sql } from 'drizzle-orm';
import type { ReportPreview } from '../../../../shared/contract/reports/report.ts';
import { instant } from '../../../../shared/clock.ts';
import { auctionCalls, auctions, bidNotices, bids, leases, plays } from '../../../../server/db/schema.ts';
import { call } from '../../../support/server/playlist.ts';
import type { TestServer } from '../../../support/server/server.ts';
import { keyOf, PARTNERS, type ReceivedNotice, type NoticeKind } from './market.ts';
import type { Simulation } from './simulate.ts';

type Bid = typeof bids.$inferSelect;
type Notice = typeof bidNotices.$inferSelect;
export type Ending = 'billed' | 'released' | 'makegood' | 'open' | 'two at once';

const PLACES = 4;
/** Decimal text to whole units of so many places; there are no floats in it. */
function whole(text: string, places: number): bigint {
  const [units = '0', rest = ''] = text.split('.');
  return BigInt(units + rest.slice(0, places).padEnd(places, '0'));
}

const SLICE = 2_000;
/** A whole table takes longer than the server lets one query take. Nothing is written meanwhile, so that its rows stay where they lie. */
async function inSlices<T>(read: (slice: { limit: number; offset: number }) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const more = await read({ limit: SLICE, offset: all.length });
    for (const row of more) all.push(row);
    if (more.length < SLICE) return all;
  }
}
const AS_THEY_LIE = sql`ctid`;

export async function readBooks({ lives, market, partner_ids, screens }: Simulation) {
  const { db } = lives.life().test;
  const rows = {
    auctions: await inSlices(({ limit, offset }) =>
      db.select().from(auctions).orderBy(AS_THEY_LIE).limit(limit).offset(offset),
    ),
    calls: await inSlices(({ limit, offset }) =>
      db.select().from(auctionCalls).orderBy(AS_THEY_LIE).limit(limit).offset(offset),
    ),
    bids: await inSlices(({ limit, offset }) =>
      db.select().from(bids).orderBy(AS_THEY_LIE).limit(limit).offset(offset),
    ),
    leases: await inSlices(({ limit, offset }) =>
      db.select().from(leases).orderBy(AS_THEY_LIE).limit(limit).offset(offset),
    ),
    notices: await inSlices(({ limit, offset }) =>
      db.select().from(bidNotices).orderBy(AS_THEY_LIE).limit(limit).offset(offset),
    ),
    plays: await inSlices(({ limit, offset }) =>
      db
        .select({ play_id: plays.play_id, lease_id: plays.lease_id, state: plays.state })
        .from(plays)
        .where(isNotNull(plays.lease_id))
        .orderBy(AS_THEY_LIE)
        .limit(limit)
        .offset(offset),
    ),
  };
  const spots = rows.bids.filter(({ spot_state }) => spot_state !== null);
  const noticesOf = new Map<string, Map<NoticeKind, Notice>>();
  for (const row of rows.notices) {
    const own = noticesOf.get(row.bid_id) ?? new Map<NoticeKind, Notice>();
    noticesOf.set(row.bid_id, own.set(row.kind, row));
  }
  const receivedOf = (kind: NoticeKind, bid: Bid): ReceivedNotice | undefined =>
    market.received.get(
      keyOf({
        partner: partner_ids.indexOf(bid.partner_id),
        ...{ kind, auction: bid.auction_id, bid: bid.bid_id ?? '' },
      }),
    );

  /** What the money says of it, whatever its state is called. */
  function endingOf(bid: Bid): Ending {
    const own = noticesOf.get(bid.id);
    const burl = own?.get('burl');
    const lurl = own?.get('lurl');
    const isBilled = bid.billed_at !== null && burl?.ended_at != null && burl.state !== 'cancelled';
    const isReleased = bid.ended_at !== null && lurl?.ended_at != null && lurl.state !== 'cancelled';
    if (isBilled && isReleased) return 'two at once';
    if (isBilled) return bid.spot_state === 'billed' ? 'billed' : 'open';
    if (!isReleased || bid.billable_at !== null) return 'open';
    return bid.spot_state === 'makegood' ? 'makegood' : 'released';
  }
  const endings: Record<Ending, number> = {
    ...{ billed: 0, released: 0, makegood: 0, open: 0 },
    'two at once': 0,
  };
  const unsettled: Bid[] = [];
  for (const bid of spots) {
    const ending = endingOf(bid);
    endings[ending] += 1;
    if (ending === 'open' || ending === 'two at once') unsettled.push(bid);
  }

  const auctionOf = new Map(rows.auctions.map(row => [row.id, row]));
  const billed = spots.filter(bid => endingOf(bid) === 'billed');
  const costOf = (bid: Bid) =>
    BigInt(auctionOf.get(bid.auction_id)?.clearing_micros ?? 0) * whole(bid.multiplier ?? '0', PLACES);
  const byPartner = partner_ids.map((partner_id, n) => {
    const own = <T extends { partner_id: string }>(all: readonly T[]) =>
      all.filter(row => row.partner_id === partner_id);
    const burls = [...market.received.values()].filter(one => one.partner === n && one.kind === 'burl');
    return {
      name: PARTNERS[n]!.name,
      requests: own(rows.calls).filter(({ outcome }) => outcome !== 'skipped').length,
      received: market.requests[n]!,
      bids: own(rows.bids).filter(({ price_micros }) => price_micros !== null).length,
      wins: own(spots).length,
      plays: own(billed).length,
      /** In 10^-13 of the currency. */
      cost: own(billed).reduce((sum, bid) => sum + costOf(bid), 0n),
      /** Billed by us and heard of by them. */
      confirmed: own(billed).filter(bid => receivedOf('burl', bid)).length,
      burls: burls.length,
      confirmedCost: own(billed)
        .filter(bid => receivedOf('burl', bid))
        .reduce((sum, bid) => sum + costOf(bid), 0n),
      /** By what its own books say of price and impressions. */
      burlCost: burls.reduce(
        (sum, { price, multiplier }) => sum + whole(price, 6) * whole(multiplier, PLACES),
        0n,
      ),
    };
  });
  const verdicts: Record<string, number> = {};
  for (const { vehicle } of screens)
    for (const [name, n] of vehicle.verdicts) verdicts[name] = (verdicts[name] ?? 0) + n;
  return { rows, spots, noticesOf, receivedOf, endings, unsettled, billed, byPartner, verdicts };
}
export type Books = Awaited<ReturnType<typeof readBooks>>;

/** As the console shows it, over all days of the simulation. */
export async function reportOf(test: TestServer, { start, clock }: Simulation): Promise<ReportPreview> {
  const answer = await call(test, await test.signIn('admin'), 'POST', '/api/reports/preview', {
    payload: {
      ...{ preset: 'sold_partners', format: 'csv', language: 'en', period: 'custom', tz: 'UTC', zone: null },
      ...{ first_day: instant(start).slice(0, 10), last_day: instant(clock.now()).slice(0, 10) },
      ...{ campaign_ids: [], creative_ids: [] },
    },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<ReportPreview>();
}
/** Half to even, to cents. */
export function centsOf(cost: bigint): bigint {
  const unit = 10n ** 11n;
  const [cents, rest] = [cost / unit, cost % unit];
  return cents + (2n * rest > unit || (2n * rest === unit && cents % 2n === 1n) ? 1n : 0n);
}
