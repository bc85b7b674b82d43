/** A user's request as one transaction: a stored answer is replayed, otherwise the write is done, audited and its answer stored. */
import type { FastifyRequest } from 'fastify';
import { cellOf } from '../../shared/contract/wire/access.ts';
import { auditActionOf } from '../../shared/contract/wire/auditAction.ts';
import { address, isKeyless, type Endpoint } from '../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import type { Server } from '../context/server.ts';
import { diffOf, appendVisit, appendAuditEntry, type AuditEntry } from '../transaction/audit.ts';
import {
  findStoredResponse,
  fingerprintOf,
  storeResponse,
  idempotencyKeyOf,
  type IdempotentWrite,
} from '../transaction/idempotency.ts';
import { inTenant, type TransactionOptions, type TransactionContext } from '../transaction/context.ts';
import { isCrossTenant, requireWritable, type UserPrincipal } from './principal.ts';
import { auditPrincipalOf } from './auditPrincipal.ts';

interface UserRequest {
  endpoint: Endpoint;
  request: FastifyRequest;
  principal: UserPrincipal;
}
/** What people call a row. */
function nameOf(row: unknown): string | null {
  const { name, email, filename, title, agency, label } = (row ?? {}) as Record<string, unknown>;
  const found = [name, email, filename, title, label, agency].find(value => typeof value === 'string');
  return typeof found === 'string' ? found : null;
}

export interface PerformedRequest {
  status: number;
  answer: unknown;
  isReplay: boolean;
  /** The idempotency key, echoed in the answer so that the 200 of a captive portal is not taken for ours. */
  key?: string;
}
export function auditEntryOf(
  endpoint: Endpoint,
  { params, body }: { params: unknown; body: unknown },
  { auditNote }: TransactionContext,
  answer: unknown,
): AuditEntry {
  const { id } = (params ?? {}) as { id?: string };
  const made = (answer as { id?: unknown } | null)?.id;
  const { before = {}, after = body ?? {}, target_id, tenant_id } = auditNote;
  return {
    ...auditActionOf(endpoint),
    ...(tenant_id === undefined ? {} : { tenant_id }),
    target_id: target_id ?? id ?? (typeof made === 'string' ? made : null),
    target_name: auditNote.target_name ?? nameOf(answer) ?? nameOf(before),
    diff: diffOf(before, after as Record<string, unknown>),
  };
}

/** Runs a handler in the principal's tenant and audits it: each write, and reads in another tenant. */
function transactionRunner(server: Server, userRequest: UserRequest) {
  const { endpoint, request, principal } = userRequest;
  const { access } = endpoint;
  const isAll = access.who === 'user' && access.tenants === 'all';
  /** A user's own data is in his home tenant, whichever tenant he acts in. */
  const isSelf = access.who === 'user' && access.area === 'self';
  const tenant_id = isSelf ? principal.home_tenant_id : principal.tenant_id;
  const rule = access.who === 'user' ? cellOf(principal.role, access.area).rule : null;
  const options: TransactionOptions = {
    tenant_id,
    user_id: principal.user_id,
    rule,
    role: principal.role,
    ...(isAll ? { tenants: 'all' } : {}),
  };
  const auditPrincipal = auditPrincipalOf({ ...principal, id: principal.user_id }, request);
  const isRead = endpoint.method === 'GET';
  if (!isRead && endpoint.changesNothing !== true && !isSelf) requireWritable(principal);
  const run = <T>(act: (ctx: TransactionContext) => Promise<T>): Promise<T> => inTenant(server, options, act);
  const written = async <T>(
    ctx: TransactionContext,
    act: (ctx: TransactionContext) => Promise<T>,
  ): Promise<T> => {
    const answer = await act(ctx);
    if (!isRead)
      for (const entry of ctx.auditNote.entries ?? [auditEntryOf(endpoint, request, ctx, answer)])
        await appendAuditEntry(ctx, auditPrincipal, entry);
    else if (isCrossTenant(principal) && !isSelf)
      await appendVisit(ctx, auditPrincipal, address(endpoint.path, request.params as object));
    return answer;
  };
  return { tenant_id, run, written };
}
type Act<T> = (ctx: TransactionContext) => Promise<T>;

/** For endpoints that open transactions themselves: each transaction is audited. */
export function transactionOpenerOf(
  server: Server,
  userRequest: UserRequest,
): <T>(act: Act<T>) => Promise<T> {
  const { run, written } = transactionRunner(server, userRequest);
  return act => run(ctx => written(ctx, act));
}

const keyOf = ({ request }: UserRequest) => idempotencyKeyOf(request.headers['idempotency-key']);

/** Beside the transaction that is audited: what makes it ready, and what clears up after it. Throws where the call names no key. */
export function unauditedOpenerOf(server: Server, userRequest: UserRequest) {
  keyOf(userRequest);
  return transactionRunner(server, userRequest).run;
}

export async function perform(
  server: Server,
  userRequest: UserRequest,
  act: Act<unknown>,
): Promise<PerformedRequest> {
  const { endpoint, request, principal } = userRequest;
  const status = endpoint.answer === undefined ? 204 : 200;
  const { tenant_id, run, written } = transactionRunner(server, userRequest);
  if (endpoint.method === 'GET' || isKeyless(endpoint.path))
    return run(async ctx => ({ status, answer: await written(ctx, act), isReplay: false }));

  /** Done again it answers the same, and of what a tool is sent nothing is kept. */
  if (endpoint.changesNothing === true) {
    const key = keyOf(userRequest);
    return run(async ctx => ({ status, answer: await written(ctx, act), isReplay: false, key }));
  }

  const once: IdempotentWrite = {
    user_id: principal.user_id,
    key: keyOf(userRequest),
    fingerprint: fingerprintOf(request.method, request.url, request.rawBody),
  };
  /** The stored answer is read and written in the same transaction: the lock on the key is held until it commits. */
  const authorization = request.headers.authorization ?? '';
  return server.inFlight.run({ ...once, tenant_id, authorization }, () =>
    run(async ctx => {
      const before = await findStoredResponse(ctx, once);
      if (before) {
        if (endpoint.showsSecret === true)
          throw new AppError('STATE', 'This was done already; its answer is shown once.');
        return { ...before, isReplay: true, key: once.key };
      }
      const answer = await written(ctx, act);
      await storeResponse(ctx, once, {
        status,
        answer: endpoint.showsSecret === true ? null : (answer ?? null),
      });
      return { status, answer, isReplay: false, key: once.key };
    }),
  );
}
