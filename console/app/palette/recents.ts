/** Where somebody went by the palette, newest first; kept for him alone, in this tab. */
import type { Entry } from './entries.ts';

const MOST = 5;
const KEY = 'palette_recents';
export type Recent = Required<Pick<Entry, 'label' | 'href'>>;

export const withRecent = (recents: readonly Recent[], { label, href }: Recent): Recent[] =>
  [{ label, href }, ...recents.filter(recent => recent.href !== href)].slice(0, MOST);

const isRecent = (one: unknown): one is Recent =>
  typeof one === 'object' &&
  one !== null &&
  typeof (one as Recent).label === 'string' &&
  // Only ways inside: whatever stands in the storage, it leads nowhere else.
  /^\/(?!\/)/.test((one as Recent).href);

/** `owner`: user and tenant; what somebody else has left is not read. */
export function readRecents(tab: Storage, owner: string): Recent[] {
  const kept = tab.getItem(KEY);
  if (kept === null || !kept.startsWith(`${owner} `)) return [];
  const list: unknown = JSON.parse(kept.slice(owner.length + 1));
  return Array.isArray(list) ? list.filter(isRecent) : [];
}

export function keepRecent(tab: Storage, owner: string, recent: Recent): void {
  tab.setItem(KEY, `${owner} ${JSON.stringify(withRecent(readRecents(tab, owner), recent))}`);
}
export const forgetRecents = (tab: Storage) => tab.removeItem(KEY);
