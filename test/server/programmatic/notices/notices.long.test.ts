import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Notice } from '../../../../shared/contract/programmatic/notice.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { auctions, bidNotices, bids, devices, partners } from '../../../../server/db/schema.ts';
import { claimNotices } from '../../../../server/programmatic/notices/queue.ts';
import { noticeCalls } from '../../../../server/programmatic/notices/worker.ts';
import { oweNotice, type Owed } from '../../../../server/programmatic/notices/owed.ts';
import {
  endUndecided,
  expireSpots,
  revokeCreative,
  spotExpired,
  spotPlayed,
} from '../../../../server/programmatic/spots/spots.ts';
import { noteSpotLeases } from '../../../../server/programmatic/spots/progress.ts';
import { DEFAULT_COUNTING_RULE } from '../../../../shared/contract/proof/countingRule.ts';
import type { SpotPlay } from '../../../../server/programmatic/spots/judge.ts';
import { inTenant, type TransactionContext } from '../../../../server/transaction/context.ts';
import { manualClock } from '../../../support/clock.ts';
import { startPartner, type TestPartner } from '../../../support/programmatic/partner.ts';
import { addAuctions, type AuctionRows } from '../../../support/server/rows/programmatic/auctionRows.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const DAY_MS = 86_400_000;
const clock = manualClock();
let partner: TestPartner;
let test: TestServer;
let rows: AuctionRows;
const faults: unknown[] = [];
beforeAll(async () => {
  partner = await startPartner();
  test = await startTestServer({ clock, partnerCalls: partner.calls });
});
afterAll(async () => {
  await test.close();
  await partner.close();
});
const urls = () => ({
  nurl: `${partner.origin}/won?price=\${AUCTION_PRICE}`,
  burl: `${partner.origin}/bill?price=\${AUCTION_PRICE}&m=\${AUCTION_MULTIPLIER}&ts=\${AUCTION_IMP_TS}`,
  lurl: `${partner.origin}/lost?why=\${AUCTION_LOSS}`,
});
beforeEach(async () => {
  partner.requests.length = 0;
  partner.state.answer = () => ({ status: 204 });
  faults.length = 0;
  await test.db.delete(auctions);
  const device_id = uuid7(clock.now());
  await test.db.insert(devices).values({ id: device_id, tenant_id: test.tenant_id, name: 'Harbour cab' });
  rows = await addAuctions(test, { tenant_id: test.tenant_id, device_id, bid: urls() });
  await test.db.delete(bidNotices);
});

const act = <T>(fn: (ctx: TransactionContext) => Promise<T>) =>
  inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, fn);
const worker = () => noticeCalls(test.server, fault => faults.push(fault));
const round = () => worker().round();
const bidOf = async () => {
  const [row] = await test.db.select().from(bids).where(eq(bids.id, rows.won));
  if (!row) throw new Error('the bid is gone');
  return row;
};
const owe = async (owed: Owed) => {
  const row = await bidOf();
  await act(ctx => oweNotice(ctx, row, owed));
};
const states = async () =>
  (await test.db.select().from(bidNotices)).map(({ kind, state }) => `${kind} ${state}`);
const play = (more: Partial<SpotPlay> = {}): SpotPlay => ({
  ...{ play_id: uuid7(clock.now()), result: 'completed', completion: 1, visible_share: 1 },
  ...{ duration_ms: 10_000, expected_ms: 10_000, ...DEFAULT_COUNTING_RULE },
  ...{ started_at: clock.now() + 60_000, received_at: clock.now() + 120_000, ...more },
});

