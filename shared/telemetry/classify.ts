/** Classifies an error into one of six types. */
import type { ErrorType } from '../contract/trust/analytics.ts';
import {
  ABORTED,
  IMAGE_TIMEOUT,
  REQUEST_TIMEOUT,
  TIMEOUT_OFFLINE,
  VIDEO_TIMEOUT,
} from '../contract/wire/errorTexts.ts';

interface Traits {
  name: string;
  message: string;
  /** Code of a failed API call. */
  code: unknown;
  /** Kind of a failed device call. */
  kind: unknown;
  cause: unknown;
}

function traitsOf(error: unknown): Traits {
  const { name, message, code, kind, cause } = (
    typeof error === 'object' && error !== null ? error : { message: error }
  ) as Record<string, unknown>;
  const text = typeof message === 'string' ? message : '';
  return { name: typeof name === 'string' ? name : '', message: text, code, kind, cause };
}

const TIMEOUTS: readonly string[] = [REQUEST_TIMEOUT, TIMEOUT_OFFLINE, VIDEO_TIMEOUT, IMAGE_TIMEOUT];
const isTimeout = ({ name, message, code }: Traits) =>
  code === 'TIMEOUT' || name === 'TimeoutError' || TIMEOUTS.includes(message) || /timed out/i.test(message);
const isAbort = ({ name, message, code }: Traits) =>
  code === 'ABORTED' || name === 'AbortError' || name === 'CancelledError' || message === ABORTED;
const isParsing = ({ name, message, code, kind }: Traits) =>
  code === 'NOT_OURS' ||
  kind === 'foreign' ||
  /^(SyntaxError|\$?Zod\w*Error)$/.test(name) ||
  /\bJSON\b/.test(message);
/** A failing script of another origin reports only `Script error`. */
const isCors = ({ message }: Traits) => /\bcors\b|cross-origin|^Script error\.?$/i.test(message);
/** Browser-specific messages for a request without an answer. */
const isNetwork = ({ name, message, code, kind }: Traits) =>
  code === 'NETWORK' ||
  kind === 'network' ||
  name === 'NetworkError' ||
  (name === 'TypeError' && /fetch|load failed|network|importing a module script/i.test(message));

/** For another origin the browser does not reveal whether the network or CORS failed. */
export function classify(error: unknown, isCrossOrigin = false): ErrorType {
  const traits = traitsOf(error);
  if (isAbort(traits)) return 'abort';
  if (isTimeout(traits)) return 'timeout';
  if (isParsing(traits)) return 'parsing';
  if (isCors(traits)) return 'cors';
  if (isNetwork(traits)) return isCrossOrigin ? 'cors' : 'network';
  return 'unknown';
}

/** An abort caused by a timeout is not intended. */
export const isTimedOut = (error: unknown): boolean => {
  const { cause } = traitsOf(error);
  return cause !== undefined && isTimeout(traitsOf(cause));
};
