/** A bid names any address for its notices: this machine's own are not called, whoever asks. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('S7 a notice of a partner goes to no address of this machine, though the mock bidder is on', async () => {
  const { tenant_id } = test;
  const device_id = uuid7(Date.now());
  await test.db.insert(devices).values({ id: device_id, tenant_id, name: 'Harbour cab' });
  const { port } = new URL(partner.origin);
  const rows = await addAuctions(test, {
    ...{ tenant_id, device_id, bid: { nurl: `http://127.0.0.1:${port}/won` } },
  });
  await test.db.delete(bidNotices);
  const [won] = await test.db.select().from(bids).where(eq(bids.id, rows.won));
  const owed = { kind: 'nurl', deadline: Date.now() + 3_600_000 } as const;
  await inTenant(test.server, { tenant_id, user_id: null }, ctx => oweNotice(ctx, won!, owed));
  await noticeCalls(test.server, error => {
    throw error;
  }).round();
  const [notice] = await test.db.select().from(bidNotices);
  expect([partner.requests, notice?.attempts.map(({ fault }) => fault)]).toEqual([[], ['private']]);
});
