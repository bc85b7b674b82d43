/** Logs are JSON lines with a request id and without secrets. */
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import { rootCauseOf } from './failures.ts';

/** One line per request, at debug level where it succeeded, so that a terminal stays readable. */
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
    /** Logs only the root cause, which holds no row and no parameter. */
    err: (error: unknown) => {
      if (!(error instanceof Error)) return error;
      const root = rootCauseOf(error) as Error & { code?: string };
      return { type: root.name, message: root.message, stack: root.stack, code: root.code };
    },
    req: (request: { id: string; method: string; url: string; ip: string }) => ({
      id: request.id,
      method: request.method,
      /** The query is left out because signed links carry their signature there. */
      url: request.url.split('?')[0],
      ip: request.ip,
    }),
  },
});
