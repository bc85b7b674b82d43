/** Turns a failure into an error record and removes everything that identifies a person, a place or a secret. */
import {
  ERROR_BOUNDS,
  reportError,
  type ContextType,
  type ErrorRecord,
} from '../contract/trust/analytics.ts';
import { isSensitiveName, scrub } from '../web/scrub.ts';
import { classify, isTimedOut } from './classify.ts';

/** A reported failure. For calls: the attempt, the maximum, and the time to first byte in ms. */
export interface ErrorReport {
  /** The failing address. */
  url: string;
  error: unknown;
  /** 0 or null: no answer came. */
  status?: number | null;
  ttfb_ms?: number | null;
  attempt?: number | null;
  max_attempts?: number | null;
  /** Default: `api`. */
  context_type?: ContextType;
  /** Name of the route in the route table. */
  section_context?: string | null;
  /** Who aborted the call. Default: the caller, and then it is no error. */
  aborted_by?: 'product' | 'caller';
}

const FIRST_STATUS = 100;
const LAST_STATUS = 599;

/** Normalizes to NFC, removes NUL (PostgreSQL cannot store it) and lone surrogates, and truncates. */
const sanitize = (text: string, chars: number) =>
  text
    .normalize('NFC')
    .replaceAll('\0', '')
    .slice(0, chars)
    .replace(/\p{Surrogate}/gu, '');

const nameOf = (parameter: string) => [...new URLSearchParams(parameter).keys()][0] ?? '';

/** Removes the fragment and sensitive parameters, and scrubs the rest. */
export function redactAddress(url: string): string {
  if (/^data:/i.test(url)) return 'data:';
  const whole = url.split('#', 1)[0] ?? '';
  const [path = '', ...queries] = whole.split('?');
  const kept = queries
    .join('?')
    .split('&')
    .filter(parameter => parameter !== '' && !isSensitiveName(nameOf(parameter)));
  return sanitize(scrub(kept.length === 0 ? path : `${path}?${kept.join('&')}`), ERROR_BOUNDS.url);
}

const clampOrNull = (value: number | null | undefined, max: number): number | null =>
  value === null || value === undefined || !Number.isFinite(value)
    ? null
    : Math.min(Math.max(Math.round(value), 0), max);

function statusOf({ status, error }: ErrorReport): number | null {
  const found = status ?? (error as { status?: unknown } | null | undefined)?.status;
  const isStatus = typeof found === 'number' && found >= FIRST_STATUS && found <= LAST_STATUS;
  return isStatus ? Math.trunc(found) : null;
}

function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { message } = error as { message?: unknown };
  // The error's own toString may throw.
  return typeof message === 'string' ? message : Object.prototype.toString.call(error);
}

/** Null: this failure is not reported. */
export function toErrorRecord(report: ErrorReport, origin: string): ErrorRecord | null {
  const { url, error } = report;
  const local = url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
  const [path] = local.split(/[?#]/, 1);
  if (path === reportError.path) return null;
  const error_type = classify(error, /^(https?:)?\/\//i.test(local));
  const isIntended = error_type === 'abort' && report.aborted_by !== 'product' && !isTimedOut(error);
  if (isIntended) return null;
  const { section_context = null } = report;
  return {
    url: redactAddress(url),
    error_type,
    error_message: sanitize(scrub(messageOf(error)), ERROR_BOUNDS.message),
    http_status_code: statusOf(report),
    ttfb_ms: clampOrNull(report.ttfb_ms, ERROR_BOUNDS.ttfbMs),
    retry_attempt: clampOrNull(report.attempt, ERROR_BOUNDS.attempts),
    max_attempts: clampOrNull(report.max_attempts, ERROR_BOUNDS.attempts),
    context_type: report.context_type ?? 'api',
    section_context: section_context === null ? null : sanitize(section_context, ERROR_BOUNDS.section),
  };
}
