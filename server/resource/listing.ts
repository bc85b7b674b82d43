/** The list, the single row and the facets of an entity, out of its table: what a query means, the same for every resource. */
import { and, eq, gte, inArray, isNotNull, isNull, lt, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import type { Entity } from '../../shared/contract/wire/entity.ts';
import type { ListQuery, Narrowed } from '../../shared/contract/wire/wire.ts';
import type { Db } from '../db/database.ts';
import { countOf, holding, orderOf } from '../db/lists.ts';
import { found } from '../db/rows.ts';
import type { UserCaller } from '../http/caller.ts';
import type { Work } from '../transaction/work.ts';

/** A query that was begun: what a listing does to it is all it needs of Drizzle's own type. */
export interface Reading extends Promise<unknown[]> {
  where(where: SQL | undefined): Reading;
  orderBy(...order: SQL[]): Reading;
  groupBy(...by: (AnyColumn | SQL)[]): Reading;
  limit(n: number): Reading;
  offset(n: number): Reading;
}
export type Fields = Record<string, unknown>;
/** Drizzle's type says what was selected; a listing says it again in its `Row`. */
export const reading = (query: unknown) => query as Reading;

type Told = AnyColumn | SQL | ((work: Work) => SQL);
/** Words asked for, by facet. */
type Asked = Readonly<Record<string, readonly string[]>>;

interface Given<Row, Out> {
  entity: Pick<Entity, 'one' | 'asks'>;
  /** The table, with what is joined to it. */
  from: (tx: Db, fields: Fields) => Reading;
  fields: Fields;
  id: AnyColumn;
  /** Whose rows the caller sees at all. */
  scope: (work: Work, caller: UserCaller | null) => SQL | undefined;
  /** What each of its orders goes by; the fields of these names where it is left out. */
  sorts?: Record<string, AnyColumn | SQL>;
  searched: readonly (AnyColumn | SQL)[];
  /** Column of each facet and of each id the list may be asked for. */
  told: Record<string, Told>;
  /** What an id means that is no column of the row: what lies beneath it, say. */
  meant?: Record<string, (id: string) => SQL>;
  deleted_at?: AnyColumn;
  created_at?: AnyColumn;
  /** What the list leaves out unless it is asked for. */
  unless?: (asked: Asked) => SQL | undefined;
  shown: (work: Work, rows: Row[]) => Out[] | Promise<Out[]>;
}

const columnOf = (told: Told, work: Work) => (typeof told === 'function' ? told(work) : told);
type Facets = Record<string, Record<string, number>>;

export function listing<Row, Out>(given: Given<Row, Out>) {
  const { entity, from, id, scope, told } = given;
  const vocabularies = Object.entries(entity.asks.words);
  const sorts = given.sorts ?? (given.fields as Record<string, AnyColumn>);
  const facets = vocabularies.flatMap(([, each]) => Object.entries(each));

  /** Of each facet the words its query key names. */
  const askedOf = (query: Record<string, unknown>): Asked =>
    Object.fromEntries(
      vocabularies.flatMap(([key, each]) => {
        const named = typeof query[key] === 'string' ? query[key].split(',') : [];
        return Object.entries(each).map(([facet, words]) => [
          facet,
          words.filter(word => named.includes(word)),
        ]);
      }),
    );
  const condition = (work: Work, name: string, words: readonly string[]) =>
    words.length === 0 ? undefined : inArray(columnOf(told[name]!, work) as SQL, [...words]);

  /** All but the words: within it the facets are counted. */
  function searched(work: Work, caller: UserCaller | null, query: Narrowed): SQL | undefined {
    const { created_at, deleted_at } = given;
    const exact = [...(entity.asks.ids ?? []), ...(entity.asks.texts ?? [])].flatMap(key => {
      const value = (query as Record<string, unknown>)[key];
      if (typeof value !== 'string') return [];
      return [given.meant?.[key]?.(value) ?? eq(columnOf(told[key]!, work) as SQL, value)];
    });
    return and(
      scope(work, caller),
      deleted_at && (query.deleted === '1' ? isNotNull(deleted_at) : isNull(deleted_at)),
      query.from !== undefined && created_at ? gte(created_at, dateOf(Date.parse(query.from))) : undefined,
      query.to !== undefined && created_at ? lt(created_at, dateOf(Date.parse(query.to))) : undefined,
      holding(query.q, ...given.searched),
      ...exact,
    );
  }
  function filtered(work: Work, caller: UserCaller | null, query: Narrowed): SQL | undefined {
    const asked = askedOf(query);
    return and(
      searched(work, caller, query),
      given.unless?.(asked),
      ...Object.entries(asked).map(([name, words]) => condition(work, name, words)),
    );
  }
  const orderOfQuery = (query: Narrowed) => orderOf(query.sort ?? entity.asks.first, sorts, id);

  async function facetsOf(work: Work, within: SQL | undefined): Promise<Facets> {
    const counted: Facets = {};
    for (const [name, words] of facets) {
      const word = columnOf(told[name]!, work);
      const rows = (await from(work.tx, { word, n: countOf })
        .where(and(within, given.unless?.({ [name]: words })))
        // By place: an expression with parameters is not the same twice.
        .groupBy(sql`1`)) as { word: string; n: number }[];
      const found = new Map(rows.map(row => [row.word, row.n]));
      // In the order of the vocabulary: the engine's own changes with its plan.
      counted[name] = Object.fromEntries(
        words.flatMap(one => (found.has(one) ? [[one, found.get(one)!] as const] : [])),
      );
    }
    return counted;
  }

  async function page(work: Work, query: ListQuery, caller: UserCaller | null = null) {
    const where = filtered(work, caller, query);
    const rows = await from(work.tx, given.fields)
      .where(where)
      .orderBy(...orderOfQuery(query))
      .limit(query.limit)
      .offset(query.offset);
    const [counted] = (await from(work.tx, { n: countOf }).where(where)) as { n: number }[];
    return {
      items: await given.shown(work, rows as Row[]),
      total: counted?.n ?? 0,
      limit: query.limit,
      offset: query.offset,
      facets: await facetsOf(work, searched(work, caller, query)),
    };
  }

  /** Deleted ones too: a record is shown with what was done to it. */
  async function one(work: Work, key: string, caller: UserCaller | null = null): Promise<Out> {
    const rows = (await from(work.tx, given.fields).where(and(eq(id, key), scope(work, caller)))) as Row[];
    const [shown] = await given.shown(work, [found(rows[0], entity.one)]);
    return found(shown, entity.one);
  }

  /** Ids in the order of the list, all of one moment. */
  async function idsOf(work: Work, query: Narrowed, caller: UserCaller | null): Promise<string[]> {
    const rows = (await from(work.tx, { id })
      .where(filtered(work, caller, query))
      .orderBy(...orderOfQuery(query))) as { id: string }[];
    return rows.map(row => row.id);
  }
  /** The rows of these ids that are still there, in that order. */
  async function rowsOf(work: Work, ids: readonly string[], caller: UserCaller | null) {
    const rows = (await from(work.tx, given.fields).where(
      and(inArray(id, [...ids]), scope(work, caller)),
    )) as Row[];
    const shown = await given.shown(work, rows);
    const byId = new Map(shown.map(row => [(row as { id: string }).id, row]));
    return ids.flatMap(key => byId.get(key) ?? []);
  }

  return { entity, page, one, idsOf, rowsOf };
}
export type Listing = ReturnType<typeof listing<never, object>>;
