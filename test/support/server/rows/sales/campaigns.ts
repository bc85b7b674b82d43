/** Campaigns through the app, as the console makes them. */
import type { Campaign, CampaignPatch } from '../../../../../shared/contract/sales/campaign.ts';
import { instant } from '../../../../../shared/clock.ts';
import { call } from '../../playlist.ts';
import type { TestServer } from '../../server.ts';

type By = Parameters<typeof call>[1];
type Test = Pick<TestServer, 'app' | 'server'>;
const DAY_MS = 86_400_000;

export const campaignBody = (test: Pick<TestServer, 'server'>, more: CampaignPatch = {}) => {
  const now = test.server.clock.now();
  return {
    name: 'Harbour week',
    advertiser: 'Harbour Coffee',
    tz: 'Europe/Lisbon',
    goal: 'plays' as const,
    goal_amount: 1_000,
    flights: [{ starts_at: instant(now - DAY_MS), ends_at: instant(now + 6 * DAY_MS) }],
    ...more,
  };
};

export async function addCampaign(test: Test, by: By, more: CampaignPatch = {}): Promise<Campaign> {
  const answer = await call(test, by, 'POST', '/api/campaigns', { payload: campaignBody(test, more) });
  if (answer.statusCode !== 200) throw new Error(`a campaign answered ${answer.statusCode}: ${answer.body}`);
  return answer.json<Campaign>();
}

/** `POST /api/campaigns/:id/<verb>`; throws what was refused. */
export async function act(
  test: Test,
  by: By,
  id: string,
  verb: string,
  payload: object = {},
): Promise<Campaign> {
  const answer = await call(test, by, 'POST', `/api/campaigns/${id}/${verb}`, { payload });
  if (answer.statusCode !== 200) throw new Error(`${verb} answered ${answer.statusCode}: ${answer.body}`);
  return answer.json<Campaign>();
}

/** Submitted by one and approved by another. */
export async function addLiveCampaign(
  test: Test,
  { by, decider }: { by: By; decider: By },
  more: CampaignPatch = {},
): Promise<Campaign> {
  const { id } = await addCampaign(test, by, more);
  await act(test, by, id, 'submit');
  return act(test, decider, id, 'approve');
}
