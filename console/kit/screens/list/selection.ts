/** Pure functions over the selected rows of a list. A selection spans pages and is reset when the filter changes. */
import type { Selection } from '../../resource/defineResource.ts';

export interface SelectionState {
  /** The filter the selection belongs to. */
  filterKey: string;
  ids: readonly string[];
  /** Everything the filter matches, on all pages. */
  isAll: boolean;
}
export const EMPTY_SELECTION: SelectionState = { filterKey: '', ids: [], isAll: false };
export type SelectedShare = 'none' | 'some' | 'all';

/** A selection under another filter does not apply. */
export const selectionFor = (state: SelectionState, filterKey: string): SelectionState =>
  state.filterKey === filterKey ? state : { ...EMPTY_SELECTION, filterKey };

export function toggleRows(
  state: SelectionState,
  ids: readonly string[],
  page: readonly string[],
): SelectionState {
  /** Deselecting one row of "all" leaves the other rows of this page. */
  const before = state.isAll ? page : state.ids;
  const areSelected = ids.every(id => before.includes(id));
  const after = areSelected ? before.filter(id => !ids.includes(id)) : [...new Set([...before, ...ids])];
  return { ...state, isAll: false, ids: after };
}

export function selectedShare({ ids, isAll }: SelectionState, page: readonly string[]): SelectedShare {
  const selectedOnPage = page.filter(id => isAll || ids.includes(id)).length;
  if (selectedOnPage === 0) return 'none';
  return selectedOnPage === page.length ? 'all' : 'some';
}

export const toSelection = (
  { ids, isAll }: SelectionState,
  filter: Readonly<Record<string, string>>,
  total: number,
): Selection => (isAll ? { count: total, ids: [], filter } : { count: ids.length, ids, filter: null });
