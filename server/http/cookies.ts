/** What a browser sends back of the cookies that were set. */
import type { FastifyRequest } from 'fastify';

/** Each as `name=value`. */
export const cookiesOf = (request: FastifyRequest): string[] =>
  (request.headers.cookie ?? '').split(';').map(pair => pair.trim());

export function cookieOf(request: FastifyRequest, name: string): string | null {
  const prefix = `${name}=`;
  const pair = cookiesOf(request).find(one => one.startsWith(prefix));
  return pair === undefined ? null : pair.slice(prefix.length);
}
