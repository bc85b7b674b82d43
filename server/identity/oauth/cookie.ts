/** The cookie that ties a sign-in with a provider to one browser; Apple's form comes from its own site, so that it is not Lax. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken, newToken } from '../session/tokens.ts';

const OAUTH_COOKIE = '__Secure-wayside-oauth';
const MINUTES_S = 600;
const TOKEN = /^[\w-]{43}$/;
const ATTRIBUTES = 'Path=/api/auth/oauth; HttpOnly; Secure; SameSite=None';

function cookieOf(request: FastifyRequest): string | null {
  const prefix = `${OAUTH_COOKIE}=`;
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim());
  const value = pairs.find(pair => pair.startsWith(prefix))?.slice(prefix.length);
  return value !== undefined && TOKEN.test(value) ? value : null;
}

/** SHA-256 of the cookie's value, or null. */
export function cookieHashOf(request: FastifyRequest): string | null {
  const value = cookieOf(request);
  return value === null ? null : hashToken(value);
}

/** One that is there stays, so that two tabs do not end each other's sign-in. Answers its hash. */
export function keepCookie(request: FastifyRequest, reply: FastifyReply): string {
  const value = cookieOf(request) ?? newToken();
  void reply.header('set-cookie', `${OAUTH_COOKIE}=${value}; Max-Age=${MINUTES_S}; ${ATTRIBUTES}`);
  return hashToken(value);
}

export const clearCookie = (reply: FastifyReply) =>
  void reply.header('set-cookie', `${OAUTH_COOKIE}=; Max-Age=0; ${ATTRIBUTES}`);
