/** The state of a list is its address: parsed here, written here, nothing else keeps it. */
import type { Filter } from '../resources/define.ts';

export const PER_PAGE = 25;

export interface ListState {
  q: string;
  /** `name` or `-name`; empty is the list's own order. */
  sort: string;
  /** From 1. */
  page: number;
  cursor: string;
  deleted: boolean;
  values: Readonly<Record<string, string>>;
}

export const filterKeys = (filters: readonly Filter[]): string[] =>
  filters.flatMap(filter => (filter.kind === 'choice' ? [filter.key] : filter.keys));

export function parseList(params: URLSearchParams, filters: readonly Filter[]): ListState {
  const page = Number(params.get('page') ?? 1);
  return {
    q: params.get('q') ?? '',
    sort: params.get('sort') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    cursor: params.get('cursor') ?? '',
    deleted: params.get('deleted') === '1',
    values: Object.fromEntries(
      filterKeys(filters).flatMap(key => (params.get(key) ? [[key, params.get(key)!]] : [])),
    ),
  };
}

/** Empty values leave the address; a change of anything but the page goes back to the first one. */
export function changed(params: URLSearchParams, changes: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(params);
  if (!('page' in changes || 'cursor' in changes || 'id' in changes))
    for (const key of ['page', 'cursor']) next.delete(key);
  for (const [key, value] of Object.entries(changes)) {
    if (value === '' || (key === 'page' && value === '1')) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

/** What the server is asked. */
export function listQueryOf(
  state: ListState,
  paging: 'page' | 'cursor',
  defaultSort?: string,
): Record<string, string | number> {
  const given = { q: state.q, ...state.values, ...(state.deleted ? { deleted: '1' } : {}) };
  const all =
    paging === 'cursor'
      ? { ...given, cursor: state.cursor }
      : {
          ...given,
          sort: state.sort || (defaultSort ?? ''),
          limit: PER_PAGE,
          offset: (state.page - 1) * PER_PAGE,
        };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** A press on a head: ascending, then descending, then ascending again. */
export const nextSort = (current: string, key: string) => (current === key ? `-${key}` : key);

export const isNarrowed = (state: ListState) => state.q !== '' || Object.keys(state.values).length > 0;
