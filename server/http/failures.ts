/** Every error is answered as `{error, message, details}`, or as a page for browsers. No internals, SQL or paths leak. */
import { randomBytes } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorBody } from '../../shared/contract/wire/errors.ts';
import { errorPage, errorPagePolicy, preferredLanguage, wantsPage } from './errorPage.ts';

const RETRY_AFTER_S = 5;
const NONCE_BYTES = 16;
/** SQLSTATE classes: connection exception, insufficient resources, operator intervention, system error; a lock that was not given. */
const UNAVAILABLE_SQLSTATE = /^(08|53|57|58|25P03|55P03)/;
const UNAVAILABLE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOSPC', 'EDQUOT']);

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return cause instanceof Error && (cause as { code?: string }).code !== undefined
    ? codeOf(cause)
    : (code ?? '');
}

/** Driver messages, without a code, for an engine that is closed or unreachable, or a connection that was lost. */
const UNAVAILABLE_MESSAGE =
  /timeout exceeded when trying to connect|after calling end on the pool|Connection terminated|is not queryable|PGlite is (closing|closed)/;
const messages = (error: Error): string =>
  error.cause instanceof Error ? `${error.message} ${messages(error.cause)}` : error.message;

/** The root cause. Errors that wrap it may carry query parameters, which belong in no log. */
export const rootCauseOf = (error: Error): Error =>
  error.cause instanceof Error ? rootCauseOf(error.cause) : error;

export function toAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (
    UNAVAILABLE_SQLSTATE.test(code) ||
    UNAVAILABLE_CODES.has(code) ||
    UNAVAILABLE_MESSAGE.test(messages(error))
  )
    return new AppError('UNAVAILABLE', 'The service is not available just now.', {}, { cause: error });
  /** SQLSTATE class 22: the contract accepted a value that the database cannot store. */
  if (/^22[0-9A-Z]{3}$/.test(code))
    return new AppError('VALIDATION', 'A value cannot be kept.', { _: ['Invalid input'] }, { cause: error });
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('TOO_LARGE', 'The request is too large.', {}, { cause: error });
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('NOT_FOUND', 'There is nothing at this address.', {}, { cause: error });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('TYPE_REFUSED', 'Send application/json.', {}, { cause: error });
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError(
        'VALIDATION',
        'The body is not valid JSON.',
        { _: ['Invalid input'] },
        { cause: error },
      );
  }
  const status = (error as FastifyError).statusCode ?? 500;
  if (error instanceof SyntaxError || status === 400)
    return new AppError(
      'VALIDATION',
      'The request cannot be read.',
      { _: ['Invalid input'] },
      { cause: error },
    );
  return new AppError('INTERNAL', 'Something failed on our side.', {}, { cause: error });
}

/** The caller's connection ended within the body; a lost connection of ours has the same code, but a whole body. */
const isCutOff = (error: Error, { raw }: FastifyRequest): boolean =>
  codeOf(error) === 'ECONNRESET' && raw.destroyed && raw.complete === false;
export const cutOff = (cause?: Error) =>
  new AppError('VALIDATION', 'The request was cut off.', { _: ['Invalid input'] }, { cause });

export const nothingHere = () => new AppError('NOT_FOUND', 'There is nothing at this address.');

export function sendFailure(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const failure = isCutOff(error, request) ? cutOff(error) : toAppError(error);
  if (failure.status >= 500) request.log.error({ err: failure }, failure.message);
  const wait = failure.details['retry_after_s'] ?? (failure.status === 503 ? RETRY_AFTER_S : null);
  if (typeof wait === 'number') void reply.header('retry-after', String(wait));
  if (wantsPage(request)) return sendPage(failure.status, request, reply);
  const body: ErrorBody = { error: failure.code, message: failure.message, details: failure.details };
  return reply.code(failure.status).type('application/json').send(body);
}

function sendPage(status: number, request: FastifyRequest, reply: FastifyReply) {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const language = preferredLanguage(request.headers['accept-language']);
  return reply
    .code(status)
    .header('content-security-policy', errorPagePolicy(nonce))
    .header('cache-control', 'no-store')
    .header('vary', 'accept, accept-language')
    .type('text/html; charset=utf-8')
    .send(errorPage({ status, requestId: request.id, language, nonce }));
}

export function installFailures(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => sendFailure(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendFailure(nothingHere(), request, reply));
}
