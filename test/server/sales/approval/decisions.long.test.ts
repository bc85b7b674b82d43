/** Who decides on drafts and edits of campaigns, and what becomes of an edit that is rejected. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign, CampaignPatch } from '../../../../shared/contract/sales/campaign.ts';
import { call } from '../../../support/server/playlist.ts';
import { act, addCampaign, addLiveCampaign } from '../../../support/server/rows/sales/campaigns.ts';
import { campaignWorld } from '../world.ts';

let w: Awaited<ReturnType<typeof campaignWorld>>;
beforeAll(async () => {
  w = await campaignWorld();
});
afterAll(() => w.test.close());

const live = (more: CampaignPatch) => addLiveCampaign(w.test, w.both(), more);
const path = ({ id }: Pick<Campaign, 'id'>) => `/api/campaigns/${id}`;
const decide = async (by: typeof w.seller, one: Campaign, verb: string, payload = {}) => {
  const answer = await call(w.test, by, 'POST', `${path(one)}/${verb}`, { payload });
  return answer.statusCode;
};
const write = async (by: typeof w.seller, one: Campaign, payload: CampaignPatch) => {
  const { version } = await w.read(one.id);
  const answer = await call(w.test, by, 'PATCH', path(one), { payload, version });
  expect(answer.statusCode).toBe(200);
};

describe('a rejected edit', () => {
  const REASON = { reason: 'The goal is higher than the contract.' };
  const rejected = (by: typeof w.seller, one: Campaign) => decide(by, one, 'reject-change', REASON);
  const isAwaited = async (one: Campaign) => {
    const url = `/api/campaigns?approval=awaited&limit=100`;
    const { items } = (await call(w.test, w.test.admin, 'GET', url)).json<{ items: Campaign[] }>();
    return items.some(({ id }) => id === one.id);
  };

  it('says why, is kept for its author, and waits again once it is changed', async () => {
    const one = await live({ creatives: w.shown() });
    await write(w.seller, one, { goal_amount: 9_000 });
    expect(await rejected(w.seller, one)).toBe(403);
    expect(await rejected(w.test.admin, one)).toBe(200);
    expect(await w.read(one.id)).toMatchObject({
      ...{ state: 'live', goal_amount: 1_000, change: { goal_amount: 9_000 } },
      change_reason: REASON.reason,
    });
    expect(await isAwaited(one)).toBe(false);
    await write(w.seller, one, { goal_amount: 1_200 });
    expect(await w.read(one.id)).toMatchObject({ change_reason: null });
    expect(await isAwaited(one)).toBe(true);
    expect(await rejected(w.test.admin, one)).toBe(200);
    expect(await decide(w.test.admin, one, 'drop-change')).toBe(200);
    expect(await w.read(one.id)).toMatchObject({ change: null, change_reason: null });
    await w.over(one.id);
  });

  it('is decided by nobody, and is no other one where the same is sent again', async () => {
    const one = await live({ creatives: w.shown() });
    await write(w.seller, one, { goal_amount: 9_000 });
    expect(await rejected(w.test.admin, one)).toBe(200);
    expect(await decide(w.test.admin, one, 'approve-change')).toBe(422);
    expect(await rejected(w.test.admin, one)).toBe(422);
    const { version } = await w.read(one.id);
    await write(w.seller, one, {});
    await write(await w.test.signIn('manager'), one, { goal_amount: 9_000 });
    expect(await w.read(one.id)).toMatchObject({ change_reason: REASON.reason, version, goal_amount: 1_000 });
    expect(await isAwaited(one)).toBe(false);
    await write(w.seller, one, { goal_amount: 1_200 });
    expect(await decide(w.test.admin, one, 'approve-change')).toBe(200);
    await w.over(one.id);
  });

  it('is none where nobody edited, and is not decided by who wrote it', async () => {
    const one = await live({ creatives: w.shown() });
    expect(await rejected(w.test.admin, one)).toBe(422);
    const other = await w.test.signIn('admin');
    await write(other, one, { max_per_hour: 4 });
    expect(await rejected(other, one)).toBe(403);
    await w.over(one.id);
  });
});

it('an edit that changes nothing, or is taken back, waits for nobody', async () => {
  const one = await live({ creatives: w.shown() });
  await write(w.seller, one, {});
  expect(await w.read(one.id)).toMatchObject({ change: null });
  await write(w.seller, one, { max_per_hour: 4, goal_amount: 1_000 });
  expect(await w.read(one.id)).toMatchObject({ change: { max_per_hour: 4 } });
  const { flights, max_per_hour } = await w.read(one.id);
  await write(w.seller, one, { max_per_hour, flights });
  expect(await w.read(one.id)).toMatchObject({ change: null });
  /** Who took his edit back may decide on another's. */
  await write(w.test.admin, one, { max_per_hour: 5 });
  await write(w.test.admin, one, { max_per_hour });
  await write(w.seller, one, { max_per_hour: 6 });
  expect(await decide(w.test.admin, one, 'approve-change')).toBe(200);
  await w.over(one.id);
});

describe('four eyes', () => {
  it('a note that another adds does not let the first editor approve his own edit', async () => {
    const [other, third] = [await w.test.signIn('admin'), await w.test.signIn('admin')];
    const one = await live({ creatives: w.shown() });
    await write(w.test.admin, one, { max_per_hour: 4 });
    await write(other, one, { note: 'As agreed on the phone.' });
    expect(await decide(w.test.admin, one, 'approve-change')).toBe(403);
    expect(await decide(other, one, 'approve-change')).toBe(403);
    expect(await decide(third, one, 'approve-change')).toBe(200);
    /** What was approved is nobody's edit any more. */
    await write(other, one, { note: 'As written.' });
    expect(await decide(w.test.admin, one, 'approve-change')).toBe(200);
    await w.over(one.id);
  });

  it('nobody approves a draft that he made or wrote of, whoever submits it', async () => {
    const [other, third] = [await w.test.signIn('admin'), await w.test.signIn('admin')];
    const one = await addCampaign(w.test, w.test.admin, { creatives: w.shown() });
    await write(other, one, { goal_amount: 2_000 });
    await act(w.test, w.seller, one.id, 'submit');
    expect(await decide(w.test.admin, one, 'approve')).toBe(403);
    expect(await decide(other, one, 'approve')).toBe(403);
    expect(await decide(third, one, 'approve')).toBe(200);
    await w.over(one.id);
  });
});
