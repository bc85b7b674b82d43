import { expect, it } from 'vitest';
import { badgeOf, stateWord } from '../../../../console/programmatic/adapters/states.ts';

const AT = '2026-05-05T12:00:00.000Z';
const auto = { mode: 'auto', state: 'closed' } as const;

it.each([
  ['a partner that answers', { breaker: auto, last_call_at: AT, partner_state: 'active' }, 'closed', 'ok'],
  [
    'a draft that was never called',
    { breaker: auto, last_call_at: null, partner_state: 'draft' },
    'uncalled',
    'neutral',
  ],
  [
    'one that was just activated',
    { breaker: auto, last_call_at: null, partner_state: 'active' },
    'uncalled',
    'neutral',
  ],
  [
    'one that is paused',
    { breaker: auto, last_call_at: AT, partner_state: 'paused' },
    'not_asked',
    'neutral',
  ],
  [
    'one that was stopped by hand',
    { breaker: { mode: 'open', state: 'open' }, last_call_at: null, partner_state: 'draft' },
    'forced_open',
    'danger',
  ],
] as const)('%s is shown as such', (_what, adapter, word, tone) => {
  expect([stateWord(adapter), badgeOf(adapter).tone]).toEqual([word, tone]);
});
