import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaigns as table } from '../../../server/db/schema.ts';
import { CAMPAIGN_STATES, type CampaignState } from '../../../shared/contract/sales/campaign.ts';
import type { ErrorBody } from '../../../shared/contract/wire/errors.ts';
import { addCampaignRows } from '../../support/server/rows/sales/campaignRows.ts';
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
});
