/** What one call counts as in the health of its partner. Pure. */
import type { CallOutcome, ErrorClass } from '../../../shared/contract/programmatic/bid.ts';
import { LOSS } from '../../../shared/openrtb/auction/codes.ts';
import type { Judgement } from '../../../shared/openrtb/auction/judge.ts';
import type { CallFault } from '../calls/callPartner.ts';

export interface BidOutcomeOfCall {
  outcome: CallOutcome;
  error_class: ErrorClass | null;
}
const BAD_REQUEST = 400;

/** `fault`: why nothing came back; null: something did. */
export function callOutcome(
  { outcome, bids }: Judgement,
  http_status: number | null,
  fault: CallFault | null,
): BidOutcomeOfCall {
  switch (outcome) {
    case 'bids': {
      const isInvalid = bids.some(bid => bid.loss_code === LOSS.invalid_response);
      return { outcome: 'bid', error_class: isInvalid ? 'validation' : null };
    }
    case 'nobid':
      return { outcome: 'nobid', error_class: null };
    case 'timeout':
      return { outcome: 'timeout', error_class: 'timeout' };
    case 'error': {
      if (fault === 'size' || fault === 'encoding')
        return { outcome: 'error', error_class: 'badserverresponse' };
      if (fault !== null) return { outcome: 'error', error_class: 'failedtorequestbid' };
      return {
        outcome: 'error',
        error_class: http_status === BAD_REQUEST ? 'badinput' : 'badserverresponse',
      };
    }
  }
}
