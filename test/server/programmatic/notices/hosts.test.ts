/** A bid names any address for its notices: only hosts of its partner are called (S7), and of these none of this machine. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { uuid7 } from '../../../../shared/random.ts';
import { bidNotices, bids, devices } from '../../../../server/db/schema.ts';
import { oweNotice } from '../../../../server/programmatic/notices/owed.ts';
import { noticeCalls } from '../../../../server/programmatic/notices/worker.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import { startPartner, type TestPartner } from '../../../support/programmatic/partner.ts';
import { addAuctions } from '../../../support/server/rows/programmatic/auctionRows.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

let partner: TestPartner;
let test: TestServer;
beforeAll(async () => {
  partner = await startPartner();
  test = await startTestServer({ config: { mockDsp: true } });
});
afterAll(async () => {
  await test.close();
  await partner.close();
});

beforeEach(async () => {
  partner.requests.length = 0;
  await test.db.delete(bidNotices);
});

/** What became of the first call of a win notice to `nurl`, whose partner is called at `endpoint_url`. */
async function faultOf(nurl: string, endpoint_url: string): Promise<string | null | undefined> {
  const { tenant_id } = test;
  const device_id = uuid7(Date.now());
  await test.db.insert(devices).values({ id: device_id, tenant_id, name: 'Harbour cab' });
  const rows = await addAuctions(test, {
    ...{ tenant_id, device_id, bid: { nurl }, partner: { endpoint_url, notice_hosts: ['win.example'] } },
  });
  await test.db.delete(bidNotices);
  const [won] = await test.db.select().from(bids).where(eq(bids.id, rows.won));
  const owed = { kind: 'nurl', deadline: Date.now() + 3_600_000 } as const;
  await inTenant(test.server, { tenant_id, user_id: null }, ctx => oweNotice(ctx, won!, owed));
  await noticeCalls(test.server, error => {
    throw error;
  }).round();
  const [notice] = await test.db.select().from(bidNotices);
  return notice?.attempts.map(({ fault }) => fault)[0];
}
const loopback = () => `http://127.0.0.1:${new URL(partner.origin).port}`;

it('S7 a notice of a partner goes to no address of this machine, though the mock bidder is on', async () => {
  expect(await faultOf(`${loopback()}/won`, `${loopback()}/bid`)).toBe('private');
  expect(partner.requests).toEqual([]);
});

it('S7 a notice goes to no host that its partner has not, also where a macro makes one of it', async () => {
  expect(await faultOf(`${loopback()}/won`, 'https://dsp.example/bid')).toBe('host');
  expect(await faultOf('https://dsp.example${AUCTION_SEAT_ID}/won', 'https://dsp.example/bid')).toBe('host');
  expect(await faultOf('https://eu.win.example/won', 'https://dsp.example/bid')).toBe('unresolved');
});
