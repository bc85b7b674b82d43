/** A kept call as a case file of Prebid Server, so that the tester and Prebid's own tests take it. Pure. */
import type { bidPayloads } from '../../db/schema.ts';

type Payload = Pick<typeof bidPayloads.$inferSelect, 'request' | 'response' | 'http_status'>;
const NO_BID = 204;

interface Offer {
  currency?: unknown;
  bids: { bid: unknown; type: string }[];
}
const TYPES: Record<number, string> = { 1: 'banner', 2: 'video', 3: 'audio', 4: 'native' };

export function prebidCase({ request, response, http_status }: Payload) {
  const requestJson: unknown = JSON.parse(request);
  const answered: unknown = response === null ? null : JSON.parse(response);
  const offers = offersOf(answered);
  return {
    mockBidRequest: requestJson,
    httpCalls: [
      {
        expectedRequest: { uri: 'http://partner.example/bid', body: requestJson },
        mockResponse: { status: http_status ?? NO_BID, ...(answered !== null && { body: answered }) },
      },
    ],
    expectedBidResponses: offers.bids.length === 0 ? [] : [offers],
    expectedMakeRequestsErrors: [],
    expectedMakeBidsErrors: [],
  };
}

function offersOf(answered: unknown): Offer {
  const { cur, seatbid } = (answered ?? {}) as { cur?: unknown; seatbid?: { bid?: { mtype?: number }[] }[] };
  const all = Array.isArray(seatbid) ? seatbid.flatMap(({ bid }) => (Array.isArray(bid) ? bid : [])) : [];
  return {
    ...(cur !== undefined && { currency: cur }),
    bids: all.map(bid => ({ bid, type: TYPES[bid.mtype ?? 0] ?? 'banner' })),
  };
}