describe('a notice', () => {
  it('is called once with its macros filled in, and never again', async () => {
    await owe({ kind: 'nurl', deadline: clock.now() + 60_000 });
    await owe({ kind: 'nurl', deadline: clock.now() + 60_000 });
    expect([await round(), await round()]).toEqual([1, 0]);
    clock.jump(3_600_000);
    expect(await round()).toBe(0);
    expect(partner.requests.map(({ path }) => path)).toEqual(['/won?price=2.5']);
    expect(await states()).toEqual(['nurl ok']);
  });

  it('is tried every ten seconds, and given up after its deadline', async () => {
    partner.state.answer = () => ({ status: 503 });
    await owe({ kind: 'nurl', deadline: clock.now() + 25_000 });
    const tried: number[] = [];
    for (let second = 0; second <= 40; second++) {
      if ((await round()) > 0) tried.push(second);
      clock.jump(1_000);
    }
    expect(tried).toEqual([0, 10, 20, 25]);
    const [notice] = await test.db.select().from(bidNotices);
    expect(notice).toMatchObject({ state: 'failed', tries: 4 });
    expect(notice?.attempts.map(({ http_status }) => http_status)).toEqual([503, 503, 503, 503]);
    expect(faults).toEqual([]);
  });

  it('of a server that was killed is called by the next one after its claim', async () => {
    await owe({ kind: 'nurl', deadline: clock.now() + 600_000 });
    const wanted = {
      ...{ kinds: ['nurl'] as const, limit: 20, perPartner: 5, perTenant: 10 },
      underWay: new Map<string, number>(),
    };
    expect(await claimNotices(test.server, wanted)).toHaveLength(1);
    expect(await round()).toBe(0);
    clock.jump(60_001);
    expect(await round()).toBe(1);
    expect(partner.requests).toHaveLength(1);
  });

  it('is called by one of two servers that look at once', async () => {
    await owe({ kind: 'burl', deadline: clock.now() + 600_000 });
    await Promise.all([round(), round(), round()]);
    expect(partner.requests).toHaveLength(1);
  });

  it('has its place among many that are due at the same moment, of several partners', async () => {
    const now = new Date(clock.now());
    const deadline_at = new Date(clock.now() + 600_000);
    const losers = await test.db.select().from(bids);
    const template = losers[0]!;
    for (let n = 0; n < 60; n++) {
      const id = uuid7(clock.now());
      const partner_id = n % 2 === 0 ? rows.partner : rows.other;
      await test.db.insert(bids).values({ ...template, id, partner_id, lease_id: null, spot_state: null });
      await test.db.insert(bidNotices).values({
        ...{ id: randomUUID(), tenant_id: test.tenant_id, bid_id: id, auction_id: rows.auction, partner_id },
        ...{ kind: 'nurl', url: `${partner.origin}/won?n=${n}`, due_at: now, deadline_at, created_at: now },
      });
    }
    const one = worker();
    let called = 0;
    for (let n = await one.round(); n > 0; n = await one.round()) called += n;
    expect(called).toBe(60);
    expect(new Set(partner.requests.map(({ path }) => path)).size).toBe(60);
  });

  it('that was given up is called again by hand, and one that was taken is not', async () => {
    partner.state.answer = () => ({ status: 500 });
    await owe({ kind: 'nurl', deadline: clock.now() });
    await round();
    expect(await states()).toEqual(['nurl failed']);
    const [notice] = await test.db.select().from(bidNotices);
    const { headers } = await test.signIn('admin');
    const retry = () =>
      test.app.inject({
        ...{ method: 'POST', url: `/api/programmatic/notices/${notice?.id}/retry`, payload: {}, headers },
      });
    const again = await retry();
    expect([again.statusCode, again.json<Notice>().state]).toEqual([200, 'pending']);
    partner.state.answer = () => ({ status: 200 });
    expect(await round()).toBe(1);
    expect((await retry()).statusCode).toBe(409);
    expect(await states()).toEqual(['nurl ok']);
  });
});

