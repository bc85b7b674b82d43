/** What a campaign was never given to delivers nothing; and a plan that has changed keeps nobody waiting. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documents, manifests } from '../../../../server/db/schema.ts';
import { sweepConfigs } from '../../../../server/playout/documents.ts';
import type { PulledLeases } from '../../../../shared/contract/playout/lease.ts';
import { targeting, type Campaign, type CampaignPatch } from '../../../../shared/contract/sales/campaign.ts';
import { makeScreen, type Screen } from '../../../support/device.ts';
import { act, addLiveCampaign } from '../../../support/server/rows/sales/campaigns.ts';
import { call } from '../../../support/server/playlist.ts';
import { campaignWorld } from '../world.ts';
import { HOUR_MS } from './fleet.ts';
import { makePlaysUnder } from './playsUnder.ts';

let w: Awaited<ReturnType<typeof campaignWorld>>;
let other: Screen;
beforeAll(async () => {
  w = await campaignWorld();
  other = makeScreen(w.test);
  await other.pair(w.test.admin, { name: 'Taxi 103' });
});
afterAll(() => w.test.close());

const live = (more: CampaignPatch) => addLiveCampaign(w.test, w.both(), { creatives: w.shown(), ...more });
const pull = async (screen: Screen) =>
  (await screen.call('POST', '/api/player/leases/pull', { held: [], returned: [] })).json<PulledLeases>()
    .leases;
const playsUnder = makePlaysUnder(() => w);
const NO_LEASE = { lease_id: undefined };

it('a screen that was never given the campaign delivers none of it, nor does one that shows it for a moment', async () => {
  const { id } = await live({
    pacing: 'asap',
    goal_amount: 100,
    targeting: targeting.parse({ device_ids: [w.screen.id] }),
  });
  const of = { id, campaign_id: id };
  for (const manifest_version of [1, 9_999])
    expect(await playsUnder(other, of, 1, { ...NO_LEASE, manifest_version })).toEqual([
      'quarantined campaign',
    ]);
  const [lease] = await pull(w.screen);
  const short = { duration_ms: 10, expected_ms: 10, ended_mono_ms: 10, started_mono_ms: 0 };
  expect(await playsUnder(w.screen, lease!, 1, short)).toEqual(['quarantined duration']);
  expect(await w.read(id)).toMatchObject({ delivered: 0 });
  await w.over(id);
});

it('a plan that was made larger gives its screens leases at once, and so does a copy of one', async () => {
  const { id } = await live({ goal_amount: 3 });
  await w.advance();
  await pull(w.screen);
  expect(await pull(other)).toEqual([]);
  const { version } = await w.read(id);
  /** Still few enough to go out one by one: the next of the plan before would be due in two days. */
  await call(w.test, w.seller, 'PATCH', `/api/campaigns/${id}`, { payload: { goal_amount: 40 }, version });
  await act(w.test, w.test.admin, id, 'approve-change');
  await w.advance();
  expect((await pull(other)).map(({ campaign_id }) => campaign_id)).toEqual([id]);

  const made = await call(w.test, w.seller, 'POST', `/api/campaigns/${id}/duplicate`, {
    payload: { name: 'Once more' },
  });
  const copy = made.json<Campaign>();
  await w.over(id);
  await act(w.test, w.seller, copy.id, 'submit');
  await act(w.test, w.test.admin, copy.id, 'approve');
  await w.advance();
  expect((await pull(w.screen)).map(({ campaign_id }) => campaign_id)).toContain(copy.id);
});

it('a screen that stood still for a day finds the campaigns it holds when it drives again', async () => {
  const { db, server } = w.test;
  const { id } = await live({ goal_amount: 100 });
  await w.advance();
  const flightsOf = async () =>
    (await other.head()).documents.find(({ kind }) => kind === 'flights')?.sha256 ?? '';
  const named = await flightsOf();
  expect(named).toMatch(/^[0-9a-f]{64}$/);
  /** Its heads of that day name none of them, and one that no head names any more is swept. */
  await db.delete(manifests).where(eq(manifests.tenant_id, w.test.tenant_id));
  await server.tenantTransactions.acrossTenants(tx => sweepConfigs(tx, server.clock.now() + 25 * HOUR_MS));
  const [row] = await db.select().from(documents).where(eq(documents.sha256, named));
  expect(row?.kind).toBe('flights');
  await w.over(id);
});
