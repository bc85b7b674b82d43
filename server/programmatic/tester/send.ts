/** Sends a request by hand to the mock bidder of this server, and shows its answer as it came. */
import { MAX_PAYLOAD_BYTES, type sendOpenrtb } from '../../../shared/contract/programmatic/tester/openrtb.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { numberOf } from '../../../shared/openrtb/json.ts';
import type { Server } from '../../context/server.ts';
import { PartnerCallError } from '../calls/callPartner.ts';

/** ms to wait where the request does not say. */
const USUAL_TMAX_MS = 1_000;
const LONGEST_TMAX_MS = 10_000;

type Sent = Answer<typeof sendOpenrtb>;

export async function sendByHand(
  { config, local, partnerCalls, clock }: Server,
  { request, mock_profile }: Body<typeof sendOpenrtb>,
): Promise<Sent> {
  if (!config.mockDsp || local.origin === null)
    return { status: null, fault: 'off', latency_ms: 0, bytes: 0, text: '' };
  const begun = clock.mono();
  const tmax = numberOf(request.tmax) ?? USUAL_TMAX_MS;
  try {
    const { status, bytes, latency_ms } = await partnerCalls.call({
      partner_id: 'mock',
      url: `${local.origin}/mock-dsp/bid?profile=${mock_profile}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-openrtb-version': '2.6' },
      body: JSON.stringify(request),
      timeout_ms: Math.min(Math.max(1, tmax), LONGEST_TMAX_MS),
      maxBytes: MAX_PAYLOAD_BYTES,
      isMock: true,
    });
    const text = bytes.toString('utf8');
    return { status, fault: null, latency_ms: Math.round(latency_ms), bytes: bytes.length, text };
  } catch (error) {
    if (!(error instanceof PartnerCallError)) throw error;
    const latency_ms = Math.round(clock.mono() - begun);
    return { status: null, fault: error.fault, latency_ms, bytes: 0, text: '' };
  }
}
