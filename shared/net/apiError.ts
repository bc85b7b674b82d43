/** What a failed call throws: one shape, whether the server refused, could not be reached or was not ours. */
import { ERRORS, type ErrorCode } from '../contract/errors.ts';
import { errorPageText } from '../contract/errorTexts.ts';

/** NETWORK: no answer. ABORTED: the caller gave up. NOT_OURS: an answer, but not from our server (a captive portal). */
export type ClientCode = ErrorCode | 'NETWORK' | 'ABORTED' | 'NOT_OURS';

interface Facts {
  status?: number;
  details?: Record<string, unknown>;
  requestId?: string | null;
  /** Seconds, as the server asks in Retry-After. */
  retryAfterS?: number | null;
  /** Where an HTML page answered instead of the API: what the status line says, empty over HTTP/2. */
  pageWord?: string | null;
  cause?: unknown;
}

export class ApiError extends Error {
  readonly code: ClientCode;
  /** 0 where no answer came. */
  readonly status: number;
  readonly details: Record<string, unknown>;
  readonly requestId: string | null;
  readonly retryAfterS: number | null;
  readonly pageWord: string | null;

  constructor(code: ClientCode, message: string, facts: Facts = {}) {
    super(message, { cause: facts.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = facts.status ?? 0;
    this.details = facts.details ?? {};
    this.requestId = facts.requestId ?? null;
    this.retryAfterS = facts.retryAfterS ?? null;
    this.pageWord = facts.pageWord ?? null;
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

const retryAfter = (response: Response) => {
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) ? seconds : null;
};

/** Reads `{error, message, details}`; any other body means that not our server has spoken. */
export async function errorOf(response: Response): Promise<ApiError> {
  const facts = {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterS: retryAfter(response),
  };
  if (response.headers.get('content-type')?.includes('text/html')) {
    const pageWord = response.statusText;
    return new ApiError('NOT_OURS', errorPageText(response.status, pageWord), { ...facts, pageWord });
  }
  const body: unknown = await response.json().catch((cause: unknown) => cause);
  if (!isRecord(body) || !isErrorCode(body.error))
    return new ApiError('NOT_OURS', `Error ${response.status}`, { ...facts, cause: body });
  const details = isRecord(body.details) ? body.details : {};
  return new ApiError(body.error, String(body.message), { ...facts, details });
}

const TRANSIENT_CODES: readonly ClientCode[] = ['NETWORK', 'NOT_OURS', 'TIMEOUT'];
const TRANSIENT_STATUS: readonly number[] = [408, 425, 429];

/** Worth another try without the user's doing: the same call may succeed later. */
export const isTransient = (error: unknown) =>
  error instanceof ApiError &&
  (TRANSIENT_CODES.includes(error.code) || TRANSIENT_STATUS.includes(error.status) || error.status >= 500);
