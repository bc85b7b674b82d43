import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instant } from '../../../shared/clock.ts';
import { targeting } from '../../../shared/contract/sales/campaign.ts';
import type { PulledLeases } from '../../../shared/contract/playout/lease.ts';
import type { Listing, listingSold } from '../../../shared/contract/sales/listing.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { makeScreen } from '../../support/device.ts';
import { addCampaign, addLiveCampaign } from '../../support/server/rows/sales/campaigns.ts';
import { call } from '../../support/server/playlist.ts';
import { campaignWorld, DAY_MS } from './world.ts';

let w: Awaited<ReturnType<typeof campaignWorld>>;
let listing: Listing;
beforeAll(async () => {
  w = await campaignWorld();
  const second = makeScreen(w.test);
  await second.pair(w.test.admin, { name: 'Taxi 102' });
  const group = (
    await call(w.test, w.test.admin, 'POST', '/api/device-groups', { payload: { name: 'Airport' } })
  ).json<{ id: string }>();
  for (const id of [w.screen.id, second.id]) {
    const path = `/api/devices/${id}`;
    const { version } = (await call(w.test, w.test.admin, 'GET', path)).json<{ version: number }>();
    await call(w.test, w.test.admin, 'PATCH', path, { payload: { group_ids: [group.id] }, version });
  }
  const made = await call(w.test, w.seller, 'POST', '/api/listings', {
    payload: {
      ...{ title: 'Airport', floor_micros: 4_500_000, avails_per_h: 60, group_id: group.id },
      ...{ format: { w: 1280, h: 800, durations_ms: [10_000] }, share_max_pct: 60 },
    },
  });
  listing = made.json<Listing>();
});
afterAll(() => w.test.close());

const ask = (query: string) => call(w.test, w.seller, 'GET', `/api/listings/${listing.id}/sold?${query}`);
const sold = async (query: string) => (await ask(query)).json<Answer<typeof listingSold>>();

describe('what is sold of a listing', () => {
  it('is the share of each day that booked campaigns have on its screens, and what the fullest screen has left', async () => {
    const now = w.clock.now();
    const two_days = { starts_at: instant(now), ends_at: instant(now + DAY_MS), dayparts: [] };
    const first = await addLiveCampaign(w.test, w.both(), {
      ...{ creatives: w.shown(), class: 'guaranteed', goal: 'share', goal_amount: null },
      flights: [{ ...two_days, sov_s_per_h: 1_440 }],
      targeting: targeting.parse({ device_ids: [w.screen.id] }),
    });
    /** Those of the same millisecond have no order. */
    await w.clock.advance(1);
    const turns = await addLiveCampaign(w.test, w.both(), {
      creatives: w.shown(),
      flights: [{ ...two_days, sov_s_per_h: null }],
    });
    /** A draft has sold nothing. */
    await addCampaign(w.test, w.seller, { creatives: w.shown() });
    const answer = await sold('from=2026-11-23&days=4&tz=UTC');
    expect(answer.screens).toBe(2);
    expect(answer.campaigns).toMatchObject([
      { id: first.id, class: 'guaranteed', screens: 1 },
      { id: turns.id, class: 'standard', screens: 2 },
    ]);
    const booked = (share_pct: number) => [
      { campaign_id: first.id, share_pct },
      { campaign_id: turns.id, share_pct: 0 },
    ];
    /** It holds from 9:00 to 9:00: fifteen hours of the first day, nine of the second. */
    expect(answer.days).toEqual([
      { day: '2026-11-23', sold_pct: 0, free_pct: 60, booked: [] },
      { day: '2026-11-24', sold_pct: 12.5, free_pct: 20, booked: booked(12.5) },
      { day: '2026-11-25', sold_pct: 7.5, free_pct: 20, booked: booked(7.5) },
      { day: '2026-11-26', sold_pct: 0, free_pct: 60, booked: [] },
    ]);
  });

  it('names the plays that its screens hold leases for', async () => {
    const answer = await w.screen.call('POST', '/api/player/leases/pull', { held: [], returned: [] });
    const { leases } = answer.json<PulledLeases>();
    const held = leases.reduce((sum, { max_plays }) => sum + max_plays, 0);
    expect(held).toBeGreaterThan(0);
    const { campaigns } = await sold('from=2026-11-24&days=1');
    expect(campaigns.map(({ granted }) => granted)).toEqual([0, held]);
  });

  it('days are those of the zone, thirty where nothing else is said', async () => {
    const { days } = await sold('from=2026-11-01&tz=Asia/Tokyo');
    expect(days).toHaveLength(30);
    /** 9:00 UTC is the evening of the same day in Tokyo, and its end the next. */
    expect(days.filter(({ booked }) => booked.length > 0).map(({ day }) => day)).toEqual([
      '2026-11-24',
      '2026-11-25',
    ]);
  });

  it.each([
    ['from=tomorrow', 'from'],
    ['from=2026-11-01&days=32', 'days'],
    ['from=2026-11-01&days=0', 'days'],
    ['from=2026-11-01&tz=Moon/Crater', 'tz'],
  ])('refuses %s by the field', async (query, field) => {
    const answer = await ask(query);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json<{ details: object }>().details)).toEqual([field]);
  });
});
