/** The cookie that binds a refresh token family to one browser (AMBIG-REFRESH-03). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../context/config.ts';
import { cookieOf } from '../../http/cookies.ts';
import { hashToken } from './tokens.ts';

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;
const MONTH_S = 30 * 86_400;

const nameOf = (session_id: string) => `__Secure-wayside-${session_id}`;

/** Whether a browser accepts a Secure cookie from this origin: https and localhost. */
export const isSecureOrigin = (config: Pick<Config, 'publicUrl'>, request: FastifyRequest) =>
  config.publicUrl === null
    ? request.protocol === 'https' || LOOPBACK_HOST.test(request.host)
    : config.publicUrl.startsWith('https:') || LOOPBACK_HOST.test(new URL(config.publicUrl).host);

/** Sent only to /api/auth, not readable by scripts, not sent from other sites. */
export function setBindingCookie(reply: FastifyReply, session_id: string, value: string): void {
  void reply.header(
    'set-cookie',
    `${nameOf(session_id)}=${value}; Path=/api/auth; Max-Age=${MONTH_S}; HttpOnly; Secure; SameSite=Strict`,
  );
}
export function clearBindingCookie(reply: FastifyReply, session_id: string): void {
  void reply.header(
    'set-cookie',
    `${nameOf(session_id)}=; Path=/api/auth; Max-Age=0; HttpOnly; Secure; SameSite=Strict`,
  );
}

/** Hash of the binding cookie's value for this session, or null. */
export function bindingOf(request: FastifyRequest, session_id: string): string | null {
  const value = cookieOf(request, nameOf(session_id));
  return value === null ? null : hashToken(value);
}
