/** Holds one auction: asks all partners at once, judges and ranks what they answer. Nothing is written here. */
import type { Json } from '../../../shared/openrtb/json.ts';
import { noticeHosts } from '../../../shared/openrtb/auction/noticeHosts.ts';
import { policyOf, type AuctionPolicy } from '../../../shared/openrtb/auction/policy.ts';
import type { JudgedBid } from '../../../shared/openrtb/auction/bid.ts';
import { rankBids, type Standing } from '../../../shared/openrtb/auction/rank.ts';
import { buildRequest } from '../../../shared/openrtb/build/buildRequest.ts';
import type { DealInput } from '../../../shared/openrtb/build/requestInput.ts';
import { placementInput, positionOf } from '../../../shared/openrtb/build/screenInput.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import { ask, type Answered } from './ask.ts';
import type { PartnerLimits } from './limits.ts';
import type { Buyer, Opportunity } from './opportunities.ts';
import { expiryOf } from './slots.ts';

export interface Held {
  id: string;
  /** ms. */
  at: number;
  opportunity: Opportunity;
  exp_s: number;
  tmax_ms: number;
  duration_ms: number;
  answers: Answered[];
  standings: Standing[];
  isTest: boolean;
}

const dealInput = ({
  deal_code,
  at,
  type,
  floor,
  private_auction,
  wseat,
  wadomain,
}: Buyer['deals'][number]): DealInput => ({
  ...{ deal_code, at, private_auction, wseat, wadomain, guar: type === 'guaranteed' },
  floor,
  ...(floor.mode === 'durfloors' && { durfloors: floor.durfloors }),
});

const publisherOf = ({ config }: Server, { tenant }: Opportunity) => ({
  id: tenant.id,
  name: tenant.name,
  domain: config.publicUrl === null ? 'localhost' : new URL(config.publicUrl).hostname,
});

interface Making {
  id: string;
  exp_s: number;
  buyer: Buyer;
}
function requestFor(server: Server, opportunity: Opportunity, { id, exp_s, buyer }: Making): Json {
  const { placement, slot, floor, impressions, place_decimals } = opportunity;
  const { partner, mapping, deals } = buyer;
  return buildRequest({
    id,
    placement: {
      ...placementInput(placement, mapping, impressions),
      player: { name: 'Wayside', version: server.appVersion },
    },
    time: { play_at: slot.from, exp_s },
    position: positionOf(opportunity, server.clock.now()),
    /** Bids are compared in the currency of the floor: nobody says at which rate another one would count. */
    partner: { ...partner, currencies: [floor.currency] },
    ...{ floor, deals: deals.map(dealInput) },
    policy: { place_decimals, publisher: publisherOf(server, opportunity) },
  });
}

function policyFor(
  { floor }: Opportunity,
  { partner, deals, creatives }: Buyer,
  exp_s: number,
): AuctionPolicy {
  return policyOf(floor.currency, {
    creatives,
    allows_pre_approved: !partner.requires_creative_preapproval,
    min_exp_s: exp_s,
    deals: termsOf(deals),
    notices: noticesOf(partner),
  });
}
/** Of those that it wants; the mock has no host of its own, and its notices go to this server. */
const noticesOf = ({ kind, endpoint_url, notice_hosts, notices }: Buyer['partner']) =>
  kind === 'mock'
    ? null
    : {
        hosts: noticeHosts(endpoint_url, notice_hosts),
        kinds: (['nurl', 'burl', 'lurl'] as const).filter(name => notices[name]),
      };
const termsOf = (deals: Buyer['deals']) =>
  Object.fromEntries(
    deals.map(({ deal_code, priority, type, allowed_crids, blocked_cats }) => [
      deal_code,
      { priority, guaranteed: type === 'guaranteed', allowed_crids, blocked_cats },
    ]),
  );

/** A partner that is slow is waited for as long as it was promised, and holds up this auction alone. */
export async function holdAuction(
  server: Server,
  limits: PartnerLimits,
  opportunity: Opportunity,
): Promise<Held> {
  const at = server.clock.now();
  const begun = server.clock.mono();
  const id = uuid7(at);
  const report_s = Math.max(...opportunity.buyers.map(({ partner }) => partner.report_deadline_s));
  const exp_s = expiryOf(opportunity.slot, at, { report_s, offline_h: opportunity.offline_h });
  const answers = await Promise.all(
    opportunity.buyers.map(buyer =>
      ask(server, limits, {
        ...{ buyer, request: requestFor(server, opportunity, { id, exp_s, buyer }) },
        policy: policyFor(opportunity, buyer, exp_s),
      }),
    ),
  );
  const live = answers.filter(({ buyer }) => !buyer.partner.test_mode);
  /** A test competes with tests alone: what it bids is not paid. */
  const isTest = live.length === 0;
  const competing = isTest ? answers : live;
  return {
    ...{
      id,
      at,
      opportunity,
      exp_s,
      answers,
      isTest,
      standings: rank(server, { ...opportunity, id, exp_s }, competing),
    },
    tmax_ms: Math.max(...opportunity.buyers.map(({ partner }) => partner.tmax_ms)),
    duration_ms: Math.round(server.clock.mono() - begun),
  };
}

/** Two partners may call different deals by the same code. */
const ofPartner = (partner_id: string, code: string) => `${partner_id} ${code}`;

/** By the request with the deals of all, each under the name of its partner. */
function rank(
  server: Server,
  opportunity: Opportunity & { id: string; exp_s: number },
  answers: readonly Answered[],
): Standing[] {
  const [first] = answers;
  if (!first) return [];
  const deals = answers.flatMap(({ buyer: { partner, deals: own } }) =>
    own.map(deal => ({ ...deal, deal_code: ofPartner(partner.id, deal.deal_code) })),
  );
  const judged = new Map<JudgedBid, JudgedBid>();
  const contenders = answers.flatMap(({ buyer: { partner }, latency_ms, judgement }) =>
    judgement.bids.map(bid => {
      const named = { ...bid, dealid: bid.dealid && ofPartner(partner.id, bid.dealid) };
      judged.set(named, bid);
      return { partner_id: partner.id, latency_ms, bid: named };
    }),
  );
  const { id, exp_s } = opportunity;
  /** What is paid, and by the length of which file, was agreed with the partner that wins. */
  const byTermsOf = (own: Buyer) => {
    const buyer = { ...own, deals };
    const request = requestFor(server, opportunity, { id, exp_s, buyer });
    return rankBids(request, contenders, policyFor(opportunity, buyer, exp_s));
  };
  const standings = byTermsOf(first.buyer);
  const winner = standings.find(({ outcome }) => outcome === 'won');
  const holder = answers.find(({ buyer }) => buyer.partner.id === winner?.partner_id) ?? first;
  const paid = holder === first ? standings : byTermsOf(holder.buyer);
  return paid.map(one => ({ ...one, bid: judged.get(one.bid) ?? one.bid }));
}
