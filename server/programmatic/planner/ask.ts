/** Asks one partner, within its limits and its time; whatever goes wrong is an answer, too. */
import { isUtf8 } from 'node:buffer';
import type { BidOutcomeOfCall } from './outcome.ts';
import { PROTOCOL_VERSION } from '../../../shared/contract/programmatic/partner.ts';
import { judgeBids, MAX_ANSWER_BYTES, type Judgement } from '../../../shared/openrtb/auction/judge.ts';
import { NON_BID } from '../../../shared/openrtb/auction/codes.ts';
import type { AuctionPolicy } from '../../../shared/openrtb/auction/policy.ts';
import { parseShallow, type Json } from '../../../shared/openrtb/json.ts';
import { randomUnit, uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import { isDropped } from '../adapters/breaker.ts';
import { PartnerCallError } from '../calls/callPartner.ts';
import { authorised } from '../partners/authorise.ts';
import { secretOf } from '../partners/credentials.ts';
import { endpointOf } from '../partners/endpoint.ts';
import { callsKeptOut } from './keptOut.ts';
import type { PartnerLimits } from './limits.ts';
import type { Buyer } from './opportunities.ts';
import { callOutcome } from './outcome.ts';

export interface Answered {
  /** Of this request to this partner. */
  call_id: string;
  buyer: Buyer;
  request: Json;
  requestText: string;
  /** null: nothing came. */
  responseText: string | null;
  http_status: number | null;
  latency_ms: number;
  bytes_out: number;
  bytes_in: number;
  reused: boolean | null;
  judgement: Judgement;
  call: BidOutcomeOfCall;
}
interface Question {
  buyer: Buyer;
  request: Json;
  policy: AuctionPolicy;
}

const SKIPPED: Judgement = {
  ...{ outcome: 'nobid', nonbid_code: NON_BID.rejected, problem: null, nbr: null, bids: [] },
  guaranteed_without_bid: [],
};

const UNREACHABLE: Judgement = {
  ...SKIPPED,
  ...{ outcome: 'error', problem: 'status', nonbid_code: NON_BID.unreachable },
};

export async function ask(
  server: Server,
  limits: PartnerLimits,
  { buyer, request, policy }: Question,
): Promise<Answered> {
  const { partner, breaker } = buyer;
  const requestText = JSON.stringify(request);
  const question = { call_id: uuid7(server.clock.now()), buyer, request, requestText };
  const nothing = { responseText: null, http_status: null, bytes_in: 0, reused: null };
  const skipped = {
    ...{ ...question, ...nothing, latency_ms: 0, bytes_out: 0, judgement: SKIPPED },
    call: { outcome: 'skipped', error_class: null } as const,
  };
  const endpoint = endpointOf(server, partner);
  const keptOut = callsKeptOut(server, partner);
  if (endpoint === null || isDropped(breaker.mode, breaker.unhealth, randomUnit())) return skipped;
  if (keptOut !== null)
    return { ...skipped, judgement: UNREACHABLE, call: callOutcome(UNREACHABLE, null, 'unreachable') };
  const secret = secretOf(server, partner);
  const done = await limits.take(partner.id, partner);
  if (!done) return skipped;
  const begun = server.clock.mono();
  const bytes_out = Buffer.byteLength(requestText);
  try {
    const { url, headers } = authorised({ ...partner, secret }, endpoint, requestText);
    const answer = await server.partnerCalls.call({
      ...{
        partner_id: partner.id,
        url,
        method: 'POST',
        body: requestText,
        maxBytes: MAX_ANSWER_BYTES,
        isMock: partner.kind === 'mock',
      },
      headers: { 'content-type': 'application/json', 'x-openrtb-version': PROTOCOL_VERSION, ...headers },
      gzip: { request: partner.request_gzip, accept: partner.accept_gzip },
      timeout_ms: partner.tmax_ms,
    });
    const text = answer.bytes.toString('utf8');
    const latency_ms = Math.round(answer.latency_ms);
    /** What stands for broken bytes would be taken for an id or an address that nobody has sent. */
    const body = isUtf8(answer.bytes) ? parseShallow(text) : undefined;
    const came = { status: answer.status, latency_ms, bytes: answer.bytes.length, body };
    const judgement = judgeBids(request, came, policy, partner.tmax_ms);
    return {
      ...{
        ...question,
        judgement,
        latency_ms,
        bytes_out,
        http_status: answer.status,
        reused: answer.isReused,
      },
      ...{ responseText: text === '' ? null : text, bytes_in: answer.bytes.length },
      call: callOutcome(judgement, answer.status, null),
    };
  } catch (error) {
    if (!(error instanceof PartnerCallError)) throw error;
    const latency_ms = Math.round(server.clock.mono() - begun);
    const isLate = error.fault === 'timeout';
    const judgement: Judgement = isLate
      ? { ...SKIPPED, outcome: 'timeout', nonbid_code: NON_BID.timeout }
      : UNREACHABLE;
    const call = callOutcome(judgement, null, error.fault);
    return { ...question, ...nothing, latency_ms, bytes_out, judgement, call };
  } finally {
    done();
  }
}
