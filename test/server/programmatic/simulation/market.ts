/** Five partners of the mock bidder's kind as the world outside, each with faults of its own, and the books they keep. */
import type { MockProfile } from '../../../../shared/contract/programmatic/tester/openrtb.ts';
import type { Clock } from '../../../../shared/clock.ts';
import {
  PartnerCallError,
  type PartnerAnswer,
  type PartnerCall,
  type PartnerCalls,
} from '../../../../server/programmatic/calls/callPartner.ts';
import type { partners } from '../../../../server/db/schema.ts';
import { mockAnswer } from '../../../../server/programmatic/mockDsp/answers.ts';

type Terms = Pick<typeof partners.$inferInsert, 'late_policy' | 'at'>;
interface Profile extends Terms {
  name: string;
  /** One of them answers, by chance. */
  answers: readonly MockProfile[];
  /** Of its notices, 0 to 1: refused, and taken with an answer that got lost. */
  refuses: number;
  mute: number;
}
export const PARTNERS: readonly Profile[] = [
  { name: 'Steady', late_policy: 'bill', at: 1, answers: ['bid'], refuses: 0, mute: 0 },
  { name: 'Busy', late_policy: 'hold', at: 1, answers: ['slow_burl'], refuses: 0.2, mute: 0.1 },
  {
    ...{ name: 'Careless', late_policy: 'makegood', at: 2, refuses: 0.05, mute: 0 },
    answers: ['bid', 'duplicate', 'replayed_bid_id', 'wrong_currency', 'below_floor', 'wrong_impid'],
  },
  {
    ...{ name: 'Slow', late_policy: 'drop', at: 1, refuses: 0, mute: 0.2 },
    answers: ['timeout', 'bid', 'no_bid_204', 'bid', 'ssp_pull'],
  },
  {
    ...{ name: 'Broken', late_policy: 'bill', at: 1, refuses: 0.3, mute: 0.1 },
    answers: ['error_500', 'bid', 'malformed', 'no_bid_nbr', 'http_asset', 'no_bid_empty', 'bid'],
  },
];

export type NoticeKind = 'nurl' | 'burl' | 'lurl';
export interface ReceivedNotice {
  partner: number;
  kind: NoticeKind;
  /** Our auction and the partner's own bid. */
  auction: string;
  bid: string;
  price: string;
  multiplier: string;
  at: string;
  /** Calls that reached the partner and that it took; the first is what counts in its books. */
  taken: number;
}
/** Two partners may call their bids in one auction the same. */
export const keyOf = ({
  partner,
  kind,
  auction,
  bid,
}: Pick<ReceivedNotice, 'partner' | 'kind' | 'auction' | 'bid'>) => `${partner} ${kind} ${auction} ${bid}`;
const NO_CONTENT = 204;
const BUSY = 503;
/** Each partner asks a little more or less, so that not all bids are equal. */
const STEP_PERCENT = 3;

export function openMarket(clock: Pick<Clock, 'now'>, random: () => number) {
  const received = new Map<string, ReceivedNotice>();
  const refusedOnce = new Set<string>();
  const requests = PARTNERS.map(() => 0);
  const answered = (status: number, text = ''): PartnerAnswer => ({
    ...{ status, headers: {}, bytes: Buffer.from(text), latency_ms: 1 + Math.floor(random() * 90) },
    isReused: true,
  });
  const timeout = () => new PartnerCallError('timeout', 'No answer in time.');

  function bid(partner: number, origin: string, { body = '', timeout_ms }: PartnerCall): PartnerAnswer {
    requests[partner] = (requests[partner] ?? 0) + 1;
    const { answers } = PARTNERS[partner]!;
    const profile = answers[Math.floor(random() * answers.length)]!;
    const answer = mockAnswer(JSON.parse(body), profile, { origin, now: clock.now() });
    if (answer.delay_ms > timeout_ms) throw timeout();
    return answered(answer.status, priced(answer.body ?? '', 100 + STEP_PERCENT * partner));
  }

  function notice(partner: number, url: URL): PartnerAnswer {
    const text = (name: string) => url.searchParams.get(name) ?? '';
    const one = { partner, kind: text('kind') as NoticeKind, auction: text('auction'), bid: text('bid') };
    const key = keyOf(one);
    const { refuses, mute } = PARTNERS[partner]!;
    const isFirst = text('profile') === 'slow_burl' && one.kind === 'burl' && !refusedOnce.has(key);
    refusedOnce.add(key);
    if (isFirst || random() < refuses) return answered(BUSY);
    const before = received.get(key);
    if (before) before.taken += 1;
    else
      received.set(key, {
        ...{ ...one, taken: 1, price: text('price'), at: text('ts') },
        multiplier: text('multiplier'),
      });
    if (random() < mute) throw timeout();
    return answered(NO_CONTENT);
  }

  /** The way to it from one server: a call that is under way when that server dies ends nowhere. */
  const calls = (isAlive: () => boolean): PartnerCalls => ({
    async call(wanted) {
      const url = new URL(wanted.url);
      /** What comes in between happens in a later turn, as an answer from the network does. */
      await new Promise(done => setImmediate(done));
      if (!isAlive()) throw new PartnerCallError('unreachable', 'The server was killed.');
      const partner = Number(/^dsp(\d)\./.exec(url.hostname)?.[1]);
      return url.pathname === '/bid' ? bid(partner, url.origin, wanted) : notice(partner, url);
    },
    close: () => Promise.resolve(),
  });
  return { calls, received, requests };
}
export type Market = ReturnType<typeof openMarket>;
export const endpointOf = (partner: number) => `https://dsp${partner}.example/bid`;

interface AnswerBody {
  seatbid?: { bid?: { price: number }[] }[];
}
/** What is no JSON stays as broken as it is. */
function priced(text: string, percent: number): string {
  try {
    const body = JSON.parse(text) as AnswerBody;
    for (const { bid = [] } of body.seatbid ?? [])
      for (const one of bid) one.price = Math.round(one.price * percent * 10_000) / 1_000_000;
    return JSON.stringify(body);
  } catch {
    return text;
  }
}
