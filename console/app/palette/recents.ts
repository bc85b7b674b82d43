/** The pages a user opened from the palette, newest first; stored per user in this tab. */
import type { Entry } from './entries.ts';
import { RECENTS_KEY } from './recentsKey.ts';

const MAX_RECENTS = 5;
export type Recent = Required<Pick<Entry, 'label' | 'href'>>;

export const addRecent = (recents: readonly Recent[], { label, href }: Recent): Recent[] =>
  [{ label, href }, ...recents.filter(recent => recent.href !== href)].slice(0, MAX_RECENTS);

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Recent).label === 'string' &&
  typeof (value as Recent).href === 'string' &&
  // Only same-origin paths, so that tampered storage cannot cause an open redirect.
  /^\/(?!\/)/.test((value as Recent).href);

/** `owner`: user and tenant; entries of another owner are ignored. */
export function readRecents(tabStorage: Storage, owner: string): Recent[] {
  const stored = tabStorage.getItem(RECENTS_KEY);
  if (stored === null || !stored.startsWith(`${owner} `)) return [];
  const list = parsed(stored.slice(owner.length + 1));
  return Array.isArray(list) ? list.filter(isRecent) : [];
}
/** Anything of this tab may write there: what is no JSON counts as nothing. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function saveRecent(tabStorage: Storage, owner: string, recent: Recent): void {
  tabStorage.setItem(
    RECENTS_KEY,
    `${owner} ${JSON.stringify(addRecent(readRecents(tabStorage, owner), recent))}`,
  );
}
