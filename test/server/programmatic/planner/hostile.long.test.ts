/** What a partner answers, or an act that comes between question and sale, costs nobody else his sale. */
import { gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  auctions,
  bids,
  bidNotices,
  creativeMappings,
  devices,
  inventoryMappings,
  leases,
  partners,
} from '../../../../server/db/schema.ts';
import type { PartnerAnswer } from '../../../support/programmatic/partner.ts';
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

const LARGE = Buffer.alloc(10_000_000, ' ');
const priced = (asked: Request, price: string) => bidOf(asked, 9).replace('"price":9', `"price":${price}`);
const twice = (asked: Request) => {
  const { seatbid } = JSON.parse(bidOf(asked, 9)) as { seatbid: { bid: object[] }[] };
  const [bid] = seatbid[0]!.bid;
  return answer(asked, { seatbid: [{ seat: 's1', bid: [bid, bid] }] });
};
const vast = (body: string, head = '') => `${head}<VAST version="4.0"><Ad id="1">${body}</Ad></VAST>`;
const INLINE =
  '<InLine><AdSystem>x</AdSystem><AdTitle>x</AdTitle><Impression>https://dsp.example/i</Impression><Creatives><Creative>' +
  '<Linear><Duration>00:00:10</Duration><MediaFiles><MediaFile type="image/png" width="1280" height="800">' +
  'https://cdn.example/a.png</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine>';
const marked = (asked: Request, adm: string) => bidOf(asked, 9, { adm });

describe('an answer of one partner that is no bid', () => {
  it.each<[string, (asked: Request) => PartnerAnswer]>([
    ['is ten megabytes', () => ({ status: 200, body: LARGE })],
    [
      'is packed and becomes ten megabytes',
      () => ({ status: 200, body: gzipSync(LARGE), headers: { 'content-encoding': 'gzip' } }),
    ],
    ['drips', () => ({ status: 200, drips: true })],
    ['leads elsewhere', () => ({ status: 302, headers: { location: `${partner.origin}/fast` } })],
    [
      'is no UTF-8',
      asked => ({ status: 200, body: Buffer.from(bidOf(asked, 9, { crid: 'cr\u00e9' }), 'latin1') }),
    ],
    [
      'has a broken character in what is sold',
      asked => ({ status: 200, body: Buffer.from(bidOf(asked, 9).replace('"b-9"', '"b-\u00ff"'), 'latin1') }),
    ],
    ['has a price that is NaN', asked => ({ status: 200, body: priced(asked, 'NaN') })],
    ['breaks off', asked => ({ status: 200, body: bidOf(asked, 9).slice(0, -9) })],
  ])('because it %s, leaves the sale to the other', async (what, hostile) => {
    partner.state.answer = asked =>
      asked.path === '/low' ? hostile(asked) : { status: 200, body: bidOf(asked, 2) };
    await plan();
    expect(faults).toEqual([]);
    const all = await test.db.select().from(bids);
    expect(all.find(({ outcome }) => outcome === 'won')).toMatchObject({ partner_id: ids.fast });
    const low = all.filter(({ partner_id }) => partner_id === ids.low);
    expect(low.map(({ outcome }) => outcome)).toEqual([what === 'drips' ? 'timeout' : 'error']);
    expect(partner.requests.map(({ path }) => path).sort()).toEqual(['/fast', '/low']);
  });
});

describe('a bid of one partner that nobody can take', () => {
  it.each<[string, (asked: Request) => string]>([
    ['the id of another one', twice],
    ['a price as text', asked => priced(asked, '"9"')],
    ['a price that is called NaN', asked => priced(asked, '"NaN"')],
    ['a price of 1e308', asked => priced(asked, '1e308')],
    ['a price beyond all numbers', asked => priced(asked, '1e999')],
    ['a price below nothing', asked => priced(asked, '-9')],
    ['a price that is a list', asked => priced(asked, '[9]')],
    [
      'VAST with an entity',
      asked => marked(asked, vast(INLINE, '<!DOCTYPE v [<!ENTITY x SYSTEM "file:///etc/passwd">]>')),
    ],
    [
      'VAST with a wrapper',
      asked =>
        marked(asked, vast('<Wrapper><VASTAdTagURI>https://dsp.example/next</VASTAdTagURI></Wrapper>')),
    ],
    ['VAST with a wrapper beside what it wraps', asked => marked(asked, vast(`<Wrapper/>${INLINE}`))],
    [
      'VAST with a script',
      asked =>
        marked(
          asked,
          vast(INLINE.replace('type="image/png"', 'type="application/javascript" apiFramework="VPAID"')),
        ),
    ],
    [
      'a page with a script',
      asked => marked(asked, '<div><script src="https://dsp.example/x.js"></script></div>'),
    ],
    [
      'a picture with a handler',
      asked => marked(asked, '<img src="https://cdn.example/a.png" onload="x()">'),
    ],
    [
      'a notice to a host that is not its own',
      asked => bidOf(asked, 9, { nurl: 'https://elsewhere.example/won' }),
    ],
    ['a picture of a script', asked => marked(asked, '<img src="javascript:x()">')],
  ])('because it has %s, leaves the sale to the other', async (_what, hostile) => {
    partner.state.answer = asked => ({
      ...{ status: 200, body: asked.path === '/low' ? hostile(asked) : bidOf(asked, 2) },
    });
    await plan();
    expect(faults).toEqual([]);
    const all = await test.db.select().from(bids);
    expect(all.find(({ outcome }) => outcome === 'won')).toMatchObject({ partner_id: ids.fast });
    const low = all.filter(({ partner_id }) => partner_id === ids.low);
    expect(new Set(low.map(({ outcome }) => outcome))).toEqual(new Set(['rejected']));
  });

  it('because numbers beyond all columns stand beside its price, is kept all the same', async () => {
    const wide = {
      dur: 1e308,
      w: 1e308,
      h: -1e308,
      exp: 1e308,
      attr: [1e308],
      cattax: 1e308,
      crid: 'unseen',
    };
    partner.state.answer = asked => ({
      ...{ status: 200, body: asked.path === '/low' ? bidOf(asked, 9, wide) : bidOf(asked, 2) },
    });
    await plan();
    expect(faults).toEqual([]);
    const [won] = await test.db.select().from(bids).where(eq(bids.outcome, 'won'));
    expect(won).toMatchObject({ partner_id: ids.fast });
    await test.db.delete(creativeMappings).where(eq(creativeMappings.state, 'pending'));
  });
});

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
      'a screen that is suspended is not sold',
      () => test.db.update(devices).set({ state: 'suspended' }),
      () => test.db.update(devices).set({ state: 'active' }),
    ],
    [
      'a screen that its partner knows no longer is not sold',
      () => test.db.update(inventoryMappings).set({ state: 'disabled' }),
      () => test.db.update(inventoryMappings).set({ state: 'mapped' }),
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
