/** List, single row and facets of an entity, read from its table. Query parameters mean the same for every resource. */
import { and, eq, gte, inArray, isNotNull, isNull, lt, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import type * as z from 'zod/mini';
import type { Entity, ExactFilter, Facet, ListOptions, SortKey } from '../../shared/contract/wire/entity.ts';
import type { ListQuery, ListFilter } from '../../shared/contract/wire/wire.ts';
import type { Db } from '../db/database.ts';
import { containsText, countWhere, orderBy, rowCount } from '../db/lists.ts';
import { requireFound } from '../db/rows.ts';
import type { UserPrincipal } from '../http/principal.ts';
import type { TransactionContext } from '../transaction/context.ts';

/** The part of Drizzle's query builder that a listing uses. */
export interface SelectQuery extends Promise<unknown[]> {
  where(where: SQL | undefined): SelectQuery;
  orderBy(...order: SQL[]): SelectQuery;
  groupBy(...by: (AnyColumn | SQL)[]): SelectQuery;
  limit(n: number): SelectQuery;
  offset(n: number): SelectQuery;
}
export type SelectedFields = Record<string, unknown>;
/** Drops Drizzle's row type; the listing declares its own as `Row`. */
export const asSelectQuery = (query: unknown) => query as SelectQuery;

type FilterColumn = AnyColumn | SQL | ((ctx: TransactionContext) => SQL);
/** An id filter that is no single column of the row. */
interface FilterCondition {
  matches: (id: string) => SQL;
}
/** Requested enum values by facet. */
type FacetSelection = Readonly<Record<string, readonly string[]>>;

/** The part of an entity that its listing reads; `L` names its filters and sort keys one by one. */
type ListedEntity<L extends ListOptions> = Pick<Entity, 'singular' | 'row'> & { listOptions: L };

export interface ListingOptions<L extends ListOptions, Row, Out> {
  /** The table with its joins. */
  from: (tx: Db, fields: SelectedFields) => SelectQuery;
  /** What is selected: exactly the fields of a row. */
  fields: Record<keyof Row, unknown>;
  id: AnyColumn;
  /** The rows that the principal may see. */
  scope: (ctx: TransactionContext, principal: UserPrincipal | null) => SQL | undefined;
  /** Column of each sort key; defaults to the field of that name. */
  sortColumns?: Record<SortKey<L>, FilterColumn>;
  searchColumns: readonly (AnyColumn | SQL)[];
  /** Where each filter of the contract is read: one without a column does not compile, nor one the contract lacks. */
  filterColumns: Record<Facet<L>, FilterColumn> & Record<ExactFilter<L>, FilterColumn | FilterCondition>;
  deleted_at?: AnyColumn;
  created_at?: AnyColumn;
  /** Applies where the query does not choose; for example, it leaves out retired devices. */
  defaultFilter?: (selection: FacetSelection) => SQL | undefined;
  /** Its rows are large: a page is chosen by ids alone, and only its rows are read. That is one statement more. */
  isWide?: boolean;
  serialize: (ctx: TransactionContext, rows: Row[]) => Out[] | Promise<Out[]>;
}

const isCondition = (filter: FilterColumn | FilterCondition): filter is FilterCondition =>
  'matches' in filter && typeof filter.matches === 'function';
const columnOf = (column: FilterColumn, ctx: TransactionContext): SQL =>
  sql`${typeof column === 'function' ? column(ctx) : column}`;
type Facets = Record<string, Record<string, number>>;
const MAX_GROUPS = 2_000;

/** `listing(entity)<Row>({…})`: the row as it is selected; what is answered is the entity's own. */
export const listing =
  <L extends ListOptions, E extends ListedEntity<L>>(entity: E & ListedEntity<L>) =>
  <Row, Out extends z.infer<E['row']> = z.infer<E['row']>>(
    options: ListingOptions<E['listOptions'], Row, Out>,
  ) =>
    createListing<Row, Out>(entity, options);

function createListing<Row, Out>(
  entity: ListedEntity<ListOptions>,
  options: ListingOptions<ListOptions, Row, Out>,
) {
  const { from, id, scope } = options;
  const fields: SelectedFields = options.fields;
  const filters: Readonly<Record<string, FilterColumn | FilterCondition>> = options.filterColumns;
  const filterOf = (name: string) => {
    const filter = filters[name];
    if (filter === undefined) throw new Error(`no column for the filter ${name} of ${entity.singular}`);
    return filter;
  };
  const facetColumn = (name: string, ctx: TransactionContext): SQL => {
    const filter = filterOf(name);
    if (isCondition(filter)) throw new Error(`the facet ${name} of ${entity.singular} needs a column`);
    return columnOf(filter, ctx);
  };
  const enumFilters = Object.entries(entity.listOptions.enums);
  const sorts: Record<string, FilterColumn> = options.sortColumns ?? (fields as Record<string, AnyColumn>);
  const facets = enumFilters.flatMap(([, each]) => Object.entries(each));

  /** The requested values of each facet. */
  const selectionOf = (query: Record<string, unknown>): FacetSelection =>
    Object.fromEntries(
      enumFilters.flatMap(([key, each]) => {
        const named = typeof query[key] === 'string' ? query[key].split(',') : [];
        return Object.entries(each).map(([facet, words]) => [
          facet,
          words.filter(word => named.includes(word)),
        ]);
      }),
    );
  const condition = (ctx: TransactionContext, name: string, words: readonly string[]) =>
    words.length === 0 ? undefined : inArray(facetColumn(name, ctx), [...words]);

  /** All filters except the enum filters: facets are counted within it. */
  function searched(
    ctx: TransactionContext,
    principal: UserPrincipal | null,
    query: ListFilter,
  ): SQL | undefined {
    const { created_at, deleted_at } = options;
    const exact = [...(entity.listOptions.ids ?? []), ...(entity.listOptions.texts ?? [])].flatMap(key => {
      const value = (query as Record<string, unknown>)[key];
      if (typeof value !== 'string') return [];
      const filter = filterOf(key);
      return [isCondition(filter) ? filter.matches(value) : eq(columnOf(filter, ctx), value)];
    });
    return and(
      scope(ctx, principal),
      deleted_at && (query.deleted === '1' ? isNotNull(deleted_at) : isNull(deleted_at)),
      query.from !== undefined && created_at ? gte(created_at, dateOf(Date.parse(query.from))) : undefined,
      query.to !== undefined && created_at ? lt(created_at, dateOf(Date.parse(query.to))) : undefined,
      containsText(query.q, ...options.searchColumns),
      ...exact,
    );
  }
  /** What is chosen of the facets, and what is left out where nothing is. */
  function chosen(ctx: TransactionContext, query: ListFilter): SQL | undefined {
    const selected = selectionOf(query);
    return and(
      options.defaultFilter?.(selected),
      ...Object.entries(selected).map(([name, words]) => condition(ctx, name, words)),
    );
  }
  const filtered = (ctx: TransactionContext, principal: UserPrincipal | null, query: ListFilter) =>
    and(searched(ctx, principal, query), chosen(ctx, query));
  const orderOfQuery = (ctx: TransactionContext, query: ListFilter) =>
    orderBy(
      query.sort ?? entity.listOptions.defaultSort,
      Object.fromEntries(
        entity.listOptions.sorts.flatMap(name => {
          const column = sorts[name];
          return column === undefined ? [] : [[name, columnOf(column, ctx)]];
        }),
      ),
      id,
    );

  /** Words of facets together; beyond it groups are no cheaper than a count of each word. */
  const combinations = facets.reduce((product, [, words]) => product * (words.length + 1), 1);
  /** Without a default each row is of one group, whose words are worked out once. */
  const isGrouped = !options.defaultFilter && facets.length > 0 && combinations <= MAX_GROUPS;
  async function countGroups(ctx: TransactionContext, principal: UserPrincipal | null, query: ListFilter) {
    const columns = facets.map(([facet], n) => [`f${n}`, sql`${facetColumn(facet, ctx)}`] as const);
    const groups = (await from(ctx.tx, { ...Object.fromEntries(columns), n: rowCount })
      .where(searched(ctx, principal, query))
      .groupBy(...columns.map((_, n) => sql.raw(`${n + 1}`)))) as Record<string, unknown>[];
    const chosenWords = selectionOf(query);
    const counted: Facets = Object.fromEntries(facets.map(([facet]) => [facet, {}]));
    let total = 0;
    for (const group of groups) {
      const n = Number(group['n']);
      const words = facets.map(([facet, known], i) => [facet, known, String(group[`f${i}`])] as const);
      const isChosen = ([facet, , word]: (typeof words)[number]) =>
        !chosenWords[facet]?.length || chosenWords[facet].includes(word);
      if (words.every(isChosen)) total += n;
      for (const [facet, known, word] of words)
        if (known.includes(word)) counted[facet]![word] = (counted[facet]![word] ?? 0) + n;
    }
    /** In the order of the contract, whatever order the groups came in. */
    const inOrder = ([facet, words]: (typeof facets)[number]) =>
      words.flatMap(word => (counted[facet]![word] ? [[word, counted[facet]![word]] as const] : []));
    return {
      total,
      facets: Object.fromEntries(facets.map(one => [one[0], Object.fromEntries(inOrder(one))])),
    };
  }

  /**
   * The total and how many there are of each word of each facet, in one pass over what the search finds. A facet is
   * counted over its own defaults, not over what is chosen, so that each says what choosing it would show.
   */
  async function count(
    ctx: TransactionContext,
    principal: UserPrincipal | null,
    query: ListFilter,
  ): Promise<{ total: number; facets: Facets }> {
    if (isGrouped) return countGroups(ctx, principal, query);
    const counted = facets.flatMap(([facet, words]) =>
      words.map(word => ({
        facet,
        word,
        counts: and(condition(ctx, facet, [word]), options.defaultFilter?.({ [facet]: words })),
      })),
    );
    const columns = Object.fromEntries(counted.map(({ counts }, n) => [`n${n}`, countWhere(counts)]));
    const [row = {}] = (await from(ctx.tx, { total: countWhere(chosen(ctx, query)), ...columns }).where(
      searched(ctx, principal, query),
    )) as Record<string, number>[];
    const found: Facets = Object.fromEntries(facets.map(([facet]) => [facet, {}]));
    for (const [n, { facet, word }] of counted.entries())
      if (row[`n${n}`]) found[facet]![word] = row[`n${n}`]!;
    return { total: row['total'] ?? 0, facets: found };
  }

  async function page(ctx: TransactionContext, query: ListQuery, principal: UserPrincipal | null = null) {
    const pageOf = (selected: SelectedFields) =>
      from(ctx.tx, selected)
        .where(filtered(ctx, principal, query))
        .orderBy(...orderOfQuery(ctx, query))
        .limit(query.limit)
        .offset(query.offset);
    const items = options.isWide
      ? await rowsOf(
          ctx,
          ((await pageOf({ id })) as { id: string }[]).map(row => row.id),
          principal,
        )
      : await options.serialize(ctx, (await pageOf(fields)) as Row[]);
    return {
      items,
      limit: query.limit,
      offset: query.offset,
      ...(await count(ctx, principal, query)),
    };
  }

  /** Finds deleted rows too: their page shows when they were deleted. */
  async function read(
    ctx: TransactionContext,
    key: string,
    principal: UserPrincipal | null = null,
  ): Promise<Out> {
    const rows = (await from(ctx.tx, fields).where(and(eq(id, key), scope(ctx, principal)))) as Row[];
    const [row] = await options.serialize(ctx, [requireFound(rows[0], entity.singular)]);
    return requireFound(row, entity.singular);
  }

  /** Ids in the order of the list, read in one statement. */
  async function idsOf(
    ctx: TransactionContext,
    query: ListFilter,
    principal: UserPrincipal | null,
  ): Promise<string[]> {
    const rows = (await from(ctx.tx, { id })
      .where(filtered(ctx, principal, query))
      .orderBy(...orderOfQuery(ctx, query))) as { id: string }[];
    return rows.map(row => row.id);
  }
  /** The rows of these ids that still exist, in that order. */
  async function rowsOf(ctx: TransactionContext, ids: readonly string[], principal: UserPrincipal | null) {
    const rows = (await from(ctx.tx, fields).where(
      and(inArray(id, [...ids]), scope(ctx, principal)),
    )) as Row[];
    const items = await options.serialize(ctx, rows);
    const byId = new Map(items.map(row => [(row as { id: string }).id, row]));
    return ids.flatMap(key => byId.get(key) ?? []);
  }

  return { entity, page, read, idsOf, rowsOf };
}
export type Listing = ReturnType<typeof createListing<never, object>>;
