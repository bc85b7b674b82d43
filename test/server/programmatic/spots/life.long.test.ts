import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { listPlays } from '../../../../shared/contract/proof/play.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { bids, creatives, partners } from '../../../../server/db/schema.ts';
import { call } from '../../../support/server/playlist.ts';
import {
  bidFor,
  faults,
  noticesOf,
  jumpTo,
  lastSpot,
  MINUTE_MS,
  notices,
  partner,
  plan,
  playsUnder,
  sold,
  spots,
  useSellingWorld,
  w,
} from './sellingWorld.ts';

useSellingWorld();

describe('a spot that was sold ahead', () => {
  it('is played by its screen and billed once, with the time of the play, on the proof alone', async () => {
    const { spot, lease } = await sold();
    expect(faults).toEqual([]);
    expect(noticesOf('won')).toEqual(['/won?price=2.5']);
    expect((await lastSpot()).spot_state).toBe('delivered');
    jumpTo(spot.play_from!);
    w.clock.jump(MINUTE_MS);
    const played = w.clock.now();
    expect(await playsUnder(w.screen, lease, 1, { kind: 'programmatic' })).toEqual(['accepted']);
    expect(await lastSpot()).toMatchObject({ spot_state: 'billable', ended_at: null });
    expect(noticesOf('billed')).toEqual([]);
    await notices();
    await notices();
    expect(noticesOf('billed')).toEqual([`/billed?price=2.5&at=${played}&n=1.0000`]);
    expect((await lastSpot()).spot_state).toBe('billed');
    const listed = await call(w.test, w.seller, 'GET', '/api/programmatic/plays?state=billed');
    expect(listed.json<Answer<typeof listPlays>>().items).toMatchObject([
      { id: (await lastSpot()).play_id, state: 'billed' },
    ]);
    expect(await playsUnder(w.screen, lease, 1, { kind: 'programmatic' })).toEqual([
      'quarantined lease_spent',
    ]);
    await notices();
    expect(noticesOf('billed')).toHaveLength(1);
    expect((await lastSpot()).spot_state).toBe('billed');
  });

  it.each([
    ['shorter', 5_000, { duration_ms: 5_000, expected_ms: 5_000 }, 'failed_playback'],
    ['longer', 20_000, {}, 'billable'],
  ] as const)(
    'is shown and judged by the length that was sold where its picture is %s by now',
    async (_how, duration_ms, play, state) => {
      const { spot, lease } = await sold();
      const isIt = eq(creatives.id, spot.creative_id!);
      const [before] = await w.test.db.select().from(creatives).where(isIt);
      expect(spot.length_ms).toBe(before!.duration_ms);
      await w.test.db.update(creatives).set({ duration_ms }).where(isIt);
      await w.advance();
      const line = (await w.lines())?.find(({ id }) => id === spot.id);
      expect(line?.items).toMatchObject([{ duration_ms: before!.duration_ms }]);
      jumpTo(spot.play_from!);
      w.clock.jump(MINUTE_MS);
      await playsUnder(w.screen, lease, 1, { kind: 'programmatic', ...play });
      await w.test.db.update(creatives).set({ duration_ms: before!.duration_ms }).where(isIt);
      expect((await spots()).find(({ id }) => id === spot.id)).toMatchObject({ spot_state: state });
      await notices();
    },
  );

  it.each([
    [97, 'failed_playback'],
    [96, 'billable'],
  ] as const)(
    'is judged by the rule in force when its play comes: where %i %% of what was sold are asked, 96 %% make it %s',
    async (min_completion_pct, state) => {
      const setRule = async (payload: object) => {
        const by = await w.test.signIn('admin');
        const path = '/api/settings/counting';
        const { version } = (await call(w.test, by, 'GET', path)).json<{ version: number }>();
        expect((await call(w.test, by, 'PATCH', path, { payload, version })).statusCode).toBe(200);
      };
      const { spot, lease } = await sold();
      await setRule({ min_completion_pct });
      jumpTo(spot.play_from!);
      w.clock.jump(MINUTE_MS);
      const almostWhole = { duration_ms: 0.96 * spot.length_ms!, completion: 0.96, visible_share: 0.99 };
      await playsUnder(w.screen, lease, 1, { kind: 'programmatic', ...almostWhole });
      await setRule({ min_completion_pct: null });
      expect((await spots()).find(({ id }) => id === spot.id)).toMatchObject({ spot_state: state });
      await notices();
    },
  );

  it('is released once no report can come in time, and billed no more by what comes later', async () => {
    const { spot, lease } = await sold();
    jumpTo(spot.report_deadline!);
    w.clock.jump(MINUTE_MS);
    await plan();
    await notices();
    const of = async () => (await spots()).find(({ id }) => id === spot.id)!;
    expect(noticesOf('lost')).toEqual(['/lost?why=2']);
    expect((await of()).spot_state).toBe('released');
    await playsUnder(w.screen, lease, 1, {
      ...{ kind: 'programmatic', started_wall_ms: spot.play_from!.getTime() + MINUTE_MS },
    });
    await notices();
    expect(noticesOf('billed')).toEqual([]);
    expect(['held', 'released']).toContain((await of()).spot_state);
  });

  it('costs at its bill what it was won at, where the second price is paid', async () => {
    await w.test.db.update(partners).set({ at: 2 });
    partner.state.answer = one => {
      if (one.path !== '/bid') return { status: 204 };
      const answer = JSON.parse(bidFor(one)) as { seatbid: { bid: { id: string; price: number }[] }[] };
      const [bid] = answer.seatbid[0]!.bid;
      answer.seatbid[0]!.bid.push({ ...bid!, id: 'b-2', price: 1.8 });
      return { status: 200, body: JSON.stringify(answer) };
    };
    const { spot, lease } = await sold();
    expect(noticesOf('won')).toEqual(['/won?price=1.8']);
    jumpTo(spot.play_from!);
    await playsUnder(w.screen, lease, 1, { kind: 'programmatic' });
    await notices();
    expect(noticesOf('billed').map(path => path.split('&')[0])).toEqual(['/billed?price=1.8']);
  });

  it('is taken back by the kill switch before it is shown', async () => {
    const { spot } = await sold();
    await w.test.db.update(partners).set({ state: 'suspended', suspended_by: 'kill_switch' });
    await plan();
    await notices();
    await w.advance();
    const [row] = await w.test.db.select().from(bids).where(eq(bids.id, spot.id));
    expect(row).toMatchObject({ spot_state: 'revoked', spot_reason: 'kill_switch' });
    expect(noticesOf('lost')).toContain('/lost?why=2');
    expect((await w.lines())?.map(line => line.id) ?? []).not.toContain(spot.id);
  });
});
