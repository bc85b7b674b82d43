/** Which rows of a list are chosen: pure. A choice holds over pages, and ends where the list is narrowed otherwise. */
import type { Chosen } from '../../resource/define.ts';

export interface Selection {
  /** What the list was narrowed by. */
  within: string;
  ids: readonly string[];
  /** All that the list names, on whatever page. */
  isAll: boolean;
}
export const NONE: Selection = { within: '', ids: [], isAll: false };
export type Share = 'none' | 'some' | 'all';

/** What was chosen of another list is not chosen of this one. */
export const heldIn = (kept: Selection, within: string): Selection =>
  kept.within === within ? kept : { ...NONE, within };

export function toggled(now: Selection, ids: readonly string[], page: readonly string[]): Selection {
  /** One of all taken out: those of the page are left. */
  const before = now.isAll ? page : now.ids;
  const areIn = ids.every(id => before.includes(id));
  const after = areIn ? before.filter(id => !ids.includes(id)) : [...new Set([...before, ...ids])];
  return { ...now, isAll: false, ids: after };
}

export function shareOf({ ids, isAll }: Selection, page: readonly string[]): Share {
  const here = page.filter(id => isAll || ids.includes(id)).length;
  if (here === 0) return 'none';
  return here === page.length ? 'all' : 'some';
}

export const chosenOf = (
  { ids, isAll }: Selection,
  filter: Readonly<Record<string, string>>,
  total: number,
): Chosen => (isAll ? { count: total, ids: [], filter } : { count: ids.length, ids, filter: null });
