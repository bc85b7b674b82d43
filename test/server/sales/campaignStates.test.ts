import { describe, expect, it } from 'vitest';
import {
  CAMPAIGN_STATES,
  CAMPAIGN_TRANSITIONS,
  campaigns,
  type CampaignState,
} from '../../../shared/contract/sales/campaign.ts';
import { mayBecome } from '../../../shared/contract/wire/entity.ts';
import { nextState } from '../../../server/sales/campaigns/advance.ts';

describe('the states of a campaign', () => {
  it('OPEN-LIFE-01 follow each other as the contract draws them', () => {
    const drawn: Record<CampaignState, string> = {
      draft: 'submitted',
      submitted: 'approved rejected',
      approved: 'scheduled',
      scheduled: 'live ended',
      live: 'paused paused_budget paused_creative completed ended',
      paused: 'live completed ended',
      paused_budget: 'live completed ended',
      paused_creative: 'live completed ended',
      completed: '',
      ended: '',
      rejected: 'draft',
    };
    for (const from of CAMPAIGN_STATES)
      for (const to of CAMPAIGN_STATES)
        expect([from, to, mayBecome(CAMPAIGN_TRANSITIONS, from, to)]).toEqual([
          from,
          to,
          drawn[from].split(' ').includes(to),
        ]);
  });

  it('OPEN-LIFE-01 are left by each act from those alone that the contract draws', () => {
    const onScreens = ['live', 'paused', 'paused_budget', 'paused_creative'];
    const from = Object.fromEntries(
      Object.entries(campaigns.actions).map(([act, action]) => [
        act,
        'from' in action ? [...action.from].toSorted() : undefined,
      ]),
    );
    expect(from).toEqual({
      ...{ submit: ['draft'], approve: ['submitted'], reject: ['submitted'], redraft: ['rejected'] },
      ...{ pause: ['live'], resume: ['paused', 'paused_budget', 'paused_creative'] },
      end: [...onScreens, 'scheduled'].toSorted(),
      duplicate: undefined,
      'approve-change': ['approved', ...onScreens, 'scheduled'],
      'reject-change': ['approved', ...onScreens, 'scheduled'],
      'drop-change': ['approved', ...onScreens, 'scheduled'],
    });
  });

  it('move by themselves only along the drawn ways', () => {
    const times = { starts_at: new Date(1_000), ends_at: new Date(2_000) };
    const flags = [true, false];
    for (const state of CAMPAIGN_STATES.filter(
      one => !['draft', 'submitted', 'rejected', 'completed', 'ended'].includes(one),
    ))
      for (const now of [500, 1_500, 2_500])
        for (const isSpent of flags)
          for (const isDelivered of flags)
            for (const hasCreative of flags) {
              const next = nextState({ state, ...times }, { now, isSpent, isDelivered, hasCreative });
              expect(next === state || mayBecome(CAMPAIGN_TRANSITIONS, state, next)).toBe(true);
            }
    const late = { now: 2_500, isSpent: false, isDelivered: true, hasCreative: true };
    expect(nextState({ state: 'ended', ...times }, late)).toBe('ended');
  });
});
