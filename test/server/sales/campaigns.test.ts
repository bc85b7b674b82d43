import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import type { Campaign } from '../../../shared/contract/sales/campaign.ts';
import type { Delivery } from '../../../shared/contract/sales/campaignCalls.ts';
import { creatives, mediaAssets } from '../../../server/db/schema.ts';
import { act, addCampaign, addLiveCampaign } from '../../support/server/rows/sales/campaigns.ts';
import { call } from '../../support/server/playlist.ts';
import type { TestServer } from '../../support/server/server.ts';
import { withOnly } from '../../support/server/content/withOnly.ts';
import { addCreative } from '../../support/server/upload.ts';
import { campaignWorld, DAY_MS } from './world.ts';

let w: Awaited<ReturnType<typeof campaignWorld>>;
beforeAll(async () => {
  w = await campaignWorld();
});
afterAll(() => w.test.close());

describe('a campaign', () => {
  it('ADMIN-02 OPEN-ENT-02 goes from a draft by approval onto the screens it is meant for, and its plays are counted', async () => {
    const made = await addCampaign(w.test, w.seller, {
      creatives: w.shown(),
      bid_micros: 5_000_000,
      class: 'standard',
    });
    expect(made).toMatchObject({ state: 'draft', currency: 'EUR', delivered: 0, screens: 1, health: 'none' });
    expect(await w.lines()).toBeNull();
    expect((await act(w.test, w.seller, made.id, 'submit')).state).toBe('submitted');
    const approved = await act(w.test, w.test.admin, made.id, 'approve');
    expect(approved).toMatchObject({ state: 'live', screens: 1 });

    const [line] = (await w.lines()) ?? [];
    expect(line).toMatchObject({
      campaign_id: made.id,
      class: 'standard',
      items: [
        {
          creative_id: w.spot.id,
          kind: 'image',
          asset: { original_sha256: w.spot.asset.sha256 },
          weight: 10,
        },
      ],
    });
    expect(line!.plays_per_h).toBeGreaterThan(0);
    expect(JSON.stringify(line)).not.toContain('Harbour');

    const ledger = w.screen.ledger();
    const of = (campaign_id: string) => ({ campaign_id, playlist_id: null, playlist_version: null });
    const records = [
      await ledger.play({ id: w.spot.id, sha256: w.spot.asset.sha256 }, of(made.id)),
      await ledger.play({ id: w.spot.id, sha256: w.spot.asset.sha256 }, of(made.id)),
      await ledger.play(
        { id: w.spot.id, sha256: w.spot.asset.sha256 },
        { ...of(made.id), result: 'interrupted' },
      ),
    ];
    await w.screen.send(records);
    expect(await w.read(made.id)).toMatchObject({ delivered: 2, spent_minor: 1 });
    const delivery = (
      await call(w.test, w.seller, 'GET', `/api/campaigns/${made.id}/delivery`)
    ).json<Delivery>();
    expect(delivery.days.map(({ day, plays }) => [day, plays])).toEqual([
      ['2026-11-23', 0],
      ['2026-11-24', 2],
    ]);
    expect(delivery.creatives).toMatchObject([{ id: w.spot.id, plays: 2 }]);
    expect(delivery.devices).toMatchObject([{ name: 'Taxi 101', plays: 2 }]);
    await w.over(made.id);
    expect(await w.lines()).toBeNull();
  });

  it('takes no play for a campaign the screen was never given', async () => {
    const { id } = await addCampaign(w.test, w.seller, { creatives: w.shown() });
    const record = await w.screen
      .ledger()
      .play({ id: w.spot.id, sha256: w.spot.asset.sha256 }, { campaign_id: id });
    const answer = (await w.screen.send([record])).json<{
      verdicts: { verdict: string; reason?: string }[];
    }>();
    expect(answer.verdicts[0]).toMatchObject({ verdict: 'quarantined' });
    expect(answer.verdicts[0]!.reason).toContain('campaign');
    expect((await w.read(id)).delivered).toBe(0);
  });

  it('is approved by somebody else, with what it must have, or not at all', async () => {
    const { id } = await addCampaign(w.test, w.test.admin);
    const refused = async (by: TestServer['admin'], verb: string, payload: object = {}) => {
      const answer = await call(w.test, by, 'POST', `/api/campaigns/${id}/${verb}`, { payload });
      return [answer.statusCode, answer.json<{ details: object }>().details];
    };
    expect(await refused(w.test.admin, 'submit')).toEqual([422, { because: 'no_creative' }]);
    const { version } = await w.read(id);
    await call(w.test, w.test.admin, 'PATCH', `/api/campaigns/${id}`, {
      payload: { creatives: w.shown() },
      version,
    });
    await act(w.test, w.test.admin, id, 'submit');
    expect((await refused(w.seller, 'approve'))[0]).toBe(403);
    const other = await w.test.signIn('admin');
    expect((await refused(w.test.admin, 'approve'))[0]).toBe(403);
    expect(
      await act(w.test, other, id, 'reject', { reason: 'The offer is not in force any more.' }),
    ).toMatchObject({
      state: 'rejected',
      reason: 'The offer is not in force any more.',
    });
    expect((await act(w.test, w.test.admin, id, 'redraft')).state).toBe('draft');
  });

  it('on screens is changed by an edit that waits for approval beside it', async () => {
    const live = await addLiveCampaign(w.test, w.both(), { creatives: w.shown() });
    const path = `/api/campaigns/${live.id}`;
    const changed = await call(w.test, w.seller, 'PATCH', path, {
      payload: { max_per_hour: 4 },
      version: live.version,
    });
    expect(changed.json<Campaign>()).toMatchObject({ max_per_hour: null, change: { max_per_hour: 4 } });
    const awaited = async () => {
      const list = await call(w.test, w.test.admin, 'GET', '/api/campaigns?approval=awaited');
      const { items, total, facets } = list.json<{
        items: Campaign[];
        total: number;
        facets: Record<string, Record<string, number>>;
      }>();
      expect(total).toBe(facets['approval']?.['awaited'] ?? 0);
      return items.map(({ id }) => id);
    };
    expect(await awaited()).toContain(live.id);
    expect((await w.lines())?.[0]?.max_per_hour).toBeUndefined();
    expect(await act(w.test, w.test.admin, live.id, 'approve-change')).toMatchObject({
      max_per_hour: 4,
      change: null,
    });
    expect(await awaited()).not.toContain(live.id);
    expect((await w.lines())?.[0]?.max_per_hour).toBe(4);
    await w.over(live.id);
  });

  it('is not changed on screens by the one who wrote the edit, while another may decide', async () => {
    const other = await w.test.signIn('admin');
    const live = await addLiveCampaign(w.test, w.both(), { creatives: w.shown() });
    const path = `/api/campaigns/${live.id}`;
    await call(w.test, w.test.admin, 'PATCH', path, {
      payload: { max_per_hour: 4 },
      version: live.version,
    });
    const own = await call(w.test, w.test.admin, 'POST', `${path}/approve-change`, { payload: {} });
    expect([own.statusCode, own.json()]).toMatchObject([403, { details: { own: true } }]);
    const isOwnFor = async (reader: typeof other) =>
      (await call(w.test, reader, 'GET', path)).json<Campaign>().is_own;
    expect([await isOwnFor(w.test.admin), await isOwnFor(other)]).toEqual([true, false]);
    expect(await act(w.test, other, live.id, 'approve-change')).toMatchObject({ max_per_hour: 4 });
    await w.over(live.id);
  });

  it('is changed by one of two who both wrote the edit, where there is no third', async () => {
    const other = await w.test.signIn('admin');
    const live = await addLiveCampaign(w.test, w.both(), { creatives: w.shown() });
    const path = `/api/campaigns/${live.id}`;
    let { version } = live;
    for (const [by, max_per_hour] of [[w.test.admin, 4] as const, [other, 5] as const]) {
      const changed = await call(w.test, by, 'PATCH', path, { payload: { max_per_hour }, version });
      version = changed.json<Campaign>().version;
    }
    await withOnly(w.test, [w.test.admin, other], async () => {
      expect((await call(w.test, other, 'GET', path)).json<Campaign>().is_own).toBe(false);
      expect(await act(w.test, other, live.id, 'approve-change')).toMatchObject({ max_per_hour: 5 });
    });
    await w.over(live.id);
  });

  it('shows a code over the creatives that lead somewhere', async () => {
    await w.test.db
      .update(creatives)
      .set({ qr_target: 'https://example.org/' })
      .where(eq(creatives.id, w.spot.id));
    const live = await addLiveCampaign(w.test, w.both(), { creatives: w.shown() });
    expect((await w.lines())?.[0]?.items).toMatchObject([{ creative_id: w.spot.id, qr: true }]);
    await w.over(live.id);
    await w.test.db.update(creatives).set({ qr_target: null }).where(eq(creatives.id, w.spot.id));
  });

  it('keeps its creatives from being deleted or archived until it is over', async () => {
    const spot = await addCreative(w.test, w.test.admin, 'picture.png');
    const booked = { creatives: [{ creative_id: spot.id, weight: 1 }] };
    const { id, name } = await addLiveCampaign(w.test, w.both(), booked);
    const path = `/api/creatives/${spot.id}`;
    const creative = (await call(w.test, w.test.admin, 'GET', path)).json<{ version: number }>();
    const inUse = { error: 'IN_USE', details: { by: 'campaigns', used_in: [{ id, name }] } };
    const removal = () => call(w.test, w.test.admin, 'DELETE', path, creative);
    expect((await removal()).json()).toMatchObject(inUse);
    const archive = await call(w.test, w.test.admin, 'POST', `${path}/archive`, { payload: {} });
    expect(archive.json()).toMatchObject(inUse);
    const media = `/api/media/${spot.asset.id}`;
    const file = (await call(w.test, w.test.admin, 'GET', media)).json<{ version: number }>();
    expect((await call(w.test, w.test.admin, 'DELETE', media, file)).json()).toMatchObject(inUse);
    await w.over(id);
    const drafted = await addCampaign(w.test, w.seller, booked);
    expect((await removal()).json()).toMatchObject({ details: { used_in: [{ id: drafted.id }] } });
    await call(w.test, w.seller, 'DELETE', `/api/campaigns/${drafted.id}`, drafted);
  });

  it('is on the screens of its groups alone, and follows what is put into them', async () => {
    const group = (
      await call(w.test, w.test.admin, 'POST', '/api/device-groups', { payload: { name: 'Airport line' } })
    ).json<{ id: string }>();
    const targeting = { device_ids: [], group_ids: [group.id], location_ids: [], fences: [], conditions: [] };
    const live = await addLiveCampaign(w.test, w.both(), {
      creatives: w.shown(),
      targeting: { ...targeting, max_fix_age_s: 60, max_accuracy_m: 100, when_unknown: 'closed' },
    });
    expect([live.screens, await w.lines()]).toEqual([0, null]);
    const { version } = (await call(w.test, w.test.admin, 'GET', `/api/devices/${w.screen.id}`)).json<{
      version: number;
    }>();
    await call(w.test, w.test.admin, 'PATCH', `/api/devices/${w.screen.id}`, {
      payload: { group_ids: [group.id] },
      version,
    });
    await w.advance();
    expect((await w.lines())?.length).toBe(1);
    await w.over(live.id);
  });

  it('gives screens its limit a ride and the categories of its creatives, which follow an edit', async () => {
    const creative = (cats: string[]) => ({ payload: { cats } });
    const path = `/api/creatives/${w.spot.id}`;
    const version = async () =>
      (await call(w.test, w.test.admin, 'GET', path)).json<{ version: number }>().version;
    const live = await addLiveCampaign(w.test, w.both(), { creatives: w.shown(), max_per_ride: 2 });
    const first = (await w.lines())?.[0];
    expect([first?.max_per_ride, first?.categories]).toEqual([2, undefined]);
    await call(w.test, w.test.admin, 'PATCH', path, {
      ...creative(['IAB8', 'IAB2']),
      version: await version(),
    });
    await w.advance();
    expect((await w.lines())?.[0]?.categories).toEqual(['IAB2', 'IAB8']);
    await call(w.test, w.test.admin, 'PATCH', path, { ...creative([]), version: await version() });
    await w.over(live.id);
  });

  it('begins and ends by the clock, and stops while nothing of it may be shown', async () => {
    const now = w.clock.now();
    const flights = [
      {
        starts_at: instant(now + DAY_MS),
        ends_at: instant(now + 2 * DAY_MS),
        dayparts: [],
        sov_s_per_h: null,
      },
    ];
    const { id, state } = await addLiveCampaign(w.test, w.both(), { creatives: w.shown(), flights });
    expect(state).toBe('scheduled');
    expect((await w.lines())?.length).toBe(1);
    await w.pass(DAY_MS);
    await w.advance();
    expect((await w.read(id)).state).toBe('live');
    await w.test.db
      .update(mediaAssets)
      .set({ state: 'quarantined' })
      .where(eq(mediaAssets.id, w.spot.asset.id));
    await w.advance();
    expect([(await w.read(id)).state, await w.lines()]).toEqual(['paused_creative', null]);
    await w.test.db.update(mediaAssets).set({ state: 'ready' }).where(eq(mediaAssets.id, w.spot.asset.id));
    await w.advance();
    expect((await w.read(id)).state).toBe('live');
    await w.pass(DAY_MS);
    await w.advance();
    expect([(await w.read(id)).state, await w.lines()]).toEqual(['completed', null]);
  });

  it('stops by itself when its budget is spent, and goes on when there is more', async () => {
    const { id } = await addLiveCampaign(w.test, w.both(), {
      ...{ creatives: w.shown(), goal: 'budget', goal_amount: null },
      ...{ budget_minor: 100, bid_micros: 500_000_000 },
    });
    const ledger = w.screen.ledger();
    const records = [];
    for (let n = 0; n < 2; n++)
      records.push(await ledger.play({ id: w.spot.id, sha256: w.spot.asset.sha256 }, { campaign_id: id }));
    await w.screen.send(records);
    await w.advance();
    expect(await w.read(id)).toMatchObject({ state: 'paused_budget', delivered: 2, spent_minor: 100 });
    expect(await w.lines()).toBeNull();
    const { version } = await w.read(id);
    await call(w.test, w.seller, 'PATCH', `/api/campaigns/${id}`, {
      payload: { budget_minor: 900 },
      version,
    });
    await act(w.test, w.test.admin, id, 'approve-change');
    await w.advance();
    expect((await w.read(id)).state).toBe('live');
    await w.over(id);
  });
});
