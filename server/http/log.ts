/** JSON lines, a request id in each, and no secret in any. */
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import { rootOf } from './failures.ts';

/** One line a request: at debug level where all went well, so that a terminal stays readable. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}
  override requestCompleted(
    _error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const level = reply.statusCode >= 500 ? 'warn' : 'debug';
    request.log[level](
      { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  }
}

export const logOptions = (level: string) => ({
  level,
  redact: {
    paths: [
      'req.headers.authorization',
      'req.headers.cookie',
      'req.headers["x-device-signature"]',
      'password',
      'currentPassword',
      'newPassword',
      'refresh_token',
      'access_token',
    ],
    censor: '[hidden]',
  },
  serializers: {
    /** Of the first cause, what no row and no parameter stands in. */
    err: (error: unknown) => {
      if (!(error instanceof Error)) return error;
      const root = rootOf(error) as Error & { code?: string };
      return { type: root.name, message: root.message, stack: root.stack, code: root.code };
    },
    req: (request: { id: string; method: string; url: string; ip: string }) => ({
      id: request.id,
      method: request.method,
      /** Signed links carry their right in the query. */
      url: request.url.split('?')[0],
      ip: request.ip,
    }),
  },
});
