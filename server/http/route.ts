/** Mounts an endpoint of the contract: access, validation and answer come from it, the handler only acts. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from '../../shared/contract/errors.ts';
import { fieldTexts } from '../../shared/contract/messages.ts';
import type {
  Access,
  Answer,
  Body,
  Endpoint,
  Params,
  Query,
  Schema,
} from '../../shared/contract/endpoint.ts';
import type { Caller, CallerOf } from './caller.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    caller: Caller;
    /** Bytes of a JSON body, for signatures. */
    rawBody: Buffer | null;
  }
}

interface Input<E extends Endpoint> {
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  caller: CallerOf<E['access']['who']>;
  /** Version named by If-Match; only of endpoints that ask for one. */
  expected: number;
  request: FastifyRequest;
  reply: FastifyReply;
}
type Outcome<E> = Answer<E> | FastifyReply | Buffer | string;
type Handler<E extends Endpoint> = (input: Input<E>) => Promise<Outcome<E>> | Outcome<E>;

const MINUTE_MS = 60_000;

function parse(schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  throw new AppError('VALIDATION', 'Some fields are not valid.', fieldTexts(result.error));
}

function ifMatch(request: FastifyRequest): number {
  const header = request.headers['if-match'];
  if (header === undefined)
    throw new AppError('VERSION_REQUIRED', 'Name the version you read: If-Match: "<version>".');
  const version = Number(/^"(\d+)"$/.exec(header)?.[1]);
  if (!Number.isInteger(version))
    throw new AppError('VALIDATION', 'If-Match must be a quoted whole number.', {});
  return version;
}

export function mount<E extends Endpoint>(app: FastifyInstance, endpoint: E, act: Handler<E>): void {
  app.route({
    method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
    url: endpoint.path,
    config: {
      access: endpoint.access,
      endpoint,
      ...(endpoint.perMinute === undefined
        ? {}
        : { rateLimit: { max: endpoint.perMinute, timeWindow: MINUTE_MS } }),
    },
    ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
    handler: async (request, reply) => {
      const input = {
        params: parse(endpoint.params, request.params),
        query: parse(endpoint.query, request.query),
        body: parse(endpoint.body, request.body ?? {}),
        caller: request.caller,
        expected: endpoint.versioned === true ? ifMatch(request) : 0,
        request,
        reply,
      } as Input<E>;
      const answer = await act(input);
      if (reply.sent || answer === reply) return reply;
      if (endpoint.answer === undefined) return reply.code(204).send();
      if (endpoint.answer === 'bytes' || endpoint.answer === 'text') return answer;
      /** Unknown keys are cut here, so that no column leaks that the contract does not name. */
      return z.parse(endpoint.answer, answer);
    },
  });
}

/** Routes that libraries add carry no policy of their own: it is declared here by their path. */
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
