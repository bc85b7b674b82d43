import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auctions, bids, creativeMappings, deals } from '../../../../server/db/schema.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { bidOf, dealOf, ids, partner, plan, test, usePlannerWorld } from './world.ts';

usePlannerWorld();

describe('a deal in an auction', () => {
  it('keeps deals of two partners apart that have one code', async () => {
    await test.db.insert(deals).values([dealOf(ids.fast, { priority: 9 }), dealOf(ids.low, { priority: 1 })]);
    partner.state.answer = asked => ({
      ...{ status: 200, body: bidOf(asked, asked.path === '/fast' ? 9 : 1, { dealid: 'D-1' }) },
    });
    await plan();
    await test.db.delete(deals);
    const rows = await test.db.select().from(bids);
    expect(rows.find(({ outcome }) => outcome === 'won')).toMatchObject({
      ...{ partner_id: ids.low, dealid: 'D-1' },
    });
  });

  it('offers a deal with a daily cap no more often than it may be sold, and again once a play was given back', async () => {
    await test.db.insert(deals).values(dealOf(ids.fast, { deal_code: 'D-2', daily_cap: 1 }));
    const offered = async () => (await test.db.select().from(auctions)).flatMap(one => one.deals);
    partner.state.answer = asked => ({
      ...{ status: 200, body: bidOf(asked, 3, asked.path === '/fast' ? { dealid: 'D-2' } : {}) },
    });
    await plan();
    await plan();
    expect(await offered()).toEqual(['D-2']);
    await test.db.update(bids).set({ spot_state: 'revoked' }).where(eq(bids.dealid, 'D-2'));
    await plan();
    await test.db.delete(deals);
    expect(await offered()).toEqual(['D-2', 'D-2']);
  });

  it('sells to a deal only the creatives and categories that were agreed', async () => {
    const terms = { allowed_crids: ['cr1'], blocked_cats: ['IAB7'] };
    await test.db.insert(deals).values(dealOf(ids.fast, { deal_code: 'D-3', ...terms }));
    for (const [more, code] of [
      [{ crid: 'cr2' }, 4],
      [{ cat: ['IAB7-39'] }, 209],
    ] as const) {
      partner.state.answer = asked =>
        asked.path === '/fast'
          ? { status: 200, body: bidOf(asked, 3, { dealid: 'D-3', ...more }) }
          : { status: 204 };
      await test.db.delete(auctions);
      await plan();
      const rows = await test.db.select().from(bids).where(eq(bids.partner_id, ids.fast));
      expect([more, rows.at(-1)?.outcome]).toEqual([more, 'rejected']);
      expect([more, rows.at(-1)?.loss_code]).toEqual([more, code]);
    }
    await test.db.delete(deals);
  });

  it.each(['fast', 'low'] as const)('clears by the length of the file that %s has of its own', async name => {
    const [approved] = await test.db.select().from(creativeMappings);
    const own = { id: uuid7(test.server.clock.now()), partner_id: ids[name], crid: 'own' };
    await test.db.insert(creativeMappings).values({ ...approved!, ...own });
    const floor = { mode: 'cpm_per_sec' as const, amount_micros: 100_000, currency: 'EUR' };
    await test.db.insert(deals).values(dealOf(ids[name], { deal_code: 'LEN', at: 2, floor }));
    partner.state.answer = asked =>
      asked.path === `/${name}`
        ? { status: 200, body: bidOf(asked, 5, { dealid: 'LEN', crid: 'own' }) }
        : { status: 204 };
    await plan();
    await test.db.delete(deals);
    await test.db.delete(creativeMappings).where(eq(creativeMappings.crid, 'own'));
    expect(await test.db.select().from(auctions)).toMatchObject([
      { status: 'won', clearing_micros: 1_000_000, min_to_win_micros: 1_000_000 },
    ]);
  });
});
