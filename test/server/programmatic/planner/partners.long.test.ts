import { eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { uuid7 } from '../../../../shared/random.ts';
import {
  auctionCalls,
  auctions,
  bidNotices,
  bids,
  multiplierModels,
  partners,
  placements,
} from '../../../../server/db/schema.ts';
import { openPartnerCalls } from '../../../../server/programmatic/calls/callPartner.ts';
import { call } from '../../../support/server/playlist.ts';
import { bidOf, faults, ids, partner, plan, test, usePlannerWorld } from './world.ts';

usePlannerWorld();

describe('an auction of partners that differ', () => {
  it('S7 asks no partner at an address of this machine, where the mock alone may be', async () => {
    const { server, db } = test;
    const { partnerCalls } = server;
    const { port } = new URL(partner.origin);
    const own = eq(partners.id, ids.fast);
    await db
      .update(partners)
      .set({ endpoint_url: `http://127.0.0.1:${port}/fast` })
      .where(own);
    server.partnerCalls = openPartnerCalls({ resolve: () => Promise.resolve(['127.0.0.1']) });
    try {
      await plan();
    } finally {
      await server.partnerCalls.close();
      server.partnerCalls = partnerCalls;
      await db
        .update(partners)
        .set({ endpoint_url: `${partner.origin}/fast` })
        .where(own);
    }
    expect([faults, partner.requests]).toEqual([[], []]);
    const calls = await db.select().from(auctionCalls);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['error', 'error']);
  });

  it('asks the others where the secret of one partner cannot be opened', async () => {
    const own = eq(partners.id, ids.fast);
    await test.db
      .update(partners)
      .set({ auth_type: 'bearer', auth_secret: 'sealed with another key' })
      .where(own);
    partner.state.answer = asked => ({ status: 200, body: bidOf(asked, 2) });
    await plan();
    await test.db.update(partners).set({ auth_type: 'none', auth_secret: null }).where(own);
    const calls = await test.db.select().from(auctionCalls);
    expect(faults).toEqual([]);
    expect(calls.map(({ partner_id, outcome }) => [partner_id, outcome]).sort()).toEqual(
      [
        [ids.fast, 'error'],
        [ids.low, 'bid'],
      ].sort(),
    );
  });

  it.each([
    ['is over', { effective_from: '2019-01-01', effective_to: '2019-12-31' }, '1.0000'],
    ['has not begun', { effective_from: '2999-01-01', effective_to: null }, '1.0000'],
    ['holds', { effective_from: '2019-01-01', effective_to: null }, '9.0000'],
  ])('sells by a model of impressions only while it holds: one that %s', async (_what, days, expected) => {
    const id = uuid7(test.server.clock.now());
    const table = Array.from({ length: 7 }, () => Array<string>(24).fill('9.0000'));
    await test.db.insert(multiplierModels).values({
      ...{ id, tenant_id: test.tenant_id, name: `Of ${id}`, sourcetype: 2, vendor: null, table, note: '' },
      ...days,
    });
    await test.db.update(placements).set({ multiplier_model_id: id });
    await plan();
    await test.db.update(placements).set({ multiplier_model_id: null });
    expect(await test.db.select({ multiplier: auctions.multiplier }).from(auctions)).toEqual([
      { multiplier: expected },
    ]);
  });

  it('tells a partner in test mode nothing of an auction that those who pay decide', async () => {
    const own = eq(partners.id, ids.fast);
    await test.db.update(partners).set({ test_mode: true }).where(own);
    partner.state.answer = asked => ({ status: 200, body: bidOf(asked, asked.path === '/fast' ? 9 : 2) });
    await plan();
    await test.db.update(partners).set({ test_mode: false }).where(own);
    const owed = await test.db.select().from(bidNotices);
    expect(owed.map(({ partner_id, kind }) => [partner_id, kind])).toEqual([[ids.low, 'nurl']]);
  });

  it.each([
    ['beside one that pays', ids => [ids.fast], 'won'],
    ['among tests alone', ids => [ids.fast, ids.low], 'test'],
  ] as [string, (of: typeof ids) => string[], string][])(
    'lists the bid of a partner in test mode %s as a test, never as lost',
    async (_what, testing, status) => {
      const own = inArray(partners.id, testing(ids));
      await test.db.update(partners).set({ test_mode: true }).where(own);
      partner.state.answer = asked => ({ status: 200, body: bidOf(asked, asked.path === '/fast' ? 1 : 2) });
      await plan();
      await test.db.update(partners).set({ test_mode: false }).where(own);
      const rows = await test.db.select().from(bids);
      const outcomes = testing(ids).map(id => rows.find(({ partner_id }) => partner_id === id));
      expect(outcomes.map(row => [row?.outcome, row?.loss_code, row?.spot_state])).toEqual(
        outcomes.map(() => ['test', null, null]),
      );
      const [auction] = await test.db.select().from(auctions);
      const best = rows.find(({ partner_id }) => partner_id === ids.low);
      expect([auction?.status, auction?.winner_bid_id]).toEqual([status, best?.id]);
      const listed = await call(test, test.admin, 'GET', '/api/programmatic/bids?outcome=test');
      expect(listed.json<{ items: object[] }>().items).toHaveLength(outcomes.length);
    },
  );
});
