/** Classifies an error into five kinds by patterns in its message; the first matching pattern wins. */
import { ABORTED } from '../../../shared/contract/wire/errorTexts.ts';
import { ApiError } from '../../../shared/net/apiError.ts';

export const ERROR_KINDS = ['network', 'permission', 'server', 'data', 'component'] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

const PATTERNS: readonly [ErrorKind, RegExp][] = [
  [
    'network',
    /network|fetch|offline|time-?out|timed out|connection|no answer|load failed|preload|module script|dynamically imported|\bcors\b|\bdns\b|socket/i,
  ],
  [
    'permission',
    /permission|denied|forbidden|unauthori[sz]ed|not allowed|authentication|\brole\b|\b40[13]\b/i,
  ],
  ['server', /server|gateway|service unavailable|rate limited|too many requests|\b(429|5\d\d)\b/i],
  [
    'data',
    /json|pars(e|ing)|unexpected (token|end)|schema|invalid|malformed|not found|no longer|expected .* received|required|\b(404|409|412|422)\b/i,
  ],
];

export const kindOf = (error: Error): ErrorKind =>
  PATTERNS.find(([, words]) => words.test(error.message))?.[0] ?? 'component';

/** The request was cancelled on purpose, so nothing is shown and nothing is logged. */
export const isAbort = (error: unknown): boolean =>
  error instanceof Error || error instanceof DOMException
    ? error.name === 'AbortError' ||
      error.name === 'CancelledError' ||
      error.message === ABORTED ||
      (error instanceof ApiError && error.code === 'ABORTED')
    : false;

export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));
