import { describe, expect, it } from 'vitest';
import { CREATIVE_STATES, CREATIVE_TRANSITIONS } from '../../../../shared/contract/content/creative.ts';
import { CONTENT_STATES, CONTENT_TRANSITIONS } from '../../../../shared/contract/content/contentItem.ts';
import {
  SUBMISSION_STATES,
  SUBMISSION_TRANSITIONS,
} from '../../../../shared/contract/content/submissionState.ts';
import { mayBecome } from '../../../../shared/contract/wire/entity.ts';

describe('the tables of states', () => {
  it.each([
    ['draft', ['submitted']],
    ['submitted', ['in_review', 'draft']],
    ['in_review', ['approved', 'changes_requested', 'rejected']],
    ['changes_requested', ['draft']],
    ['approved', ['archived']],
    ['rejected', []],
    ['archived', []],
  ] as const)('a creative that is %s becomes %j and nothing else', (from, to) => {
    const reached = CREATIVE_STATES.filter(state => mayBecome(CREATIVE_TRANSITIONS, from, state));
    expect(reached.toSorted()).toEqual([...to].toSorted());
  });

  it.each([
    ['pending', ['in_review', 'withdrawn']],
    ['in_review', ['approved', 'changes_requested', 'rejected']],
    ['changes_requested', ['pending']],
    ['approved', []],
    ['rejected', []],
    ['withdrawn', []],
  ] as const)('a submission that is %s becomes %j and nothing else', (from, to) => {
    const reached = SUBMISSION_STATES.filter(state => mayBecome(SUBMISSION_TRANSITIONS, from, state));
    expect(reached.toSorted()).toEqual([...to].toSorted());
  });

  it.each([
    ['draft', ['in_review', 'scheduled', 'archived']],
    ['in_review', ['scheduled', 'draft', 'rejected', 'archived']],
    ['scheduled', ['live', 'archived']],
    ['live', ['paused', 'expired', 'archived']],
    ['paused', ['live', 'expired', 'archived']],
    ['expired', ['archived']],
    ['rejected', ['archived']],
    ['archived', []],
  ] as const)('a content item that is %s becomes %j and nothing else', (from, to) => {
    const reached = CONTENT_STATES.filter(state => mayBecome(CONTENT_TRANSITIONS, from, state));
    expect(reached.toSorted()).toEqual([...to].toSorted());
  });
});
