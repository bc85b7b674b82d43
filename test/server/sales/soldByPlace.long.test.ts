import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Play } from '../../../shared/contract/proof/play.ts';
import type { Verdicts } from '../../support/device.ts';
import { act, addCampaign, addLiveCampaign } from '../../support/server/rows/sales/campaigns.ts';
import { call } from '../../support/server/playlist.ts';
import { campaignWorld } from './world.ts';

let w: Awaited<ReturnType<typeof campaignWorld>>;
beforeAll(async () => {
  w = await campaignWorld();
});
afterAll(() => w.test.close());

describe('a campaign', () => {
  it('sold by place counts a play where it was, and quarantines what was elsewhere, too old, or says nothing', async () => {
    const fences = [{ shape: 'circle' as const, lat: 38.72, lng: -9.14, radius_m: 500 }];
    const { targeting } = await addCampaign(w.test, w.seller);
    const made = await addLiveCampaign(w.test, w.both(), {
      creatives: w.shown(),
      targeting: { ...targeting, fences, max_fix_age_s: 30, max_accuracy_m: 50, when_unknown: 'closed' },
    });
    const [line] = (await w.lines()) ?? [];
    const fence_version = line!.place!.version!;
    const fix = { lat: 38.72, lng: -9.14, acc_m: 12, age_s: 2 };
    const play = (geo: unknown) =>
      ledger.play({ id: w.spot.id, sha256: w.spot.asset.sha256 }, {
        campaign_id: made.id,
        ...(geo === undefined ? {} : { geo }),
      } as never);
    const ledger = w.screen.ledger();
    const records = [];
    for (const geo of [
      { fence_version, fix },
      { fence_version, fix: { ...fix, lat: 38.7244 } },
      { fence_version, fix: { ...fix, lat: 38.73 } },
      { fence_version, fix: { ...fix, age_s: 31 } },
      { fence_version, fix: { ...fix, acc_m: 51 } },
      { fence_version, fix: null },
      { fence_version: '0123456789ab', fix },
      undefined,
    ])
      records.push(await play(geo));
    const { verdicts } = (await w.screen.send(records)).json<Verdicts>();
    expect(verdicts.map(({ verdict, reason }) => reason ?? verdict)).toEqual([
      ...['accepted', 'accepted'],
      ...Array<string>(6).fill('place'),
    ]);
    const list = await call(w.test, w.test.admin, 'GET', '/api/programmatic/plays?limit=100');
    const listed = new Map(list.json<{ items: Play[] }>().items.map(one => [one.id, one.place_grade]));
    expect(records.map(({ play_id }) => listed.get(play_id))).toEqual([
      ...['inside', 'edge'],
      ...Array<string>(6).fill('outside'),
    ]);
    expect((await w.read(made.id)).delivered).toBe(2);
    await w.over(made.id);
  });

  it('a play that names no place is judged by the version it was played by, once the campaign has one', async () => {
    const made = await addLiveCampaign(w.test, w.both(), { creatives: w.shown() });
    const before = (await w.screen.head()).version;
    const { targeting, version } = await w.read(made.id);
    const fences = [{ shape: 'circle' as const, lat: 38.72, lng: -9.14, radius_m: 500 }];
    await call(w.test, w.seller, 'PATCH', `/api/campaigns/${made.id}`, {
      payload: { targeting: { ...targeting, fences } },
      version,
    });
    await act(w.test, w.test.admin, made.id, 'approve-change');
    await w.advance();
    const after = (await w.screen.head()).version;
    expect(after).toBeGreaterThan(before);
    const ledger = w.screen.ledger();
    const records = [];
    /** After the plays above. */
    const start = w.test.server.clock.now() + 200_000;
    for (const [n, manifest_version] of [before, after, before].entries())
      records.push(
        await ledger.play(
          { id: w.spot.id, sha256: w.spot.asset.sha256 },
          {
            ...{ campaign_id: made.id, manifest_version, started_wall_ms: start + n * 10_000 },
          },
        ),
      );
    const { verdicts } = (await w.screen.send(records)).json<Verdicts>();
    expect(verdicts.map(({ verdict, reason }) => reason ?? verdict)).toEqual([
      'accepted',
      'place',
      'accepted',
    ]);
    await w.over(made.id);
  });
});