describe('a sold spot', () => {
  it('is billed once, with the time at which it played', async () => {
    const completed = play();
    await act(ctx => noteSpotLeases(ctx, { sent: [rows.lease_id], held: [] }));
    await act(ctx => noteSpotLeases(ctx, { sent: [], held: [rows.lease_id] }));
    expect(await act(ctx => spotPlayed(ctx, rows.lease_id, completed))).toBe('billable');
    expect(await act(ctx => spotPlayed(ctx, rows.lease_id, completed))).toBe('billable');
    expect(await act(ctx => spotPlayed(ctx, rows.lease_id, play({ play_id: uuid7(1) })))).toBe('duplicate');
    await round();
    expect(partner.requests.map(({ path }) => path)).toEqual([
      `/bill?price=2.5&m=30.3000&ts=${completed.started_at}`,
    ]);
    expect(await bidOf()).toMatchObject({ spot_state: 'billed', play_id: completed.play_id, ended_at: null });
    await act(ctx => spotExpired(ctx, rows.lease_id));
    const { partner_id, crid } = await bidOf();
    await act(ctx => revokeCreative(ctx, { partner_id, crid: crid ?? '' }));
    expect((await bidOf()).spot_state).toBe('billed');
  });

  it('that never played is released with loss 2', async () => {
    await act(ctx => spotExpired(ctx, rows.lease_id));
    expect((await bidOf()).spot_state).toBe('expired_unplayed');
    await round();
    expect(partner.requests.map(({ path }) => path)).toEqual(['/lost?why=2']);
    expect(await bidOf()).toMatchObject({ spot_state: 'released', spot_reason: 'unplayed' });
  });

  it('expires by itself after its last day for reports', async () => {
    expect(await act(expireSpots)).toBe(0);
    clock.jump(3_600_001);
    expect(await act(expireSpots)).toBe(1);
    expect(await act(expireSpots)).toBe(0);
    expect(await states()).toEqual(['lurl pending']);
  });

  it('that plays after all is not billed once the partner was told that it was lost', async () => {
    await act(ctx => spotExpired(ctx, rows.lease_id));
    await round();
    expect(await act(ctx => spotPlayed(ctx, rows.lease_id, play()))).toBe('held');
    expect(await states()).toEqual(['lurl ok']);
  });

  it('that plays after all is billed where the partner was not told yet', async () => {
    await act(ctx => spotExpired(ctx, rows.lease_id));
    expect(await act(ctx => spotPlayed(ctx, rows.lease_id, play()))).toBe('billable');
    await round();
    expect((await states()).sort()).toEqual(['burl ok', 'lurl cancelled']);
    expect(await bidOf()).toMatchObject({ spot_state: 'billed', ended_at: null });
  });

  it('that an alert took is neither billed nor lost while a second spot is owed', async () => {
    const taken = play({ result: 'interrupted_by_alert' });
    expect(await act(ctx => spotPlayed(ctx, rows.lease_id, taken))).toBe('makegood');
    await round();
    expect(await states()).toEqual([]);
  });

  it('is billed where no server ran until the deadline of its notice, and confirmed once a person has called it', async () => {
    await act(ctx => spotPlayed(ctx, rows.lease_id, play()));
    clock.jump(DAY_MS);
    expect(await round()).toBe(0);
    expect(partner.requests).toEqual([]);
    expect(await states()).toEqual(['burl failed']);
    expect(await bidOf()).toMatchObject({ spot_state: 'billed', spot_reason: 'unconfirmed' });
    const [notice] = await test.db.select().from(bidNotices);
    const { headers } = await test.signIn('admin');
    const url = `/api/programmatic/notices/${notice?.id}/retry`;
    await test.app.inject({ method: 'POST', url, payload: {}, headers });
    expect(await round()).toBe(1);
    expect(await bidOf()).toMatchObject({ spot_state: 'billed', spot_reason: null });
  });

  it('that played too late and is held is not billed once nobody has decided within a week', async () => {
    const { report_deadline } = await bidOf();
    const late = play({ received_at: (report_deadline?.getTime() ?? 0) + 1 });
    await act(ctx => spotExpired(ctx, rows.lease_id));
    expect(await act(ctx => spotPlayed(ctx, rows.lease_id, late))).toBe('held');
    expect(await states()).toEqual(['lurl cancelled']);
    clock.jump(7 * DAY_MS);
    await act(endUndecided);
    expect(await bidOf()).toMatchObject({ spot_state: 'held', ended_at: null });
    clock.jump(DAY_MS);
    await act(endUndecided);
    await round();
    expect(await states()).toEqual(['lurl ok']);
    expect(partner.requests.map(({ path }) => path)).toEqual(['/lost?why=2']);
    const { spot_state, spot_reason, ended_at } = await bidOf();
    expect([spot_state, spot_reason, ended_at === null]).toEqual(['dropped', 'late', false]);
  });

  it.each(['with', 'without'])(
    'that plays after all by a report that came late is billed or made good as agreed, %s an address for losses',
    async which => {
      for (const [late_policy, state] of [
        ['bill', 'billable'],
        ['makegood', 'makegood'],
      ] as const) {
        await test.db.update(partners).set({ late_policy });
        await test.db.delete(bidNotices);
        const fresh = { spot_state: 'ready', spot_reason: null, ended_at: null, play_id: null } as const;
        await test.db.update(bids).set(fresh).where(eq(bids.id, rows.won));
        if (which === 'without') await test.db.update(bids).set({ lurl: null });
        const { report_deadline, play_from } = await bidOf();
        await act(ctx => spotExpired(ctx, rows.lease_id));
        const received_at = report_deadline!.getTime() + 1;
        const late = play({ started_at: play_from!.getTime(), received_at });
        expect(await act(ctx => spotPlayed(ctx, rows.lease_id, late))).toBe(state);
        expect(await bidOf()).toMatchObject({ spot_state: state, spot_reason: 'late', ended_at: null });
        expect((await bidOf()).displaced_at === null).toBe(state === 'billable');
        expect(await states()).not.toContain('lurl pending');
      }
      await test.db.update(partners).set({ late_policy: 'hold' });
    },
  );

  it('that was stopped notes the report of a play that began later', async () => {
    const stopped_at = new Date(clock.now());
    const stopped = { spot_state: 'revoked', ended_at: stopped_at, reported_at: null } as const;
    await test.db.update(bids).set(stopped).where(eq(bids.id, rows.won));
    expect(await act(ctx => spotPlayed(ctx, rows.lease_id, play()))).toBe('revoked');
    expect((await bidOf()).reported_at).not.toBeNull();
  });

  it('is released where no server ran until the deadline of its loss', async () => {
    await act(ctx => spotExpired(ctx, rows.lease_id));
    clock.jump(DAY_MS);
    await round();
    expect(await states()).toEqual(['lurl failed']);
    expect(await bidOf()).toMatchObject({ spot_state: 'released', spot_reason: 'unplayed' });
  });

  it('stays billable where its notice fails, until somebody calls it again', async () => {
    partner.state.answer = () => ({ status: 503 });
    await act(ctx => spotPlayed(ctx, rows.lease_id, play()));
    await round();
    expect((await bidOf()).spot_state).toBe('billable');
  });
});
