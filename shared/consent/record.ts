/** The consent record: which purposes are allowed, since when, and for which text version. Anything unclear counts as no. */
import { instant } from '../clock.ts';

export const CONSENT_KEY = 'taxi-privacy-consent';
export const PURPOSES = ['errors'] as const;
export type Purpose = (typeof PURPOSES)[number];
export type Purposes = Readonly<Record<Purpose, boolean>>;
/** Version of the text `consent.ask` in the locales. Increment it when the text asks for more. */
export const TEXT_VERSION = 1;

export interface ConsentRecord {
  /** At least one purpose is allowed. The specification prescribes the name. */
  hasConsented: boolean;
  purposes: Purposes;
  decided_at: string;
  text_version: number;
}
export type ConsentState = { at: 'unread' } | { at: 'unasked' } | { at: 'decided'; record: ConsentRecord };

const purposesWhere = (allowed: (purpose: Purpose) => boolean) =>
  Object.fromEntries(PURPOSES.map(purpose => [purpose, allowed(purpose)])) as Purposes;

export const createConsentRecord = (purposes: Purposes, now: number): ConsentRecord => ({
  hasConsented: PURPOSES.some(purpose => purposes[purpose]),
  purposes,
  decided_at: instant(now),
  text_version: TEXT_VERSION,
});

/** While the new record is being saved, withdrawals already hold and new grants do not hold yet. */
export const effectiveWhileSaving = (next: ConsentRecord, now: ConsentState): ConsentRecord => {
  const purposes = purposesWhere(purpose => next.purposes[purpose] && allowedBy(now, purpose));
  return { ...next, purposes, hasConsented: PURPOSES.some(purpose => purposes[purpose]) };
};

export const allowedBy = (state: ConsentState, purpose: Purpose): boolean =>
  state.at === 'decided' && state.record.purposes[purpose];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null: there is no readable decision. A record without purposes applies to all of them. */
export function parseConsentRecord(value: unknown): ConsentRecord | null {
  if (!isObject(value) || typeof value['hasConsented'] !== 'boolean') return null;
  const { hasConsented, purposes, decided_at, text_version } = value;
  if (purposes !== undefined && !isObject(purposes)) return null;
  return {
    hasConsented,
    purposes: purposesWhere(
      purpose => hasConsented && (purposes === undefined || purposes[purpose] === true),
    ),
    decided_at: typeof decided_at === 'string' ? decided_at : '',
    text_version: typeof text_version === 'number' ? text_version : 0,
  };
}

export function parseConsentJson(text: string | null): ConsentRecord | null {
  try {
    return parseConsentRecord(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
}
