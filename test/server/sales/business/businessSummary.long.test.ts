import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { businessSummary } from '../../../../shared/contract/sales/businessSummary.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { contracts, mediaAssets, submissions as rows, tenants } from '../../../../server/db/schema.ts';
import { addContracts } from '../../../support/server/rows/sales/contractRows.ts';
import { addLiveCampaign } from '../../../support/server/rows/sales/campaigns.ts';
import { call } from '../../../support/server/playlist.ts';
import { submissionCalls } from '../../../support/server/submissions.ts';
import { insertPlayRows } from '../../proof/analyticsPlays.ts';
import { campaignWorld } from '../world.ts';

/** Ten cents a play. */
const BID_MICROS = 100_000_000;
let w: Awaited<ReturnType<typeof campaignWorld>>;
beforeAll(async () => {
  w = await campaignWorld();
  await w.test.db.update(tenants).set({ portal_business: true });
});
afterAll(() => w.test.close());

const summaryFor = async (by: typeof w.test.admin) =>
  (await call(w.test, by, 'GET', '/api/business/summary')).json<Answer<typeof businessSummary>>();

it('an advertiser reads what runs, what the month costs, and what waits for him', async () => {
  const viewer = await w.test.signIn('viewer');
  const empty = await summaryFor(viewer);
  expect(empty).toMatchObject({
    campaigns: { live: 0, scheduled: 0, items: [] },
    month: { plays: 0, spent_minor: 0, budget_minor: null },
    submissions: {},
    contracts_to_sign: 0,
  });

  const campaign = await addLiveCampaign(w.test, w.both(), {
    ...{ creatives: w.shown(), pacing: 'asap', goal_amount: 1_000, bid_micros: BID_MICROS },
  });
  await insertPlayRows(
    w.test,
    w.test.tenant_id,
    Array.from({ length: 20 }, (_, nth) => ({
      ...{ device_id: w.screen.id, creative_id: w.spot.id, campaign_id: campaign.id, zone: 'full' as const },
      ...{ result: 'completed' as const, state: 'accepted' as const, duration_ms: 1_000, fix: null },
      ...{ started: w.clock.now() - 3_600_000 + nth * 1_000, received: w.clock.now() },
    })),
  );
  const budget = { name: 'November', scope: 'tenant', period: 'month', amount_minor: 1_000 };
  /** Each of two counts the same plays, so the smaller one holds. */
  for (const amount_minor of [5_000, 1_000])
    await call(w.test, w.test.admin, 'POST', '/api/budgets', { payload: { ...budget, amount_minor } });
  const manager = await w.test.signIn('manager');
  const calls = submissionCalls(w.test, viewer, manager);
  await calls.submitted();
  const other = await w.test.signIn('viewer');
  await submissionCalls(w.test, other, manager).submitted();

  const { campaigns, month, submissions } = await summaryFor(viewer);
  expect(campaigns).toMatchObject({
    ...{ live: 1, scheduled: 0 },
    items: [{ id: campaign.id, name: campaign.name, delivered: 20 }],
  });
  expect(month).toMatchObject({ plays: 20, spent_minor: 200, budget_minor: 1_000, currency: 'EUR' });
  expect(month!.forecast_minor).toBeGreaterThanOrEqual(200);
  /** His own, and not the other’s. */
  expect(submissions).toEqual({ pending: 1 });

  await w.test.db.update(rows).set({ state: 'approved' });
  expect(await summaryFor(viewer)).toMatchObject({ submissions: { approved: 1 }, quarantined: 0 });
  await w.test.db.update(mediaAssets).set({ state: 'quarantined' });
  expect((await summaryFor(viewer)).quarantined).toBe(1);
});

it('a contract counts for him whose turn it is to sign it, and for nobody else', async () => {
  const [first, second] = [await w.test.signIn('viewer'), await w.test.signIn('viewer')];
  const rows = await addContracts(w.test, { tenant_id: w.test.tenant_id, party: first.id });
  const parties = [first, second].map(({ id, email }) => ({ user_id: id, name: email }));
  await w.test.db.update(contracts).set({ parties }).where(eq(contracts.id, rows.contracts.partially_signed));
  expect((await summaryFor(first)).contracts_to_sign).toBe(1);
  expect((await summaryFor(second)).contracts_to_sign).toBe(1);
  expect((await summaryFor(w.test.admin)).contracts_to_sign).toBe(0);
});
