/** What a partner answers, or an act that comes between question and sale, costs nobody else his sale. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  auctions,
  bids,
  bidNotices,
  creativeMappings,
  leases,
  partners,
} from '../../../../server/db/schema.ts';
import { bidOf, faults, ids, partner, plan, test, usePlannerWorld, type BidRequest } from './world.ts';

usePlannerWorld();

type Request = Parameters<typeof bidOf>[0];
const answer = ({ body }: Request, more: object) =>
  JSON.stringify({ id: (JSON.parse(body) as BidRequest).id, cur: 'EUR', ...more });
const manyBids = (asked: Request, n: number) => {
  const [seat] = (JSON.parse(bidOf(asked, 9)) as { seatbid: { seat: string; bid: object[] }[] }).seatbid;
  const bid = Array.from({ length: n }, (_, at) => ({ ...seat!.bid[0], id: `b${at}`, crid: `c${at}` }));
  return answer(asked, { seatbid: [{ seat: 's1', group: 1, bid }] });
};

describe('an answer of one partner', () => {
  it.each<[string, (asked: Request) => string]>([
    ['a reason that is no whole number', asked => answer(asked, { nbr: 1.5 })],
    ['a reason beyond every table', asked => answer(asked, { nbr: 1e10 })],
    ['a list within a list, a hundred thousand deep', () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['two thousand bids', asked => answer(asked, { seatbid: [{ bid: Array(2_000).fill({ id: 'n' }) }] })],
    ['a thousand bids for all or nothing', asked => manyBids(asked, 1_000)],
  ])('with %s leaves the sale to the other', async (_what, hostile) => {
    partner.state.answer = asked => ({
      ...{ status: 200, body: asked.path === '/low' ? hostile(asked) : bidOf(asked, 2) },
    });
    await plan();
    expect(faults).toEqual([]);
    const [won] = await test.db.select().from(bids).where(eq(bids.outcome, 'won'));
    expect(won).toMatchObject({ partner_id: ids.fast, spot_state: 'granted' });
  });

  it('is told of no more than three losses, and puts no more than a hundred creatives before people', async () => {
    partner.state.answer = asked =>
      asked.path === '/low' ? { status: 200, body: manyBids(asked, 50) } : { status: 204 };
    for (let n = 0; n < 3; n++) {
      await test.db.delete(auctions);
      await plan();
    }
    const losses = await test.db.select().from(bidNotices).where(eq(bidNotices.kind, 'lurl'));
    expect(losses.length).toBeLessThanOrEqual(3);
    const pending = await test.db.$count(creativeMappings, eq(creativeMappings.state, 'pending'));
    await test.db.delete(creativeMappings).where(eq(creativeMappings.state, 'pending'));
    expect(pending).toBeLessThanOrEqual(100);
  });
});

describe('while partners are asked', () => {
  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      'a partner that is stopped sells nothing',
      () => test.db.update(partners).set({ state: 'suspended' }).where(eq(partners.id, ids.fast)),
      () => test.db.update(partners).set({ state: 'active' }).where(eq(partners.id, ids.fast)),
    ],
    [
      'a creative that is refused is not sold',
      () => test.db.update(creativeMappings).set({ state: 'denied' }).where(eq(creativeMappings.crid, 'cr1')),
      () =>
        test.db.update(creativeMappings).set({ state: 'approved' }).where(eq(creativeMappings.crid, 'cr1')),
    ],
  ])('%s', async (_what, stop, undo) => {
    const stopped: Promise<unknown>[] = [];
    partner.state.answer = asked => {
      if (asked.path === '/low') return { status: 204 };
      if (stopped.length === 0) stopped.push(Promise.resolve(stop()));
      return { status: 200, body: bidOf(asked, 3), delay_ms: 100 };
    };
    await plan();
    await Promise.all(stopped);
    await undo();
    expect(await test.db.$count(leases)).toBe(0);
    const [auction] = await test.db.select().from(auctions);
    expect([auction?.status, auction?.winner_bid_id]).toEqual(['no_fill', null]);
  });
});
