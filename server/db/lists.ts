/** What `q`, `sort`, `status` and paging of a list mean: the same for every resource. */
import { ilike, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { AppError } from '../../shared/contract/errors.ts';

type Sorts = Record<string, AnyColumn | SQL>;

/** `-created_at`: newest first; the id settles what is equal, so that pages never overlap. */
export function orderOf(sort: string, sorts: Sorts, id: AnyColumn): SQL[] {
  const isDown = sort.startsWith('-');
  const name = isDown ? sort.slice(1) : sort;
  const column = Object.hasOwn(sorts, name) ? sorts[name] : undefined;
  if (column === undefined)
    throw new AppError('VALIDATION', 'This list cannot be sorted by that.', {
      sort: [`One of ${Object.keys(sorts).join(', ')}`],
    });
  const direction = isDown ? sql`desc nulls last` : sql`asc nulls last`;
  return [sql`${column} ${direction}`, sql`${id} ${direction}`];
}

const literally = (text: string) => text.replace(/[\\%_]/g, sign => `\\${sign}`);

/** Rows one of whose columns holds the text; undefined where nothing is asked. */
export const holding = (q: string | undefined, ...columns: (AnyColumn | SQL)[]) =>
  q === undefined || q === ''
    ? undefined
    : or(...columns.map(column => ilike(column as AnyColumn, `%${literally(q)}%`)));

/** Which of the names in `?status=` belong to this vocabulary. */
export const named = <T extends string>(status: string | undefined, words: readonly T[]): T[] => {
  const asked = status?.split(',') ?? [];
  return words.filter(word => asked.includes(word));
};

/** A status that no vocabulary of the list knows would silently be ignored. */
export function refuseUnknown(status: string | undefined, words: readonly string[]): void {
  const unknown = (status?.split(',') ?? []).filter(word => !words.includes(word));
  if (unknown.length > 0)
    throw new AppError('VALIDATION', 'This list has no such status.', {
      status: [`One of ${words.join(', ')}`],
    });
}

export const countOf = sql<number>`count(*)::int`.mapWith(Number);
export const facet = (rows: readonly { word: string; n: number }[]) =>
  Object.fromEntries(rows.map(row => [row.word, row.n]));
