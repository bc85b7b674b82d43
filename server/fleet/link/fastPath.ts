/**
 * Most calls of a fleet are alike: polls that bring nothing, and reports. One that can be decided from memory is answered
 * before the framework routes it, with the headers that its route has answered the last of them. Any other goes on to the
 * route, which decides alone.
 */
import type { IncomingMessage, OutgoingHttpHeaders, Server as HttpServer, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ALERTS_VERSION_HEADER } from '../../../shared/contract/alerts/alertSignals.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Config } from '../../context/config.ts';
import type { Server } from '../../context/server.ts';
import type { Observe } from '../../http/metrics.ts';
import { SERVER_TIME_HEADER } from '../../http/serverTime.ts';
import type { Network } from './network.ts';
import { hostsOf } from './signature.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

export interface Ports {
  network: Network;
  /** Of a tenant; a promise where they are not in memory. */
  alerts: { get: (tenant_id: string) => { version: number } | Promise<{ version: number }> };
  observe: Observe;
}
/** One call of one path, and the status that its answer has. */
interface Call {
  method: 'GET' | 'POST';
  path: string;
  status: number;
  /** Of the route's own answers, too, only these headers are sent; left out: all. */
  keptHeaders?: readonly string[];
}
export interface DirectAnswer {
  tenant_id: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
}
/** What a call is answered, or null: the route answers. `origin`: what the screen has signed. */
type Answers = (
  request: IncomingMessage,
  origin: string,
) => DirectAnswer | null | Promise<DirectAnswer | null>;

interface Received {
  request: IncomingMessage;
  reply: ServerResponse;
  /** Monotonic ms. */
  began: number;
}

/** A line or a span of each call is written by the framework's hooks. */
const writesEachCall = ({ logLevel, tracesUrl }: Config) =>
  tracesUrl !== null || logLevel === 'debug' || logLevel === 'trace';

export function answerBeforeRoutes(
  app: FastifyInstance,
  { clock, config }: Pick<Server, 'clock' | 'config'>,
  { alerts, observe }: Pick<Ports, 'alerts' | 'observe'>,
  { method, path, status, keptHeaders, answers }: Call & { answers: Answers },
): void {
  /** What a proxy says of the address is read by the framework. */
  if (writesEachCall(config) || (config.publicUrl === null && config.trustProxy !== false)) return;
  const scheme = config.tls === null ? 'http' : 'https';
  let routeHeaders: OutgoingHttpHeaders | null = null;
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.url === path && request.method === method && reply.statusCode === status) {
      if (keptHeaders)
        for (const name of Object.keys(reply.getHeaders()))
          if (!keptHeaders.includes(name)) reply.removeHeader(name);
      routeHeaders = reply.getHeaders() as OutgoingHttpHeaders;
    }
    done(null, payload);
  });
  app.addHook('preClose', done => {
    routeHeaders = null;
    done();
  });

  function headersOf({ tenant_id, headers }: DirectAnswer): OutgoingHttpHeaders | null {
    const set = alerts.get(tenant_id);
    if (routeHeaders === null || set instanceof Promise) return null;
    const at = clock.now();
    return {
      ...routeHeaders,
      ...headers,
      [REQUEST_ID_HEADER]: uuid7(at),
      [SERVER_TIME_HEADER]: String(at),
      [ALERTS_VERSION_HEADER]: String(set.version),
    };
  }
  function send({ request, reply, began }: Received, answer: DirectAnswer | null): boolean {
    const headers = answer && headersOf(answer);
    if (!headers) return false;
    /** A body that was read ahead is done with; otherwise the request would stay until the socket ends. */
    request.resume();
    reply.writeHead(status, headers).end(answer?.body);
    observe({ method, route: path, status, ms: clock.mono() - began });
    return true;
  }
  answerBefore(app.server, (request, reply, toRoute) => {
    const { host } = request.headers;
    if (request.url !== path || request.method !== method) return false;
    if (routeHeaders === null || host === undefined || hostsOf(request) !== 1) return false;
    const began = clock.mono();
    const answer = orNull(() => answers(request, config.publicUrl ?? `${scheme}://${host}`));
    const received = { request, reply, began };
    if (!(answer instanceof Promise)) return send(received, answer);
    answer
      .catch(() => null)
      .then(found => send(received, found) || toRoute())
      .catch(() => reply.destroy());
    return true;
  });
}

/** Whatever is wrong with a call the route refuses, in words. */
function orNull<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

type Listener = (request: IncomingMessage, reply: ServerResponse) => void;
/** What `answers` leaves, at once or by `toRoute` later, goes where all went. */
function answerBefore(
  server: HttpServer,
  answers: (request: IncomingMessage, reply: ServerResponse, toRoute: () => void) => boolean,
): void {
  const others = server.listeners('request') as Listener[];
  server.removeAllListeners('request').on('request', (request, reply) => {
    const toRoute = () => {
      /** Whoever has hung up meanwhile waits for nothing. */
      if (!request.destroyed) for (const other of others) other.call(server, request, reply);
    };
    if (!answers(request, reply, toRoute)) toRoute();
  });
}
