/** What the palette offers and in which order: decisions without a page. */
import { visibleRoutes, type UserAccess } from '../guards.ts';
import type { PageName } from '../paths.ts';
import type { Route } from '../routes/table.ts';

export const GROUPS = ['recent', 'pages', 'devices', 'creatives', 'playlists', 'actions'] as const;
export type Group = (typeof GROUPS)[number];

export interface Entry {
  /** Unique over all groups. */
  id: string;
  group: Group;
  label: string;
  /** Where it leads; without one it does something. */
  href?: string;
}

/** Pages that stand at an address of their own, exist, and open to this visitor. */
export const pageEntries = (
  routes: readonly Route[],
  user: UserAccess,
  titleOf: (name: PageName) => string,
): Entry[] =>
  visibleRoutes(routes, user)
    .filter(route => !route.path.includes(':'))
    .map(({ path, title }) => ({ id: path, group: 'pages', label: titleOf(title), href: path }));

/** Letters alone: neither case nor accents part a word from what is typed. */
const normalized = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const LABEL_START = 0;
const WORD_START = 1;
const INSIDE_WORD = 2;

/** How early all that is typed is found in a label; null where a part of it is not. */
function rank(label: string, typed: string): number | null {
  const text = normalized(label);
  const ranks = normalized(typed)
    .split(/\s+/)
    .filter(Boolean)
    .map(word => {
      const at = text.indexOf(word);
      if (at < 0) return null;
      if (at === 0) return LABEL_START;
      return text.includes(` ${word}`) ? WORD_START : INSIDE_WORD;
    });
  if (ranks.includes(null)) return null;
  return Math.max(LABEL_START, ...ranks.map(place => place ?? INSIDE_WORD));
}

/** Entries that hold every word typed, those that begin with it first; all of them while nothing is typed. */
export function filterEntries(entries: readonly Entry[], typed: string): Entry[] {
  return entries
    .map((entry, order) => ({ entry, order, rank: rank(entry.label, typed) }))
    .filter(ranked => ranked.rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || a.order - b.order)
    .map(({ entry }) => entry);
}

/** The neighbour of an entry; past the end it begins anew. */
export function neighbour(entries: readonly Entry[], id: string | null, step: 1 | -1): string | null {
  if (entries.length === 0) return null;
  const at = entries.findIndex(entry => entry.id === id);
  const next = at < 0 ? (step > 0 ? 0 : -1) : at + step;
  return entries.at(next % entries.length)?.id ?? null;
}

/** Id of an entry's option in the page. */
export const optionId = (id: string) => `palette-${id.replaceAll(/[^\w-]/g, '_')}`;
