/** The state of a list is its address: parsed here, written here, nothing else keeps it. */
import type { Resource, Row } from '../../resource/define.ts';

/** Rows of a page: the first is what an address that names none means. */
export const PAGE_SIZES = [25, 50, 100] as const;

export interface ListState {
  q: string;
  /** `name` or `-name`; empty is the list's own order. */
  sort: string;
  /** From 1. */
  page: number;
  cursor: string;
  deleted: boolean;
  /** Columns that are drawn, told apart by commas; empty: all. */
  cols: string;
  per: number;
  values: Readonly<Record<string, string>>;
}

export const filterKeys = <R extends Row>({ filters = [] }: Pick<Resource<R>, 'filters'>): string[] =>
  filters.flatMap(filter => (typeof filter === 'string' ? [filter] : filter.keys));

export function parseList(params: URLSearchParams, keys: readonly string[]): ListState {
  const page = Number(params.get('page') ?? 1);
  const per = Number(params.get('per'));
  return {
    q: params.get('q') ?? '',
    sort: params.get('sort') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    cursor: params.get('cursor') ?? '',
    deleted: params.get('deleted') === '1',
    cols: params.get('cols') ?? '',
    per: PAGE_SIZES.find(size => size === per) ?? PAGE_SIZES[0],
    values: Object.fromEntries(keys.flatMap(key => (params.get(key) ? [[key, params.get(key)!]] : []))),
  };
}

/** Empty values leave the address; a change of anything but the page goes back to the first one. */
export function changed(params: URLSearchParams, changes: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(params);
  if (!['page', 'cursor', 'id', 'cols'].some(key => key in changes))
    for (const key of ['page', 'cursor']) next.delete(key);
  for (const [key, value] of Object.entries(changes)) {
    if (value === '' || (key === 'page' && value === '1')) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

/** What a list and its export are narrowed and ordered by. */
export function narrowedOf(state: ListState, first: string): Record<string, string | number> {
  const all = {
    q: state.q,
    ...state.values,
    ...(state.deleted ? { deleted: '1' } : {}),
    sort: state.sort || first,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** What the server is asked for one page. */
export function listQueryOf(
  state: ListState,
  { paging, first }: { paging: 'page' | 'cursor' | 'whole'; first: string },
): Record<string, string | number> {
  const narrowed = narrowedOf(state, first);
  switch (paging) {
    case 'page':
      return { ...narrowed, limit: state.per, offset: (state.page - 1) * state.per };
    case 'cursor':
      return state.cursor === '' ? narrowed : { ...narrowed, cursor: state.cursor };
    case 'whole':
      return narrowed;
  }
}

/** A press on a head: ascending, then descending, then ascending again. */
export const nextSort = (current: string, key: string) => (current === key ? `-${key}` : key);

export const hasFilters = (state: ListState) => state.q !== '' || Object.keys(state.values).length > 0;
