/** Pure functions: which entries the palette offers, and in which order. */
import { visibleRoutes, type UserAccess } from '../guards.ts';
import type { PageName } from '../paths.ts';
import type { Route } from '../routes/route.ts';

export const GROUPS = ['recent', 'pages', 'devices', 'creatives', 'playlists', 'actions'] as const;
export type Group = (typeof GROUPS)[number];

export interface Entry {
  /** Unique over all groups. */
  id: string;
  group: Group;
  label: string;
  /** Link target; an entry without one runs a command. */
  href?: string;
}

/** Pages without parameters in their path that the user may open. */
export const pageEntries = (
  routes: readonly Route[],
  user: UserAccess,
  titleOf: (name: PageName) => string,
): Entry[] =>
  visibleRoutes(routes, user)
    .filter(route => !route.path.includes(':'))
    .map(({ path, title }) => ({ id: path, group: 'pages', label: titleOf(title), href: path }));

/** Ignores case and accents. */
const normalized = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const LABEL_START = 0;
const WORD_START = 1;
const INSIDE_WORD = 2;

/** Rank of a label: the position of its worst-placed typed word; null if a word does not occur. */
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

/** Entries that contain every typed word, best rank first; all entries while nothing is typed. */
export function filterEntries(entries: readonly Entry[], typed: string): Entry[] {
  return entries
    .map((entry, order) => ({ entry, order, rank: rank(entry.label, typed) }))
    .filter(ranked => ranked.rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || a.order - b.order)
    .map(({ entry }) => entry);
}

/** The next or previous entry; wraps around at the ends. */
export function neighbour(entries: readonly Entry[], id: string | null, step: 1 | -1): string | null {
  if (entries.length === 0) return null;
  const at = entries.findIndex(entry => entry.id === id);
  const next = at < 0 ? (step > 0 ? 0 : -1) : at + step;
  return entries.at(next % entries.length)?.id ?? null;
}

/** Id of an entry's option in the page. */
export const optionId = (id: string) => `palette-${id.replaceAll(/[^\w-]/g, '_')}`;
