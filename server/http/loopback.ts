/** Checks that a request certainly comes from a browser on this machine. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../shared/contract/wire/errors.ts';

const LOOPBACK_ADDRESS = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

export interface ConnectionFacts {
  /** Addresses the server listens on. */
  bound: readonly string[];
  socket: string;
  host: string;
  fetchSite: string | undefined;
  headers: Record<string, unknown>;
}

/** The first reason why the request is not local; null where it is. `bound` guards against a server that others can reach. */
export function reasonNotLocal(facts: ConnectionFacts): string | null {
  const open = facts.bound.find(address => !LOOPBACK_ADDRESS.test(address));
  if (open !== undefined) return `the server listens on ${open}, not only on 127.0.0.1 or ::1`;
  if (!LOOPBACK_ADDRESS.test(facts.socket)) return `the connection comes from ${facts.socket}`;
  if (!LOOPBACK_HOST.test(facts.host)) return `the address in use is "${facts.host}", not localhost`;
  const forwarded = FORWARDED.find(name => facts.headers[name] !== undefined);
  if (forwarded !== undefined) return `the request passed a proxy (${forwarded})`;
  if (facts.fetchSite !== 'same-origin')
    return `Sec-Fetch-Site is ${facts.fetchSite ?? 'missing'}, not same-origin`;
  return null;
}

export function connectionFactsOf(request: FastifyRequest): ConnectionFacts {
  const site = request.headers['sec-fetch-site'];
  return {
    bound: request.server.addresses().map(a => (typeof a === 'string' ? a : a.address)),
    socket: request.socket.remoteAddress ?? '',
    host: request.headers.host ?? '',
    fetchSite: typeof site === 'string' ? site : undefined,
    headers: request.headers,
  };
}

/** For programs on this machine, such as a metrics scraper: browser headers are not required. */
export function requireLoopback(request: FastifyRequest): void {
  const { socket, headers } = connectionFactsOf(request);
  if (!LOOPBACK_ADDRESS.test(socket) || FORWARDED.some(name => headers[name] !== undefined))
    throw new AppError('FORBIDDEN', 'This is told to this machine only.');
}

export const isLoopback = (request: FastifyRequest) => reasonNotLocal(connectionFactsOf(request)) === null;
