import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { uuid7 } from '../../../../shared/random.ts';
import {
  auctionCalls,
  auctions,
  bidNotices,
  multiplierModels,
  partners,
  placements,
} from '../../../../server/db/schema.ts';
import { bidOf, faults, ids, partner, plan, test, usePlannerWorld } from './world.ts';

usePlannerWorld();

describe('an auction of partners that differ', () => {
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
});
