/** The test of a partner: one request of no consequence, outside of any transaction, and what came back. */
import { and, eq } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import type { Partner, PartnerState, PartnerTest } from '../../../shared/contract/programmatic/partner.ts';
import { mayLift } from '../../../shared/contract/programmatic/partners/suspended.ts';
import { refusedByProgrammatic } from '../../../shared/contract/programmatic/refusals.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import { requireFound, requireVersion } from '../../db/rows.ts';
import { partners } from '../../db/schema.ts';
import { requireWritable, type UserPrincipal } from '../../http/principal.ts';
import type { TransactionOpener } from '../../http/route.ts';
import { PartnerCallError, type PartnerAnswer, type PartnerCall } from '../calls/callPartner.ts';
import { authorised } from './authorise.ts';
import { secretOf } from './credentials.ts';
import { endpointOf } from './endpoint.ts';
import { partnerListing } from './listing.ts';
import { lockPartner, type PartnerRow } from './partners.ts';
import { testRequest } from './testRequest.ts';

/** A test is no auction: whoever is slow should hear so, not that it is not there. */
const LEAST_TIMEOUT_MS = 3_000;
const MAX_BYTES = 256 * 1024;
const OK = 200;
const NO_BID = 204;

function callOf(server: Server, row: PartnerRow): PartnerCall {
  const url = endpointOf(server, row);
  if (url === null) throw refusedByProgrammatic('mock_off', 'The mock partner of this server is off.');
  const isRead = row.kind === 'ssp_pull' || row.kind === 'vast_tag';
  const now = server.clock.now();
  const body = isRead ? '' : JSON.stringify(testRequest(row, { id: uuid7(now), now }));
  const { url: address, headers } = authorised({ ...row, secret: secretOf(server, row) }, url, body);
  return {
    partner_id: row.id,
    ...{ url: address, method: isRead ? 'GET' : 'POST', isMock: row.kind === 'mock', maxBytes: MAX_BYTES },
    ...(!isRead && { body }),
    headers: {
      ...(!isRead && { 'content-type': 'application/json', 'x-openrtb-version': '2.6' }),
      ...headers,
    },
    gzip: { request: row.request_gzip && !isRead, accept: row.accept_gzip },
    timeout_ms: Math.max(LEAST_TIMEOUT_MS, row.tmax_ms),
  };
}

function isObject(bytes: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
/** A tag answers with XML, all others with an object; no bid passes, too. */
function faultOf({ kind }: PartnerRow, { status, bytes }: PartnerAnswer): PartnerTest['fault'] {
  if (status === NO_BID) return null;
  if (status !== OK) return 'status';
  const isAnswer = kind === 'vast_tag' ? bytes.toString('utf8').includes('<VAST') : isObject(bytes);
  return isAnswer ? null : 'invalid';
}

async function outcomeOf(server: Server, row: PartnerRow): Promise<PartnerTest> {
  const at = instant(server.clock.now());
  try {
    const answer = await server.partnerCalls.call(callOf(server, row));
    const fault = faultOf(row, answer);
    const latency_ms = Math.round(answer.latency_ms);
    return { at, passed: fault === null, http_status: answer.status, latency_ms, fault };
  } catch (error) {
    if (!(error instanceof PartnerCallError)) throw error;
    return { at, passed: false, http_status: null, latency_ms: null, fault: error.fault };
  }
}

const AFTER: Partial<Record<PartnerState, PartnerState>> = { draft: 'testing', suspended: 'testing' };

interface Call extends TransactionOpener {
  server: Server;
  principal: UserPrincipal;
  id: string;
}
export async function testPartner({ server, inTenant, principal, id }: Call): Promise<Partner> {
  requireWritable(principal);
  const { tenant_id } = principal;
  const isIt = and(eq(partners.tenant_id, tenant_id), eq(partners.id, id));
  const [found] = await server.tenantTransactions.inTenant(tenant_id, tx =>
    tx.select().from(partners).where(isIt),
  );
  const row = requireFound(found, 'partner');
  if (row.state === 'archived') throw new AppError('STATE', `This is ${row.state}.`, { status: row.state });
  const last_test = await outcomeOf(server, row);
  return inTenant(async ctx => {
    const now = await lockPartner(ctx, id);
    /** Another address, or another secret, is not what was tested. */
    requireVersion(await partnerListing.read(ctx, id), row.version);
    /** A test that failed takes nothing back of what stopped it, nor does one of somebody who may not. */
    const isLifted = last_test.passed && mayLift(now.suspended_by, principal.role);
    const isStopped = now.state === 'suspended' && !isLifted;
    const state = isStopped ? now.state : (AFTER[now.state] ?? now.state);
    await ctx.tx
      .update(partners)
      .set({
        ...{ last_test, state, version: now.version + 1, updated_at: dateOf(ctx.now) },
        suspended_by: isStopped ? now.suspended_by : null,
      })
      .where(isIt);
    ctx.auditNote.after = { passed: last_test.passed, state };
    return partnerListing.read(ctx, id);
  });
}
