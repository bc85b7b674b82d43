/** SQL of the list parameters `q` and `sort`, the same for every resource. */
import { eq, ilike, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { AppError } from '../../shared/contract/wire/errors.ts';

type Sorts = Record<string, AnyColumn | SQL>;

/** `-created_at`: newest first. Ties are ordered by id, so that pages never overlap. */
export function orderBy(sort: string, sorts: Sorts, id: AnyColumn): SQL[] {
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

const escapeLike = (text: string) => text.replace(/[\\%_]/g, sign => `\\${sign}`);

/** Rows where one of the columns contains the text; undefined without a text. */
export const containsText = (q: string | undefined, ...columns: (AnyColumn | SQL)[]) =>
  q === undefined || q === ''
    ? undefined
    : or(...columns.map(column => ilike(column as AnyColumn, `%${escapeLike(q)}%`)));

/** No row where there is nothing to compare with: PostgreSQL refuses to compare an id with an empty text. */
export const equals = (column: AnyColumn, value: string | null | undefined): SQL =>
  value === null || value === undefined ? sql`false` : eq(column, value);

export const rowCount = sql<number>`count(*)::int`.mapWith(Number);

/** How many of the rows are so; undefined counts all. */
export const countWhere = (condition: SQL | undefined) =>
  sql<number>`count(*) filter (where ${condition ?? sql`true`})::int`.mapWith(Number);
