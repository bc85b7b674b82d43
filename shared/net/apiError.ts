/** What a failed call throws: one shape, whether the server refused, could not be reached or was not ours. */
import { ERRORS, type ErrorCode } from '../contract/wire/errors.ts';
import { errorPageText } from '../contract/wire/errorTexts.ts';
import { retryAfterMs } from './retryAfter.ts';

/** NETWORK: no answer. ABORTED: the caller gave up. NOT_OURS: an answer, but not from our server (a captive portal). */
export type ClientCode = ErrorCode | 'NETWORK' | 'ABORTED' | 'NOT_OURS';

interface Facts {
  status?: number;
  details?: Record<string, unknown>;
  requestId?: string | null;
  /** As the server asks in Retry-After. */
  retryAfterMs?: number | null;
  /** Where an HTML page answered instead of the API: what the status line says, empty over HTTP/2. */
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
  /** Requests sent for it, where whoever sent them has tried all he may: nobody tries again on top of that. */
  requests = 0;
  /** The last attempt, of so many that the call may make. */
  attempt: Attempt = { attempt: 1, attempts: 1 };
  /** From the last request to the headers of its answer, ms; null where none came. */
  ttfbMs: number | null = null;
  readonly pageWord: string | null;
  readonly abortedBy: 'product' | 'caller';

  constructor(code: ClientCode, message: string, facts: Facts = {}) {
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
  triedOut(requests: number, attempt = this.attempt, message = this.message): this {
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

  /** `{field: [texts]}` of a VALIDATION answer; empty for every other error. */
  get fieldTexts(): Record<string, string[]> {
    const texts: Record<string, string[]> = {};
    if (this.code !== 'VALIDATION') return texts;
    for (const [field, value] of Object.entries(this.details))
      if (Array.isArray(value)) texts[field] = value.filter(text => typeof text === 'string');
    return texts;
  }
}

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in ERRORS;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body that breaks off or stands still is the network's doing, and nobody's answer. */
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

/** Reads `{error, message, details}`; any other body means that not our server has spoken. */
export async function errorOf(response: Response): Promise<ApiError> {
  const facts = {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterMs: retryAfterMs(response.headers),
  };
  if (response.headers.get('content-type')?.includes('text/html')) {
    const pageWord = response.statusText;
    return new ApiError('NOT_OURS', errorPageText(response.status, pageWord), { ...facts, pageWord });
  }
  const body = parsed(await bodyText(response));
  if (!isRecord(body) || !isErrorCode(body.error))
    return new ApiError('NOT_OURS', `Error ${response.status}`, { ...facts, cause: body });
  const details = isRecord(body.details) ? body.details : {};
  return new ApiError(body.error, String(body.message), { ...facts, details });
}

/** Nobody answered in time. */
export const isSilence = (error: unknown) =>
  error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'TIMEOUT');

const AGAIN: readonly number[] = [408, 425, 429];

/** The same call may meet better luck at once; a time-out is the network's doing. */
export const isWorthAgain = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (isSilence(error) ||
    error.code === 'IDEMPOTENCY_IN_PROGRESS' ||
    AGAIN.includes(error.status) ||
    error.status >= 500);

/** It may succeed later without the user's doing; a portal's page stays until he has signed in to it. */
export const isTransient = (error: unknown) =>
  isWorthAgain(error) || (error instanceof ApiError && error.code === 'NOT_OURS');
