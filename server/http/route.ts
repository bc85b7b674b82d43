/** Mounts an endpoint of the contract, which defines access, limits, validation, transaction and answer. */
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type {
  Access,
  Answer,
  Body,
  Endpoint,
  Params,
  Query,
  Schema,
} from '../../shared/contract/wire/endpoint.ts';
import { AppError, weakPassword } from '../../shared/contract/wire/errors.ts';
import { fieldTexts } from '../../shared/contract/wire/messages.ts';
import type { Server } from '../context/server.ts';
import { inTenant, type TransactionContext } from '../transaction/context.ts';
import type { Principal, PrincipalOf, SessionClaim } from './principal.ts';
import { transactionOpenerOf, perform, unauditedOpenerOf, type PerformedRequest } from './perform.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    endpoint?: Endpoint;
  }
  interface FastifyInstance {
    wayside: Server;
    /** Before a body is unpacked and read, which costs far more than it costs to send. */
    admitBeforeBody: (request: FastifyRequest) => Promise<void>;
    /** What answers a user's calls in a transaction that is open already, by `METHOD /path`: bulk calls run it row by row. */
    userHandlers: Map<string, Run>;
  }
  interface FastifyRequest {
    principal: Principal;
    /** Bytes of a JSON body, needed to verify signatures. */
    rawBody: Buffer | null;
    /** The guard has let it in; it is asked once. */
    isAdmitted: boolean;
    /** Whose session a call with a body shows; null where it was not asked yet. */
    claim: SessionClaim | null;
    /** Lets the caller's next call begin; null where the caller has no turns. */
    endTurn: (() => void) | null;
  }
}

interface Input<E extends Endpoint> {
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  principal: PrincipalOf<E['access']['who']>;
  /** The version in If-Match; 0 where the endpoint does not ask for one. */
  expected: number;
  request: FastifyRequest;
  reply: FastifyReply;
}
/** A user's request runs in one transaction. Other requests, and endpoints with `transactions: 'own'`, open transactions themselves. */
export interface TransactionOpener {
  inTenant: <T>(act: (ctx: TransactionContext) => Promise<T>) => Promise<T>;
}
type TransactionInput<X> = X extends { transactions: 'own' }
  ? TransactionOpener
  : X extends { who: 'user' }
    ? { ctx: TransactionContext }
    : TransactionOpener;
type Outcome<E> = ([Answer<E>] extends [undefined] ? void : Answer<E>) | FastifyReply | Buffer | string;
type Handler<E extends Endpoint> = (
  input: Input<E> & TransactionInput<E['access']>,
) => Promise<Outcome<E>> | Outcome<E>;

type Run = (input: object) => Promise<unknown>;

type AroundInput<E extends Endpoint> = Input<E> & TransactionOpener;
/** Transactions that commit before the one of the call and after it; they must bear a repetition of the call. */
type Around<E extends Endpoint> = (
  input: AroundInput<E>,
  call: () => Promise<PerformedRequest>,
) => Promise<PerformedRequest>;

export function parse(schema: Schema | undefined, value: unknown, newPassword?: string): unknown {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const texts = fieldTexts(result.error);
  const isWeak = newPassword !== undefined && Object.keys(texts).join() === newPassword;
  if (isWeak && typeof (value as Record<string, unknown>)[newPassword] === 'string')
    throw weakPassword(texts);
  throw new AppError('VALIDATION', 'Some fields are not valid.', texts);
}

/** The version in If-Match. */
export function versionSeen(request: FastifyRequest): number {
  const header = request.headers['if-match'];
  if (header === undefined)
    throw new AppError('VERSION_REQUIRED', 'Name the version you read: If-Match: "<version>".');
  const version = Number(/^"(0|[1-9]\d*)"$/.exec(header)?.[1]);
  if (!Number.isInteger(version))
    throw new AppError('VALIDATION', 'If-Match must be a quoted whole number.', {});
  return version;
}

/** null: the caller names none. */
export const versionSeenIfNamed = (request: FastifyRequest): number | null =>
  request.headers['if-match'] === undefined ? null : versionSeen(request);

/** Opens transactions in the tenant of the principal; a principal without a tenant has none. */
function openerFor(server: Server, endpoint: Endpoint, request: FastifyRequest): TransactionOpener {
  const { principal } = request;
  switch (principal.kind) {
    case 'user':
      return { inTenant: transactionOpenerOf(server, { endpoint, request, principal }) };
    case 'device':
    case 'police':
      return { inTenant: act => inTenant(server, { tenant_id: principal.tenant_id, user_id: null }, act) };
    case 'anyone':
    case 'new_device':
      return { inTenant: () => Promise.reject(new Error(`${endpoint.path}: this caller has no tenant`)) };
  }
}

