/** One screen that two partners know, and their answers. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { uuid7 } from '../../../../shared/random.ts';
import { plannerMemory, planTenant } from '../../../../server/programmatic/planner/plan.ts';
import {
  auctions,
  creativeMappings,
  creatives,
  devices,
  inventoryMappings,
  leases,
  partners,
  placements,
} from '../../../../server/db/schema.ts';
import {
  startPartner,
  type PartnerRequest,
  type TestPartner,
} from '../../../support/programmatic/partner.ts';
import { partnerRow } from '../../../support/server/rows/programmatic/auctionRows.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

export let partner: TestPartner;
export let test: TestServer;
export let ids: { fast: string; low: string; placement: string };
export const faults: unknown[] = [];

export interface BidRequest {
  id: string;
  tmax: number;
  imp: { id: string; exp: number; bidfloor: number }[];
  user?: unknown;
}
/** A picture that is approved; `crid` names another. */
export const bidOf = ({ body }: PartnerRequest, price: number, more: object = {}) => {
  const request = JSON.parse(body) as BidRequest;
  const imp = request.imp[0];
  const bid = {
    ...{ id: `b-${price}`, impid: imp?.id, price, crid: 'cr1', adomain: ['brand.example'], mtype: 1 },
    ...{ w: 1280, h: 800, adm: '<img src="https://cdn.example/a.png">', exp: imp?.exp },
    nurl: `${partner.origin}/won?price=\${AUCTION_PRICE}&min=\${AUCTION_MIN_TO_WIN}`,
    lurl: `${partner.origin}/lost?why=\${AUCTION_LOSS}&price=\${AUCTION_PRICE}`,
    ...more,
  };
  return JSON.stringify({ id: request.id, cur: 'EUR', seatbid: [{ seat: 's1', bid: [bid] }] });
};

export function usePlannerWorld(): void {
  beforeAll(async () => {
    partner = await startPartner();
    test = await startTestServer({ partnerCalls: partner.calls });
    const { db, server, tenant_id } = test;
    const creative = await addCreative(test, test.admin);
    const now = server.clock.now();
    const [device, fast, low, placement] = [uuid7(now), uuid7(now), uuid7(now), uuid7(now)];
    ids = { fast, low, placement };
    await db.update(creatives).set({ approved_sha256: creative.asset.sha256 });
    await db
      .insert(devices)
      .values({ id: device, tenant_id, name: 'Harbour cab', last_seen_at: new Date(now) });
    await db.insert(partners).values([
      partnerRow(fast, tenant_id, {
        name: 'Fast DSP',
        endpoint_url: `${partner.origin}/fast`,
        tmax_ms: 2_000,
      }),
      partnerRow(low, tenant_id, { name: 'Low DSP', endpoint_url: `${partner.origin}/low`, tmax_ms: 2_000 }),
    ]);
    await db.insert(placements).values({
      ...{ id: placement, tenant_id, device_id: device, zone: 'full', w: 1280, h: 800, media: ['banner'] },
      ...{ mimes: ['image/png'], spot_len_s: [10], allow_audio: false, boxing_allowed: true, movable: false },
      venue_ids: { openooh_1_1: '103', openooh_1_2: null, dmi: null },
    });
    for (const partner_id of [fast, low]) {
      await db.insert(inventoryMappings).values({
        ...{ id: uuid7(now), tenant_id, partner_id, placement_id: placement, state: 'mapped' },
        ...{ external_screen_id: `screen-${partner_id}`, venuetypetax: 5, venuetype: ['103'] },
      });
      await db.insert(creativeMappings).values({
        ...{
          id: uuid7(now),
          tenant_id,
          partner_id,
          crid: 'cr1',
          creative_id: creative.id,
          state: 'approved',
        },
        sha256: creative.asset.sha256,
      });
    }
  });
  afterAll(async () => {
    await test.close();
    await partner.close();
  });
  beforeEach(async () => {
    partner.requests.length = 0;
    faults.length = 0;
    await test.db.delete(auctions);
    await test.db.delete(leases);
  });
}

export const plan = () =>
  planTenant(test.server, plannerMemory(test.server.clock), {
    tenant_id: test.tenant_id,
    onFault: fault => faults.push(fault),
  });

const DAY_MS = 86_400_000;
export const dealOf = (partner_id: string, more: object = {}) => {
  const now = test.server.clock.now();
  return {
    ...{ id: uuid7(now), tenant_id: test.tenant_id, partner_id, deal_code: 'D-1', name: 'Mornings' },
    ...{ type: 'pmp' as const, state: 'active' as const, private_auction: false, at: 1, priority: 8 },
    floor: { mode: 'cpm' as const, amount_micros: 500_000, currency: 'EUR' },
    ...{ starts_at: new Date(now - DAY_MS), ends_at: new Date(now + DAY_MS), tz: 'UTC', dayparts: [] },
    inventory: { placement_ids: [], tags: [], venue_ids: [], geo: [], media: [] },
    ...more,
  };
};
