/** Sends a request by hand, to the mock bidder of this server or to a partner in test mode, and shows its answer as it came. */
import { and, eq, isNull } from 'drizzle-orm';
import {
  MAX_PAYLOAD_BYTES,
  TEST_STATES,
  type sendOpenrtb,
} from '../../../shared/contract/programmatic/tester/openrtb.ts';
import { isOpenrtbKind } from '../../../shared/contract/programmatic/tester/openrtbKinds.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { numberOf } from '../../../shared/openrtb/json.ts';
import { requireFound } from '../../db/rows.ts';
import { partners } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { PartnerCallError, type PartnerCall } from '../calls/callPartner.ts';
import { authorised } from '../partners/authorise.ts';
import { secretOf } from '../partners/credentials.ts';
import { endpointOf } from '../partners/endpoint.ts';

/** ms to wait where the request does not say. */
const USUAL_TMAX_MS = 1_000;
const LONGEST_TMAX_MS = 10_000;
const HEADERS = { 'content-type': 'application/json', 'x-openrtb-version': '2.6' };
/** What a partner repeats of what we are known by is not for everybody who may test. */
const REDACTED = '[redacted]';

type Sent = Answer<typeof sendOpenrtb>;
type Wanted = Body<typeof sendOpenrtb>;
interface Target {
  call: Pick<PartnerCall, 'partner_id' | 'url' | 'headers' | 'body' | 'gzip' | 'isMock'>;
  /** What the partner must not hand on, in each form in which it may repeat it. */
  secrets: readonly string[];
}

function mockTarget({ config, local }: Server, { request, mock_profile }: Wanted): Target | null {
  if (!config.mockDsp || local.origin === null) return null;
  return {
    call: {
      ...{ partner_id: 'mock', url: `${local.origin}/mock-dsp/bid?profile=${mock_profile}` },
      ...{ headers: HEADERS, body: JSON.stringify(request), isMock: true },
    },
    secrets: [],
  };
}

const withoutScheme = (value: string) => value.replace(/^(Bearer|Basic) /, '');
/** As it is sealed, as it is sent, and as another program may write either of the two. */
function formsOf(secret: string | null, auth_name: string | null, values: readonly string[]): string[] {
  if (!secret) return [];
  const credentials = `${auth_name ?? ''}:${secret}`;
  const all = [...values, credentials, secret].flatMap(one => {
    const bytes = Buffer.from(one);
    const base64 = bytes.toString('base64');
    return [
      ...[one, JSON.stringify(one).slice(1, -1), encodeURIComponent(one)],
      ...[new URLSearchParams({ '': one }).toString().slice(1), bytes.toString('base64url')],
      ...[base64, base64.replace(/=+$/, ''), encodeURIComponent(base64)],
    ];
  });
  /** The longest first: a shorter one within it would leave its rest. */
  return [...new Set(all)].sort((a, b) => b.length - a.length);
}

/** Marked as a test, so that nothing it bids is ever paid. */
async function partnerTarget(
  server: Server,
  tenant_id: string,
  { request, partner_id = '' }: Wanted,
): Promise<Target | null> {
  const [found] = await server.tenantTransactions.inTenant(tenant_id, tx =>
    tx
      .select()
      .from(partners)
      .where(
        and(eq(partners.tenant_id, tenant_id), eq(partners.id, partner_id), isNull(partners.deleted_at)),
      ),
  );
  const partner = requireFound(found, 'partner');
  if (!partner.test_mode || !isOpenrtbKind(partner.kind) || !TEST_STATES.includes(partner.state))
    throw new AppError('STATE', 'Only partners in test mode are sent requests by hand.', {
      status: partner.state,
    });
  const endpoint = endpointOf(server, partner);
  if (endpoint === null) return null;
  const body = JSON.stringify({ ...request, test: 1 });
  const secret = secretOf(server, partner);
  const { url, headers } = authorised({ ...partner, secret }, endpoint, body);
  return {
    call: {
      ...{ partner_id: partner.id, url, body, isMock: partner.kind === 'mock' },
      headers: { ...HEADERS, ...headers },
      gzip: { request: partner.request_gzip, accept: partner.accept_gzip },
    },
    secrets: formsOf(secret, partner.auth_name, Object.values(headers).map(withoutScheme)),
  };
}

export async function sendByHand(server: Server, tenant_id: string, wanted: Wanted): Promise<Sent> {
  const { clock, partnerCalls } = server;
  const target =
    wanted.target === 'mock' ? mockTarget(server, wanted) : await partnerTarget(server, tenant_id, wanted);
  if (target === null) return { status: null, fault: 'off', latency_ms: 0, bytes: 0, text: '' };
  const begun = clock.mono();
  const tmax = numberOf(wanted.request.tmax) ?? USUAL_TMAX_MS;
  try {
    const { status, bytes, latency_ms } = await partnerCalls.call({
      ...{ ...target.call, method: 'POST', maxBytes: MAX_PAYLOAD_BYTES },
      timeout_ms: Math.min(Math.max(1, tmax), LONGEST_TMAX_MS),
    });
    const came = bytes.toString('utf8');
    const text = target.secrets.reduce((left, secret) => left.replaceAll(secret, REDACTED), came);
    return { status, fault: null, latency_ms: Math.round(latency_ms), bytes: bytes.length, text };
  } catch (error) {
    if (!(error instanceof PartnerCallError)) throw error;
    const latency_ms = Math.round(clock.mono() - begun);
    return { status: null, fault: error.fault, latency_ms, bytes: 0, text: '' };
  }
}
