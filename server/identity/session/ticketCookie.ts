/** A cookie that ties what is begun without a session to one browser; the server stores its hash alone. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken, newToken } from './tokens.ts';

const TOKEN = /^[\w-]{43}$/;

export function ticketCookie(name: string, { minutes, attributes }: { minutes: number; attributes: string }) {
  function valueOf(request: FastifyRequest): string | null {
    const prefix = `${name}=`;
    const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim());
    const value = pairs.find(pair => pair.startsWith(prefix))?.slice(prefix.length);
    return value !== undefined && TOKEN.test(value) ? value : null;
  }
  return {
    /** SHA-256 of the cookie's value, or null. */
    hashOf(request: FastifyRequest): string | null {
      const value = valueOf(request);
      return value === null ? null : hashToken(value);
    },
    /** One that is there stays, so that two tabs do not end each other's sign-in. Answers its hash. */
    keep(request: FastifyRequest, reply: FastifyReply): string {
      const value = valueOf(request) ?? newToken();
      void reply.header('set-cookie', `${name}=${value}; Max-Age=${minutes * 60}; ${attributes}`);
      return hashToken(value);
    },
    clear: (reply: FastifyReply) => void reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`),
  };
}
