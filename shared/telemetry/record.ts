/** From what failed to what is told of it: nothing that names a person, a place or a secret goes on from here. */
import {
  ERROR_BOUNDS,
  reportError,
  type ContextType,
  type ErrorRecord,
} from '../contract/trust/analytics.ts';
import { isTelling, scrub } from '../web/scrub.ts';
import { classify, isTimedOut } from './classify.ts';

/** What somebody noted. Of a call: which attempt of how many, and how long its first byte took, ms. */
export interface Noted {
  /** The failing address. */
  url: string;
  error: unknown;
  /** 0 and null: no answer came. */
  status?: number | null;
  ttfb_ms?: number | null;
  attempt?: number | null;
  max_attempts?: number | null;
  /** `api` where it is not said. */
  context_type?: ContextType;
  /** Name of the route in the route table. */
  section_context?: string | null;
  /** Who ended a call that was aborted; the caller where it is not said, and then it is no error. */
  aborted_by?: 'product' | 'caller';
}

const FIRST_STATUS = 100;
const LAST_STATUS = 599;

/** As it may be kept: composed, without halved characters and the sign no database keeps. */
const cut = (text: string, chars: number) =>
  text
    .normalize('NFC')
    .replaceAll('\0', '')
    .slice(0, chars)
    .replace(/\p{Surrogate}/gu, '');

const nameOf = (parameter: string) => [...new URLSearchParams(parameter).keys()][0] ?? '';

/** Without its fragment and its telling parameters, and with nothing telling left in the rest. */
export function cleanAddress(url: string): string {
  if (/^data:/i.test(url)) return 'data:';
  const whole = url.split('#', 1)[0] ?? '';
  const [path = '', ...queries] = whole.split('?');
  const kept = queries
    .join('?')
    .split('&')
    .filter(parameter => parameter !== '' && !isTelling(nameOf(parameter)));
  return cut(scrub(kept.length === 0 ? path : `${path}?${kept.join('&')}`), ERROR_BOUNDS.url);
}

const within = (value: number | null | undefined, max: number): number | null =>
  value === null || value === undefined || !Number.isFinite(value)
    ? null
    : Math.min(Math.max(Math.round(value), 0), max);

function statusOf({ status, error }: Noted): number | null {
  const found = status ?? (error as { status?: unknown } | null | undefined)?.status;
  const isStatus = typeof found === 'number' && found >= FIRST_STATUS && found <= LAST_STATUS;
  return isStatus ? Math.trunc(found) : null;
}

function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { message } = error as { message?: unknown };
  // Its own toString may fail, too.
  return typeof message === 'string' ? message : Object.prototype.toString.call(error);
}

/** null: this is not to be told of. */
export function recordOf(noted: Noted, origin: string): ErrorRecord | null {
  const { url, error } = noted;
  const local = url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
  const [path] = local.split(/[?#]/, 1);
  if (path === reportError.path) return null;
  const error_type = classify(error, /^(https?:)?\/\//i.test(local));
  const isWished = error_type === 'abort' && noted.aborted_by !== 'product' && !isTimedOut(error);
  if (isWished) return null;
  const { section_context = null } = noted;
  return {
    url: cleanAddress(url),
    error_type,
    error_message: cut(scrub(messageOf(error)), ERROR_BOUNDS.message),
    http_status_code: statusOf(noted),
    ttfb_ms: within(noted.ttfb_ms, ERROR_BOUNDS.ttfbMs),
    retry_attempt: within(noted.attempt, ERROR_BOUNDS.attempts),
    max_attempts: within(noted.max_attempts, ERROR_BOUNDS.attempts),
    context_type: noted.context_type ?? 'api',
    section_context: section_context === null ? null : cut(section_context, ERROR_BOUNDS.section),
  };
}
