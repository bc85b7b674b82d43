/** Codes whose meaning is known: those of OpenRTB for losses and of Prebid Server for answers without a bid. Pure. */
import type { Bid } from '../../../shared/contract/programmatic/bid.ts';
import type { Text } from '../../kit/text/useText.ts';

const LOSS = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 101, 102, 103, 104, 200, 201, 202, 203, 204, 205, 207, 208, 209],
  ...[210, 211, 212],
];
const NONBID = [0, 100, 101, 103, 300, 301, 303, 304, 351, 352];
const NBR = [0, 1, 2, 6, 7];

/** For the filter: a loss code and one of Prebid may be the same number, and so are the bids that have it. */
export const REASON_CODES = { loss: LOSS, nonbid: NONBID };

const known = (text: Text, kind: string, codes: readonly number[], code: number) =>
  codes.includes(code) ? text(`${kind}.${code}`) : text(`${kind}.other`, { code });

/** Why it was not taken, in words; null: there is nothing to say. */
export function reasonOf(
  bid: Pick<Bid, 'loss_code' | 'nonbid_code' | 'nbr' | 'outcome'>,
  text: Text,
): string | null {
  if (bid.outcome === 'won' || bid.outcome === 'test') return null;
  if (bid.loss_code !== null) return known(text, 'loss', LOSS, bid.loss_code);
  if (bid.nbr !== null) return known(text, 'nbr', NBR, bid.nbr);
  if (bid.nonbid_code !== null) return known(text, 'nonbid', NONBID, bid.nonbid_code);
  return null;
}
