/** Which of the six kinds an error is, and who ended it where it was ended on purpose. */
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
  /** Of a failed call: `TIMEOUT`, `ABORTED`, `NETWORK`, `NOT_OURS` or the server's own code. */
  code: unknown;
  /** Of a device's failed call. */
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
/** A script of another origin that fails says only that. */
const isForeign = ({ message }: Traits) => /\bcors\b|cross-origin|^Script error\.?$/i.test(message);
/** What browsers say of a request without an answer, each in its words. */
const isNetwork = ({ name, message, code, kind }: Traits) =>
  code === 'NETWORK' ||
  kind === 'network' ||
  name === 'NetworkError' ||
  (name === 'TypeError' && /fetch|load failed|network|importing a module script/i.test(message));

/** `toOther`: the address is of another origin, where a browser does not say whether the network failed or the policy. */
export function classify(error: unknown, toOther = false): ErrorType {
  const traits = traitsOf(error);
  if (isAbort(traits)) return 'abort';
  if (isTimeout(traits)) return 'timeout';
  if (isParsing(traits)) return 'parsing';
  if (isForeign(traits)) return 'cors';
  if (isNetwork(traits)) return toOther ? 'cors' : 'network';
  return 'unknown';
}

/** An abort whose reason is a time-out was nobody's wish. */
export const isTimedOut = (error: unknown): boolean => {
  const { cause } = traitsOf(error);
  return cause !== undefined && isTimeout(traitsOf(cause));
};
