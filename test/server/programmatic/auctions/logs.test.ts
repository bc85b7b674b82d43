import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Auction, AuctionDetail } from '../../../../shared/contract/programmatic/auction.ts';
import type { Bid, BidPayload } from '../../../../shared/contract/programmatic/bid.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { auctions, bidNotices, bidPayloads, bids, deals, devices } from '../../../../server/db/schema.ts';
import { runRetention } from '../../../../server/trust/compliance/retention/run.ts';
import { redacted } from '../../../../server/programmatic/auctions/redact.ts';
import { addAuctions, type AuctionRows } from '../../../support/server/rows/programmatic/auctionRows.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

let test: TestServer;
let rows: AuctionRows;
beforeAll(async () => {
  test = await startTestServer();
  const device_id = uuid7(test.server.clock.now());
  await test.db.insert(devices).values({ id: device_id, tenant_id: test.tenant_id, name: 'Harbour cab' });
  rows = await addAuctions(test, { tenant_id: test.tenant_id, device_id });
});
afterAll(() => test.close());

const get = async <T>(path: string, status = 200): Promise<T> => {
  const answer = await test.app.inject({
    ...{ method: 'GET', url: `/api/programmatic/${path}`, headers: test.admin.headers },
  });
  expect(answer.statusCode, answer.body).toBe(status);
  return answer.json<T>();
};
const outcomesOf = async (query: string) =>
  (await get<{ items: Bid[] }>(`bids?${query}`)).items.map(({ outcome }) => outcome).sort();

describe('bid logs', () => {
  it('PROG-05 list auctions with whoever won, and page through them', async () => {
    const { items, next_cursor } = await get<{ items: Auction[]; next_cursor: string | null }>(
      'auctions?limit=1',
    );
    expect(items).toMatchObject([
      { id: rows.auction, device_name: 'Harbour cab', bids: 2, winner_name: 'Harbour DSP', status: 'won' },
    ]);
    expect(await get(`auctions?cursor=${next_cursor}`)).toEqual({ items: [], next_cursor: null });
    await get('auctions?cursor=nonsense', 400);
  });

  it.each([
    ['', ['lost', 'timeout', 'won']],
    ['outcome=won,lost', ['lost', 'won']],
    ['code=102', ['lost']],
    ['code=101', ['timeout']],
    ['spot_state=granted', ['won']],
    ['dealid=D-1', ['won']],
    ['to=2001-01-01T00:00:00.000Z', []],
  ])('list bids by ?%s', async (query, outcomes) => expect(await outcomesOf(query)).toEqual(outcomes));

  it('narrow auctions by a bid of theirs', async () => {
    const count = async (query: string) =>
      (await get<{ items: Auction[] }>(`auctions?${query}`)).items.length;
    expect(await count(`partner_id=${rows.other}&outcome=timeout`)).toBe(1);
    expect(await count(`partner_id=${rows.other}&outcome=won`)).toBe(0);
    expect(await count('code=102')).toBe(1);
    expect(await count('status=no_fill')).toBe(0);
  });

  it('narrow auctions by a deal that was offered, bid on or not, by the partner whose deal it is', async () => {
    const now = test.server.clock.now();
    const dealOf = (partner_id: string, deal_code: string) => ({
      ...{ id: uuid7(now), tenant_id: test.tenant_id, partner_id, deal_code, name: deal_code },
      ...{ type: 'pmp' as const, state: 'active' as const, private_auction: false, at: 1, priority: 8 },
      floor: { mode: 'cpm' as const, amount_micros: 500_000, currency: 'EUR' },
      ...{ starts_at: new Date(now), ends_at: new Date(now + 60_000), tz: 'UTC', dayparts: [] },
      inventory: { placement_ids: [], tags: [], venue_ids: [], geo: [], media: [] },
    });
    const made = [dealOf(rows.other, 'D-1'), dealOf(rows.partner, 'D-2')];
    await test.db.insert(deals).values(made);
    const counts = await Promise.all(
      made.map(async ({ id }) => (await get<{ items: Auction[] }>(`auctions?offered_deal_id=${id}`)).items),
    );
    expect(counts.map(items => items.length)).toEqual([1, 0]);
  });

  it('tell the way of a spot: what has not come has no time', async () => {
    const detail = await get<AuctionDetail>(`auctions/${rows.auction}`);
    expect(detail.timeline.map(({ step, at }) => [step, at !== null])).toEqual([
      ...[
        ['auction', true],
        ['bids', true],
        ['win', true],
        ['lease', false],
        ['ready', false],
      ],
      ...[
        ['played', false],
        ['reported', false],
        ['billed', false],
      ],
    ]);
    expect(detail.all_bids.map(({ id }) => id)).toEqual([rows.won, rows.lost, rows.timeout]);
    expect(detail.notices.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      'lurl ok',
      'nurl failed',
    ]);
  });

  it('give a kept payload and the same as a case of Prebid', async () => {
    const payload = await get<BidPayload>(`bids/${rows.won}/payload`);
    expect(JSON.parse(payload.request)).toMatchObject({ id: rows.auction, device: { ifa: '[redacted]' } });
    expect(await get(`bids/${rows.won}/test-case`)).toMatchObject({
      mockBidRequest: { id: rows.auction },
      httpCalls: [{ mockResponse: { status: 200 } }],
      expectedBidResponses: [{ currency: 'EUR', bids: [{ bid: { id: 'b1' }, type: 'video' }] }],
      expectedMakeRequestsErrors: [],
    });
    await get(`bids/${rows.timeout}/payload`, 404);
  });

  it('set how many payloads are kept, once for each version', async () => {
    const put = (version: number, sample_pct: number) =>
      test.app.inject({
        ...{ method: 'PUT', url: '/api/programmatic/bid-logs/sampling', payload: { sample_pct } },
        headers: { ...test.admin.headers, 'if-match': `"${version}"` },
      });
    expect((await put(1, 50)).json()).toEqual({ sample_pct: 50, kept_d: 7, version: 2 });
    expect((await put(1, 60)).statusCode).toBe(412);
    expect((await put(2, 0)).statusCode).toBe(400);
  });

  it('leave out of a payload what points to a device, an address or a person', () => {
    const sent = {
      device: { ifa: 'x', ip: '1.2.3.4', w: 1080 },
      user: { id: 'u' },
      imp: [{ ext: { eids: [] } }],
    };
    expect(JSON.parse(redacted(JSON.stringify(sent), 10_000))).toEqual({
      device: { ifa: '[redacted]', ip: '[redacted]', w: 1080 },
      imp: [{ ext: {} }],
    });
    expect(redacted('{', 10_000)).toBe('"[not JSON]"');
  });

  it('keep payloads for a week and facts for 400 days', async () => {
    const now = test.server.clock.now();
    const counts = async () =>
      Promise.all([bidPayloads, auctions, bids, bidNotices].map(table => test.db.$count(table)));
    const [, all, bidsBefore, notices] = await counts();
    const retentionAt = (at: number) =>
      runRetention({ ...test.server, clock: { ...test.server.clock, now: () => at } }, fault =>
        expect(fault).toBeNull(),
      );
    await retentionAt(now + 7 * 86_400_000);
    expect(await counts()).toEqual([0, all, bidsBefore, notices]);
    await test.db.update(auctions).set({ winner_bid_id: null }).where(eq(auctions.id, rows.auction));
    await retentionAt(now + 400 * 86_400_000);
    expect(await counts()).toEqual([0, 0, 0, 0]);
  });
});
