/** Campaigns of a tenant: one in each state, one with an edit that waits, and one that is deleted. */
import { campaigns } from '../../../../../server/db/schema.ts';
import { instant } from '../../../../../shared/clock.ts';
import {
  CAMPAIGN_STATES,
  targeting,
  type CampaignState,
} from '../../../../../shared/contract/sales/campaign.ts';
import { uuid7 } from '../../../../../shared/random.ts';
import type { TestServer } from '../../server.ts';

export type CampaignRows = Record<CampaignState | 'changed' | 'deleted', string>;
const DAY_MS = 86_400_000;

export async function addCampaignRows(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  tenant_id: string,
  creative_id: string,
): Promise<CampaignRows> {
  const now = server.clock.now();
  const [starts_at, ends_at] = [new Date(now - DAY_MS), new Date(now + 5 * DAY_MS)];
  const flight = { starts_at: instant(now - DAY_MS), ends_at: instant(now + 5 * DAY_MS) };
  const row = (state: CampaignState) => ({
    ...{ id: uuid7(now), tenant_id, state, name: 'Harbour week', advertiser: 'Harbour Coffee', note: '' },
    ...{ tz: 'Europe/Lisbon', goal: 'plays' as const, goal_amount: 1_000, starts_at, ends_at },
    flights: [{ ...flight, id: uuid7(now), dayparts: [], sov_s_per_h: null }],
    targeting: targeting.parse({}),
    ...{ creatives: [{ creative_id, weight: 1 }], creative_ids: [creative_id] },
    ...{ class: 'standard' as const, pacing: 'even' as const },
  });
  const rows = CAMPAIGN_STATES.map(row);
  const changed = { ...row('live'), change: { max_per_hour: 4 } };
  const deleted = { ...row('draft'), deleted_at: new Date(now) };
  await db.insert(campaigns).values([...rows, changed, deleted]);
  const ids = Object.fromEntries(rows.map(({ state, id }) => [state, id]));
  return { ...ids, changed: changed.id, deleted: deleted.id } as CampaignRows;
}
