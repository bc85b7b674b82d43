import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bid } from '../../../../shared/contract/programmatic/bid.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { auctions, bidNotices, bids, devices } from '../../../../server/db/schema.ts';
import { noticeCalls } from '../../../../server/programmatic/notices/worker.ts';
import { manualClock } from '../../../support/clock.ts';
import { startPartner, type TestPartner } from '../../../support/programmatic/partner.ts';
import { call } from '../../../support/server/playlist.ts';
import { addAuctions, type AuctionRows } from '../../../support/server/rows/programmatic/auctionRows.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const clock = manualClock();
let partner: TestPartner;
let test: TestServer;
let rows: AuctionRows;
beforeAll(async () => {
  partner = await startPartner();
  test = await startTestServer({ clock, partnerCalls: partner.calls });
});
afterAll(async () => {
  await test.close();
  await partner.close();
});
beforeEach(async () => {
  partner.requests.length = 0;
  partner.state.answer = () => ({ status: 204 });
  await test.db.delete(auctions);
  const device_id = uuid7(clock.now());
  await test.db.insert(devices).values({ id: device_id, tenant_id: test.tenant_id, name: 'Harbour cab' });
  const played = new Date(clock.now() - 3_600_000);
  rows = await addAuctions(test, {
    ...{ tenant_id: test.tenant_id, device_id },
    bid: {
      ...{ spot_state: 'held', spot_reason: 'late', played_at: played, reported_at: new Date(clock.now()) },
      ...{ play_id: uuid7(clock.now()), nurl: null },
      burl: `${partner.origin}/bill?price=\${AUCTION_PRICE}`,
      lurl: `${partner.origin}/lost?why=\${AUCTION_LOSS}`,
    },
  });
  await test.db.delete(bidNotices);
});

const decide = (decision: string, id = rows.won) =>
  call(test, test.admin, 'POST', `/api/programmatic/bids/${id}/decide`, { payload: { decision } });
const callsToPartner = async () => {
  await noticeCalls(test.server, fault => expect.unreachable(String(fault))).round();
  return partner.requests.map(({ path }) => path);
};
const stateNow = async () => (await test.db.select().from(bids).where(eq(bids.id, rows.won)))[0]?.spot_state;

describe('a play that is held', () => {
  it('is billed by a person at the price it was won at, and no second time', async () => {
    const billed = await decide('bill');
    expect([billed.statusCode, billed.json<Bid>().spot?.state]).toEqual([200, 'billable']);
    expect((await decide('bill')).statusCode).toBe(409);
    expect((await decide('drop')).statusCode).toBe(409);
    expect(await callsToPartner()).toEqual(['/bill?price=2.5']);
    expect(await stateNow()).toBe('billed');
  });

  it('is let go by a person, and its partner is told that', async () => {
    const dropped = await decide('drop');
    expect([dropped.statusCode, dropped.json<Bid>().spot?.state]).toEqual([200, 'dropped']);
    expect((await decide('bill')).statusCode).toBe(409);
    expect(await callsToPartner()).toEqual(['/lost?why=2']);
  });

  it('alone is decided, and not one that its partner believes unplayed', async () => {
    expect((await decide('bill', rows.lost)).statusCode).toBe(409);
    await test.db
      .update(bids)
      .set({ ended_at: new Date(clock.now()) })
      .where(eq(bids.id, rows.won));
    expect((await decide('bill')).statusCode).toBe(409);
    expect(await callsToPartner()).toEqual([]);
  });
});