/** A text was stored by other rules than today's, or is longer since a name in it was replaced. */
const isOfText = ({ code, ...issue }: z.core.$ZodRawIssue) =>
  code === 'invalid_format' || ((code === 'too_big' || code === 'too_small') && issue['origin'] === 'string');

interface List {
  items: unknown[];
}
/** Rows of a list that are checked in one go; others' requests are read before the next ones (S8). */
const SLICE = 20;
const isLongList = (answer: unknown): answer is List =>
  typeof answer === 'object' &&
  answer !== null &&
  'items' in answer &&
  Array.isArray(answer.items) &&
  answer.items.length > SLICE;

/**
 * Removes keys the contract does not name, so that no other column leaks. A text that is too long or too short is answered
 * as it stands: it would keep everybody from the list that it is in.
 */
async function parseAnswer({ answer: schema }: Pick<Endpoint, 'answer'>, answer: unknown): Promise<unknown> {
  if (schema === undefined || schema === 'bytes' || schema === 'text') return answer;
  if (!isLongList(answer)) return parseWhole(schema, answer);
  const items: unknown[] = [];
  let parsed = {} as List;
  for (let from = 0; from < answer.items.length; from += SLICE) {
    if (from > 0) await othersTurn();
    parsed = parseWhole(schema, { ...answer, items: answer.items.slice(from, from + SLICE) }) as List;
    items.push(...parsed.items);
  }
  return { ...parsed, items };
}

function parseWhole(schema: Schema, answer: unknown): unknown {
  const { success, data } = z.safeParse(schema, answer);
  return success ? data : withTextsAsStored(schema, answer);
}

function withTextsAsStored(schema: Schema, answer: unknown): unknown {
  const parsed = schema._zod.run({ value: answer, issues: [] }, { async: false });
  if (!(parsed instanceof Promise) && parsed.issues.every(isOfText)) return parsed.value;
  return z.parse(schema, answer);
}

/** Reading JSON costs far more than sending it. */
const STRANGERS_BODY_BYTES = 65_536;
const bodyLimitOf = ({ bodyLimit, access }: Endpoint) =>
  bodyLimit ?? (access.who === 'anyone' || access.who === 'new_device' ? STRANGERS_BODY_BYTES : undefined);
const opensItsOwn = (access: Access) => access.who === 'user' && access.transactions === 'own';

export function mount<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  act: Handler<E>,
  around?: Around<E>,
): void {
  const server = app.wayside;
  const run = act as Run;
  const bodyLimit = bodyLimitOf(endpoint);
  if (endpoint.access.who === 'user' && !opensItsOwn(endpoint.access))
    app.userHandlers.set(`${endpoint.method} ${endpoint.path}`, run);
  app.route({
    method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
    url: endpoint.path,
    config: { access: endpoint.access, endpoint },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    handler: async (request, reply) => {
      const { principal } = request;
      const input = {
        params: parse(endpoint.params, request.params),
        query: parse(endpoint.query, request.query),
        body: parse(endpoint.body, request.body ?? {}, endpoint.newPassword),
        principal,
        expected: endpoint.versioned === true ? versionSeen(request) : 0,
        request,
        reply,
      };
      /** The audit entry holds the validated body, not the raw one. */
      request.body = input.body;
      if (principal.kind === 'user' && !opensItsOwn(endpoint.access)) {
        const userRequest = { endpoint, request, principal };
        const call = () =>
          perform(server, userRequest, async ctx => parseAnswer(endpoint, await run({ ...input, ctx })));
        const done = around
          ? await around(
              { ...input, inTenant: unauditedOpenerOf(server, userRequest) } as AroundInput<E>,
              call,
            )
          : await call();
        /** A handler that hands out a file has sent it already. */
        if (reply.sent) return reply;
        if (done.key !== undefined) reply.header('idempotency-key', done.key);
        if (done.isReplay) reply.header('idempotency-replayed', 'true');
        return done.status === 204 ? reply.code(204).send() : reply.code(done.status).send(done.answer);
      }
      const answer = await run({ ...input, ...openerFor(server, endpoint, request) });
      if (reply.sent || answer === reply) return reply;
      if (endpoint.answer === undefined) return reply.code(204).send();
      return parseAnswer(endpoint, answer);
    },
  });
}

/** Routes that libraries add carry no access policy, so it is declared here by their path. */
const LIBRARY_ROUTES: readonly [prefix: string, access: Access][] = [['/docs', { who: 'anyone' }]];

/** S2: a route without a declared access policy does not start. */
export function requirePolicy(app: FastifyInstance): void {
  app.addHook('onRoute', route => {
    const library = LIBRARY_ROUTES.find(([prefix]) => route.url.startsWith(prefix));
    if (library) route.config = { ...route.config, access: library[1] };
    if (!route.config?.access)
      throw new Error(`${String(route.method)} ${route.url} declares no access policy and cannot be served.`);
  });
}
