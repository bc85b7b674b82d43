import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaigns as table, creatives } from '../../../server/db/schema.ts';
import { CAMPAIGN_STATES, type CampaignState } from '../../../shared/contract/sales/campaign.ts';
import type { ErrorBody } from '../../../shared/contract/wire/errors.ts';
import { addCampaignRows } from '../../support/server/rows/sales/campaignRows.ts';
import { act, addCampaign, addLiveCampaign } from '../../support/server/rows/sales/campaigns.ts';
import { call } from '../../support/server/playlist.ts';
import { campaignWorld } from './world.ts';

let w: Awaited<ReturnType<typeof campaignWorld>>;
beforeAll(async () => void (w = await campaignWorld()));
afterAll(() => w.test.close());

const REASON = { reason: 'The booking was cancelled.' };
const ON_SCREENS = ['live', 'paused', 'paused_budget', 'paused_creative'] as const;
const BOOKED = ['approved', 'scheduled', ...ON_SCREENS] as const;
/** contract §4 by hand: from where an act goes, and where it leads while the flight runs; null: where it was. */
const ACTS: Record<string, { from: readonly CampaignState[]; to: CampaignState | null; body?: object }> = {
  submit: { from: ['draft'], to: 'submitted' },
  approve: { from: ['submitted'], to: 'live' },
  reject: { from: ['submitted'], to: 'rejected', body: REASON },
  redraft: { from: ['rejected'], to: 'draft' },
  pause: { from: ['live'], to: 'paused' },
  resume: { from: ['paused', 'paused_budget', 'paused_creative'], to: 'live' },
  end: { from: ['scheduled', ...ON_SCREENS], to: 'ended', body: REASON },
  'approve-change': { from: BOOKED, to: null },
  'reject-change': { from: BOOKED, to: null, body: REASON },
  'drop-change': { from: BOOKED, to: null },
};

describe('an act on a campaign', () => {
  it.each(Object.entries(ACTS))(
    'OPEN-LIFE-01 %s is done in the states that the contract draws, and refused in every other one',
    async (verb, { from, to, body = {} }) => {
      const {
        changed: _changed,
        deleted: _deleted,
        ...rows
      } = await addCampaignRows(w.test, w.test.tenant_id, w.spot.id);
      const ids = Object.values(rows);
      if (to === null)
        await w.test.db
          .update(table)
          .set({ change: { max_per_hour: 4 } })
          .where(inArray(table.id, ids));
      for (const state of CAMPAIGN_STATES) {
        const path = `/api/campaigns/${rows[state]}`;
        const answer = await call(w.test, w.test.admin, 'POST', `${path}/${verb}`, { payload: body });
        const after = (await w.read(rows[state])).state;
        const isDrawn = from.includes(state);
        const { error } = answer.json<Partial<ErrorBody>>();
        expect([state, answer.statusCode, error, after]).toEqual(
          isDrawn ? [state, 200, undefined, to ?? state] : [state, 409, 'STATE', state],
        );
      }
      await w.test.db.delete(table).where(inArray(table.id, ids));
    },
  );

  it.each(['end', 'reject'])(
    'OPEN-LIFE-01 to %s a campaign takes a reason, which stays with it',
    async verb => {
      const one =
        verb === 'end'
          ? await addLiveCampaign(w.test, w.both(), { creatives: w.shown() })
          : await addCampaign(w.test, w.seller, { creatives: w.shown() });
      if (verb === 'reject') await act(w.test, w.seller, one.id, 'submit');
      const { state } = await w.read(one.id);
      const path = `/api/campaigns/${one.id}/${verb}`;
      for (const payload of [{}, { reason: '' }, { reason: 'Too short' }]) {
        const answer = await call(w.test, w.test.admin, 'POST', path, { payload });
        const { error, details } = answer.json<ErrorBody>();
        expect([answer.statusCode, error, Object.keys(details ?? {})]).toEqual([
          400,
          'VALIDATION',
          ['reason'],
        ]);
      }
      expect(await w.read(one.id)).toMatchObject({ state, reason: null });
      expect(await act(w.test, w.test.admin, one.id, verb, REASON)).toMatchObject(REASON);
    },
  );

  it('approves no campaign and no edit while none of its creatives may be shown', async () => {
    const setState = (state: 'approved' | 'archived') =>
      w.test.db.update(creatives).set({ state }).where(eq(creatives.id, w.spot.id));
    const becauseOf = async (id: string, verb: string) => {
      const answer = await call(w.test, w.test.admin, 'POST', `/api/campaigns/${id}/${verb}`, {
        payload: {},
      });
      return [answer.statusCode, answer.json<{ details?: { because?: string } }>().details?.because];
    };
    const live = await addLiveCampaign(w.test, w.both(), { creatives: w.shown() });
    const payload = { max_per_hour: 4 };
    await call(w.test, w.seller, 'PATCH', `/api/campaigns/${live.id}`, { payload, version: live.version });
    const submitted = await addCampaign(w.test, w.seller, { creatives: w.shown() });
    await act(w.test, w.seller, submitted.id, 'submit');
    await setState('archived');
    expect(await becauseOf(submitted.id, 'approve')).toEqual([422, 'not_playable']);
    expect(await becauseOf(live.id, 'approve-change')).toEqual([422, 'not_playable']);
    await setState('approved');
    expect(await becauseOf(submitted.id, 'approve')).toEqual([200, undefined]);
    expect(await becauseOf(live.id, 'approve-change')).toEqual([200, undefined]);
    for (const { id } of [live, submitted]) await w.over(id);
  });
});
