/** The URL is the only state of a list; it is parsed and written here. */
import type { Resource, Row, StartFilter } from '../../resource/defineResource.ts';

/** Page sizes; the first is the default. */
export const PAGE_SIZES = [25, 50, 100] as const;

export interface ListState {
  q: string;
  /** `name` or `-name`; empty is the default sort. */
  sort: string;
  /** From 1. */
  page: number;
  cursor: string;
  deleted: boolean;
  /** Visible columns, comma-separated; empty: all. */
  cols: string;
  pageSize: number;
  /** Rows where the resource has cards. */
  isRows: boolean;
  /** A map where the resource has one. */
  isMap: boolean;
  values: Readonly<Record<string, string>>;
  /** What is chosen in the URL: a list may start with more. */
  chosen: Readonly<Record<string, string>>;
}

export const filterKeys = <R extends Row>({ filters = [] }: Pick<Resource<R>, 'filters'>): string[] =>
  filters.flatMap(filter => (typeof filter === 'string' ? [filter] : filter.keys));

export function parseListState(
  params: URLSearchParams,
  keys: readonly string[],
  start?: StartFilter,
): ListState {
  const chosen = Object.fromEntries(keys.flatMap(key => (params.get(key) ? [[key, params.get(key)!]] : [])));
  const page = Number(params.get('page') ?? 1);
  const pageSize = Number(params.get('per'));
  return {
    q: params.get('q') ?? '',
    sort: params.get('sort') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    cursor: params.get('cursor') ?? '',
    deleted: params.get('deleted') === '1',
    cols: params.get('cols') ?? '',
    pageSize: PAGE_SIZES.find(size => size === pageSize) ?? PAGE_SIZES[0],
    isRows: params.get('view') === 'list',
    isMap: params.get('view') === 'map',
    chosen,
    values: start?.(chosen) ?? chosen,
  };
}

/** Empty values are removed from the URL; any change except paging returns to the first page. */
export function withChanges(
  params: URLSearchParams,
  changes: Readonly<Record<string, string>>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  if (!['page', 'cursor', 'id', 'cols', 'tab', 'view'].some(key => key in changes))
    for (const key of ['page', 'cursor']) next.delete(key);
  for (const [key, value] of Object.entries(changes)) {
    if (value === '' || (key === 'page' && value === '1')) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

type ListedAs = Pick<Resource<Row>, 'defaultSort' | 'preset'>;

/** The filter and sort of a list and its export. */
export function filterQueryOf(
  state: ListState,
  { defaultSort, preset }: ListedAs,
): Record<string, string | number> {
  const all = {
    ...preset?.filter,
    q: state.q,
    ...state.values,
    ...(state.deleted ? { deleted: '1' } : {}),
    sort: state.sort || defaultSort,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** The filter alone: a map has neither pages nor an order. */
export const mapQueryOf = ({ q, values }: ListState): Record<string, string> =>
  q === '' ? { ...values } : { ...values, q };

/** The query of one page. */
export function listQueryOf(
  state: ListState,
  { paging, ...listed }: ListedAs & Pick<Resource<Row>, 'paging'>,
): Record<string, string | number> {
  const filterQuery = filterQueryOf(state, listed);
  switch (paging) {
    case 'page':
      return { ...filterQuery, limit: state.pageSize, offset: (state.page - 1) * state.pageSize };
    case 'cursor':
      return state.cursor === '' ? filterQuery : { ...filterQuery, cursor: state.cursor };
    case 'whole':
      return filterQuery;
  }
}

/** Clicking a column head sorts ascending, then descending, then ascending again. */
export const nextSort = (current: string, key: string) => (current === key ? `-${key}` : key);

export const hasFilters = (state: ListState) => state.q !== '' || Object.keys(state.chosen).length > 0;
/** The change that shows all that the list starts with. */
export const clearedFilters = ({ chosen }: ListState): Record<string, string> =>
  Object.fromEntries(['q', 'deleted', ...Object.keys(chosen)].map(key => [key, '']));
