/**
 * Most calls of a fleet are polls that bring nothing. One that its screen has signed before, which is known from memory,
 * is answered before the framework routes it, with the headers that the route has given the last of them. Any other
 * goes on to the route, which decides alone.
 */
import type { IncomingMessage, OutgoingHttpHeaders, Server as HttpServer, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ALERTS_VERSION_HEADER } from '../../../shared/contract/alerts/alertSignals.ts';
import { manifest } from '../../../shared/contract/playout/manifest.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Config } from '../../context/config.ts';
import type { Server } from '../../context/server.ts';
import type { Observe } from '../../http/metrics.ts';
import { SERVER_TIME_HEADER } from '../../http/serverTime.ts';
import type { Network } from './network.ts';

const NOT_MODIFIED = 304;
const REQUEST_ID_HEADER = 'x-request-id';
/** What RFC 9110 §15.4.5 has a 304 say, and what a screen reads: it holds the rest of the answer, and pays for each byte. */
const OF_UNCHANGED: readonly string[] = [
  ...['etag', 'cache-control', 'vary'],
  ...[REQUEST_ID_HEADER, SERVER_TIME_HEADER, ALERTS_VERSION_HEADER],
];
/** A line or a span of each call is written by the framework's hooks. */
const writesEachCall = ({ logLevel, tracesUrl }: Config) =>
  tracesUrl !== null || logLevel === 'debug' || logLevel === 'trace';

export const etagOf = (manifest_version: number) => `"v${manifest_version}"`;

interface Ports {
  network: Network;
  /** Of a tenant; a promise where they are not in memory. */
  alerts: { get: (tenant_id: string) => { version: number } | Promise<{ version: number }> };
  observe: Observe;
}
export function answerUnchangedPolls(
  app: FastifyInstance,
  { clock, config }: Server,
  { network, alerts, observe }: Ports,
): void {
  /** What a proxy says of the address is read by the framework. */
  if (writesEachCall(config) || (config.publicUrl === null && config.trustProxy !== false)) return;
  const scheme = config.tls === null ? 'http' : 'https';
  let ofRoute: OutgoingHttpHeaders | null = null;
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.url === manifest.path && reply.statusCode === NOT_MODIFIED) {
      for (const name of Object.keys(reply.getHeaders()))
        if (!OF_UNCHANGED.includes(name)) reply.removeHeader(name);
      ofRoute = reply.getHeaders() as OutgoingHttpHeaders;
    }
    done(null, payload);
  });
  app.addHook('preClose', done => {
    ofRoute = null;
    done();
  });

  /** The headers of its answer; null: the route answers. */
  function headersFor(request: IncomingMessage): OutgoingHttpHeaders | null {
    const { headers } = request;
    const { host, 'if-none-match': seen } = headers;
    if (ofRoute === null || seen === undefined || host === undefined || !isPlain(request)) return null;
    const signed = { method: 'GET', url: manifest.path, headers, rawBody: null };
    const screen = network.recognise(signed, config.publicUrl ?? `${scheme}://${host}`);
    if (screen === null || seen !== etagOf(screen.device.manifest_version)) return null;
    const set = alerts.get(screen.principal.tenant_id);
    if (set instanceof Promise) return null;
    const at = clock.now();
    return {
      ...ofRoute,
      [REQUEST_ID_HEADER]: uuid7(at),
      etag: seen,
      [SERVER_TIME_HEADER]: String(at),
      [ALERTS_VERSION_HEADER]: String(set.version),
    };
  }
  answerBefore(app.server, (request, reply) => {
    if (request.url !== manifest.path || request.method !== 'GET') return false;
    const began = clock.mono();
    const headers = headersOrNull(headersFor, request);
    if (headers === null) return false;
    reply.writeHead(NOT_MODIFIED, headers).end();
    const ms = clock.mono() - began;
    observe({ method: 'GET', route: manifest.path, status: NOT_MODIFIED, ms });
    return true;
  });
}

/** Whatever is wrong with its signature the route refuses, in words. */
function headersOrNull(
  headersFor: (request: IncomingMessage) => OutgoingHttpHeaders | null,
  request: IncomingMessage,
): OutgoingHttpHeaders | null {
  try {
    return headersFor(request);
  } catch {
    return null;
  }
}

/** Without a body, and with one Host: more are refused by the framework's hooks. */
function isPlain({ headers, rawHeaders }: IncomingMessage): boolean {
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  return hosts === 1;
}

type Listener = (request: IncomingMessage, reply: ServerResponse) => void;
/** What `answers` leaves goes where all went. */
function answerBefore(
  server: HttpServer,
  answers: (request: IncomingMessage, reply: ServerResponse) => boolean,
): void {
  const others = server.listeners('request') as Listener[];
  server.removeAllListeners('request').on('request', (request, reply) => {
    if (answers(request, reply)) return;
    for (const other of others) other.call(server, request, reply);
  });
}
