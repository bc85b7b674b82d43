/** What was typed into a form and neither sent nor thrown away: kept on this device, for this user in this tenant. */
import type { FieldValues } from 'react-hook-form';

/** The part of localStorage that is used. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'draft ';
const KEPT_MS = 30 * 86_400_000;
const MAX_CHARS = 100_000;

export interface Draft {
  values: FieldValues;
  /** Of a long form: which step it was left at, counted from 0. */
  step: number;
}

export interface DraftOwner {
  user: string;
  tenant: string;
}
const ownedBy = ({ user, tenant }: DraftOwner) => `${PREFIX}${user} ${tenant} `;

/** `form`: names the form and its row, such as `devices/<id>`. Null where nothing, nothing fresh or nothing readable lies there. */
export function readDraft(
  storage: DraftStorage,
  owner: DraftOwner,
  { form, now }: { form: string; now: number },
): Draft | null {
  const stored = storage.getItem(ownedBy(owner) + form);
  if (stored === null) return null;
  try {
    const { at, values, step = 0 } = JSON.parse(stored) as Partial<Draft> & { at: number };
    return now - at <= KEPT_MS && typeof values === 'object' ? { values, step } : null;
  } catch {
    return null;
  }
}

/** A file cannot be kept here and is chosen again. A form too large, or a disk that is full, keeps no draft. */
export function saveDraft(
  storage: DraftStorage,
  owner: DraftOwner,
  { form, values, step, now }: Draft & { form: string; now: number },
): void {
  const kept = Object.entries(values).filter(([, value]) => !(value instanceof Blob));
  const text = JSON.stringify({ at: now, step, values: Object.fromEntries(kept) });
  if (text.length > MAX_CHARS) return;
  try {
    storage.setItem(ownedBy(owner) + form, text);
  } catch (error) {
    console.warn('a draft could not be kept', error);
  }
}

export const dropDraft = (storage: DraftStorage, owner: DraftOwner, form: string) =>
  storage.removeItem(ownedBy(owner) + form);

/** At a sign-out: all of this user's, in every tenant. */
export function dropDraftsOf(storage: DraftStorage, user: string): void {
  const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i));
  for (const key of keys) if (key?.startsWith(`${PREFIX}${user} `)) storage.removeItem(key);
}
