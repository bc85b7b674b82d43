import { describe, expect, it } from 'vitest';
import { judgeBids } from '../../../../shared/openrtb/auction/judge.ts';
import { policyOf } from '../../../../shared/openrtb/auction/policy.ts';
import type { MockProfile } from '../../../../shared/contract/programmatic/tester/openrtb.ts';
import { mockAnswer } from '../../../../server/programmatic/mockDsp/answers.ts';
import { NOW, requestOf } from '../../../shared/openrtb/requests.ts';

const ORIGIN = { origin: 'http://127.0.0.1:8080', now: NOW };
const REQUEST = { ...requestOf(), bseat: ['blocked'] };
/** What an auction makes of the profile's answer. */
function outcome(profile: MockProfile): string {
  const { status, body, delay_ms } = mockAnswer(REQUEST, profile, ORIGIN);
  let parsed: unknown;
  try {
    parsed = body === null ? undefined : JSON.parse(body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const answer = { status, latency_ms: delay_ms, bytes: body?.length ?? 0, body: parsed };
  const judgement = judgeBids(REQUEST, answer, policyOf('EUR'));
  const reasons = judgement.bids.map(({ reason }) => reason ?? 'eligible').join(' ');
  return reasons === '' ? judgement.outcome : reasons;
}

describe('each profile of the mock bidder is wrong in its own way', () => {
  it.each<[MockProfile, string]>([
    ['bid', 'eligible'],
    ['vast', 'eligible'],
    ['no_bid_204', 'nobid'],
    ['no_bid_empty', 'nobid'],
    ['no_bid_seatbid', 'nobid'],
    ['no_bid_nbr', 'nobid'],
    ['timeout', 'timeout'],
    ['error_500', 'error'],
    ['malformed', 'error'],
    ['below_floor', 'below_floor'],
    ['wrong_currency', 'currency'],
    ['wrong_impid', 'imp_unknown'],
    ['wrong_seat', 'seat_blocked'],
    ['bad_duration', 'duration_refused'],
    ['http_asset', 'not_secure'],
    ['replayed_bid_id', 'eligible'],
    ['slow_burl', 'eligible'],
    ['duplicate', 'bid_id_twice bid_id_twice'],
    ['ssp_pull', 'nobid'],
  ])('%s: %s', (profile, expected) => {
    expect(outcome(profile)).toBe(expected);
  });

  it('answers the same to the same request, and another price to another one', () => {
    const ask = (id: string) => mockAnswer({ ...REQUEST, id }, 'bid', ORIGIN).body;
    expect(ask('a')).toBe(ask('a'));
    expect(ask('a')).not.toBe(ask('b'));
    expect(mockAnswer(null, 'bid', ORIGIN).status).toBe(200);
  });
});
