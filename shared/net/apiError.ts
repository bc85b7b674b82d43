/** The error of every failed API call, whether the server refused, was unreachable or was not ours. */
import { ERRORS, type ErrorCode } from '../contract/wire/errors.ts';
import { errorPageText } from '../contract/wire/errorTexts.ts';
import { retryAfterMs } from './retryAfter.ts';

/** NETWORK: no answer. ABORTED: the caller gave up. NOT_OURS: an answer, but not from our server (a captive portal). */
export type ClientCode = ErrorCode | 'NETWORK' | 'ABORTED' | 'NOT_OURS';

interface ApiErrorOptions {
  status?: number;
  details?: Record<string, unknown>;
  requestId?: string | null;
  /** From the Retry-After header. */
  retryAfterMs?: number | null;
  /** Status text of an HTML page that answered instead of the API; empty over HTTP/2. */
  pageWord?: string | null;
  /** Who ended a call that was aborted. */
  abortedBy?: 'product' | 'caller';
  cause?: unknown;
}

/** Which attempt of how many the call may make has failed last. */
interface Attempt {
  attempt: number;
  attempts: number;
}

export const NO_ANSWER = 'No answer from the server';

export class ApiError extends Error {
  readonly code: ClientCode;
  /** 0 where no answer came. */
  readonly status: number;
  readonly details: Record<string, unknown>;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  /** Number of requests sent if the retry budget is exhausted, else 0. Callers must not retry on top of that. */
  requests = 0;
  /** The last attempt, of so many that the call may make. */
  attempt: Attempt = { attempt: 1, attempts: 1 };
  /** From the last request to the headers of its answer, ms; null where none came. */
  ttfbMs: number | null = null;
  readonly pageWord: string | null;
  readonly abortedBy: 'product' | 'caller';

  constructor(code: ClientCode, message: string, facts: ApiErrorOptions = {}) {
    super(message, { cause: facts.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = facts.status ?? 0;
    this.details = facts.details ?? {};
    this.requestId = facts.requestId ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.pageWord = facts.pageWord ?? null;
    this.abortedBy = facts.abortedBy ?? 'caller';
  }

  get retriesExhausted(): boolean {
    return this.requests > 0;
  }
  markExhausted(requests: number, attempt = this.attempt, message = this.message): this {
    this.requests = requests;
    this.attempt = attempt;
    this.message = message;
    return this;
  }
  /** Its answer began after so long, ms. */
  after(ttfbMs: number | null): this {
    this.ttfbMs = ttfbMs;
    return this;
  }

  /** `{field: [texts]}` of a VALIDATION or WEAK_PASSWORD answer; empty for every other error. */
  get fieldTexts(): Record<string, string[]> {
    const texts: Record<string, string[]> = {};
    if (this.code !== 'VALIDATION' && this.code !== 'WEAK_PASSWORD') return texts;
    for (const [field, value] of Object.entries(this.details))
      if (Array.isArray(value)) texts[field] = value.filter(text => typeof text === 'string');
    return texts;
  }
}

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in ERRORS;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body that breaks off is a network error. */
export const bodyText = (response: Response): Promise<string> =>
  response.text().catch((cause: unknown) => {
    throw new ApiError('NETWORK', NO_ANSWER, { cause });
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    return cause;
  }
}

/** An answer other than ok, in parts. */
interface Refusal {
  status: number;
  statusText: string;
  headers: Headers;
}
const isPage = (headers: Headers) => headers.get('content-type')?.includes('text/html') === true;

/** Reads `{error, message, details}`. Any other body means that the answer is not from our server. */
export function apiErrorOf({ status, statusText, headers }: Refusal, text: string): ApiError {
  const facts = {
    status,
    requestId: headers.get('x-request-id'),
    retryAfterMs: retryAfterMs(headers),
  };
  if (isPage(headers))
    return new ApiError('NOT_OURS', errorPageText(status, statusText), { ...facts, pageWord: statusText });
  const body = parsed(text);
  if (!isRecord(body) || !isErrorCode(body.error))
    return new ApiError('NOT_OURS', `Error ${status}`, { ...facts, cause: body });
  const details = isRecord(body.details) ? body.details : {};
  return new ApiError(body.error, String(body.message), { ...facts, details });
}
/** A portal's page is not read to its end. */
export const readApiError = async (response: Response): Promise<ApiError> =>
  apiErrorOf(response, isPage(response.headers) ? '' : await bodyText(response));

/** No answer came in time. */
export const isNoResponse = (error: unknown) =>
  error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'TIMEOUT');

const RETRYABLE_STATUSES: readonly number[] = [408, 425, 429];

/** The same call may succeed if it is repeated now. */
export const isRetryable = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (isNoResponse(error) ||
    error.code === 'IDEMPOTENCY_IN_PROGRESS' ||
    RETRYABLE_STATUSES.includes(error.status) ||
    error.status >= 500);

/** The call may succeed later without a change by the user. This includes captive portals. */
export const isTransient = (error: unknown) =>
  isRetryable(error) || (error instanceof ApiError && error.code === 'NOT_OURS');
