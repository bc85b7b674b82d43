/**
 * Whether a browser has signed in as this user before: it holds a cookie for him that only this server can make. It
 * outlives the session, because whoever signs out and in again sits at the same machine.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Server } from '../../context/server.ts';
import { isSecureOrigin } from './binding.ts';

/** As long as browsers keep a cookie at most. */
const KNOWN_S = 400 * 86_400;
const nameOf = (user_id: string) => `__Secure-wayside-known-${user_id}`;
const valueOf = ({ keys }: Server, user_id: string) =>
  createHmac('sha256', keys.secret.derive('known browsers')).update(user_id).digest('base64url');

function holds(request: FastifyRequest, name: string, value: string): boolean {
  const sent = (request.headers.cookie ?? '').split(';').map(pair => pair.trim());
  const expected = Buffer.from(`${name}=${value}`);
  return sent.some(pair => {
    const found = Buffer.from(pair);
    return found.length === expected.length && timingSafeEqual(found, expected);
  });
}

/** False only where the browser could hold the cookie and does not; from now on it does. */
export function recogniseBrowser(
  server: Server,
  user_id: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): boolean {
  if (!isSecureOrigin(server.config, request)) return true;
  const [name, value] = [nameOf(user_id), valueOf(server, user_id)];
  if (holds(request, name, value)) return true;
  void reply.header(
    'set-cookie',
    `${name}=${value}; Path=/api/auth; Max-Age=${KNOWN_S}; HttpOnly; Secure; SameSite=Strict`,
  );
  return false;
}
