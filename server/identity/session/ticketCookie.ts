/** A cookie that ties what is begun without a session to one browser; the server stores its hash alone. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf } from '../../http/cookies.ts';
import { hashToken, newToken } from './tokens.ts';

const TOKEN = /^[\w-]{43}$/;

export function ticketCookie(name: string, { minutes, attributes }: { minutes: number; attributes: string }) {
  function valueOf(request: FastifyRequest): string | null {
    const value = cookieOf(request, name);
    return value !== null && TOKEN.test(value) ? value : null;
  }
  return {
    /** SHA-256 of the cookie's value, or null. */
    hashOf(request: FastifyRequest): string | null {
      const value = valueOf(request);
      return value === null ? null : hashToken(value);
    },
    /**
     * Answers the hash of its value. A value that is there stays and its time begins anew, so that what one tab begins
     * does not end what waits in another; the tab that is through first clears it, and the other one begins again.
     */
    keep(request: FastifyRequest, reply: FastifyReply): string {
      const value = valueOf(request) ?? newToken();
      void reply.header('set-cookie', `${name}=${value}; Max-Age=${minutes * 60}; ${attributes}`);
      return hashToken(value);
    },
    clear: (reply: FastifyReply) => void reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`),
  };
}
