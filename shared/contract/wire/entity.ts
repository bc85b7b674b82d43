/** One kind of thing the API keeps: its shapes, what its list may be asked, what may be done to it. Yields the calls of contract §0. */
import * as z from 'zod/mini';
import type { Area, Level } from './access.ts';
import { endpoint, type Access, type Endpoint, type Schema } from './endpoint.ts';
import { byId, exportQuery, listOf, listQuery, nothing, oneOf, text, wordsOf } from './wire.ts';

type UserAccess = Extract<Access, { who: 'user' }>;
/** What one of its calls needs beyond area and level. */
type More = Partial<Pick<UserAccess, 'area' | 'level' | 'tenants' | 'crossing'>>;

/** Query key → facet → its words: `?status=` of devices takes those of presence and of state. */
export type Vocabularies = Record<string, Record<string, readonly string[]>>;
export interface Asks {
  /** Fields it can be ordered by. */
  sorts: readonly string[];
  /** Its own order: `name` or `-created_at`. */
  first: string;
  words: Vocabularies;
  /** `?playlist_id=`: one row of something else. */
  ids?: readonly string[];
  /** `?resource=`: exactly this text. */
  texts?: readonly string[];
}

/** Something that is done to one row: `POST /x/:id/<name>`. */
export interface Act {
  summary: string;
  /** The states it may start from and the one it ends in; neither where it changes no state. */
  from?: readonly string[];
  to?: string;
  body?: Schema;
  access?: More;
  /** The act that takes it back. One without is asked about before, where `ask` says so. */
  undo?: string;
  ask?: true;
}
type BodyOf<A> = A extends { body: infer B extends Schema } ? B : typeof nothing;
type Acts = Record<string, Act>;
type CallOf<A, D extends Schema> = Endpoint<typeof byId, undefined, BodyOf<A>, D, UserAccess>;
type Maybe<S, E> = S extends Schema ? E : undefined;
type IfKept<K, E> = K extends true ? E : undefined;

interface Given<R, D, C, P, A, K> {
  /** Its last part is also its name: `/api/devices`. */
  path: string;
  area: Area;
  row: R;
  /** What reading one answers, where that is more than a row of the list. */
  detail?: D;
  create?: C;
  patch?: P;
  /** Deleted ones can be restored for 30 days. */
  removable?: K;
  asks: Asks;
  acts?: A;
  access?: More;
}

export function entity<
  R extends Schema,
  D extends Schema = R,
  C extends Schema | undefined = undefined,
  P extends Schema | undefined = undefined,
  const A extends Acts = Record<never, never>,
  const K extends boolean = false,
>(given: Given<R, D, C, P, A, K>) {
  const { path, row, asks } = given;
  const name = path.slice(path.lastIndexOf('/') + 1);
  /** One of them, in a sentence. */
  const one = name.replace(/s$/, '').replaceAll('-', ' ');
  const detail = (given.detail ?? row) as D;
  const accessOf = (level: Level, more: More = {}): UserAccess => ({
    who: 'user',
    area: given.area,
    level,
    ...given.access,
    ...more,
  });
  const words = Object.fromEntries(
    Object.entries(asks.words).map(([key, facets]) => [key, wordsOf(Object.values(facets).flat())]),
  );
  const filters = {
    ...words,
    ...Object.fromEntries((asks.ids ?? []).map(key => [key, z.optional(byId.shape.id)])),
    ...Object.fromEntries((asks.texts ?? []).map(key => [key, z.optional(text(1, 80))])),
    sort: oneOf(asks.sorts.flatMap(sort => [sort, `-${sort}`])),
  };
  const call = (act: Act, verb: string) =>
    endpoint({
      method: 'POST',
      path: `${path}/:id/${verb}`,
      access: accessOf('W', act.access),
      summary: act.summary,
      params: byId,
      body: act.body ?? nothing,
      answer: detail,
    });
  return {
    name,
    one,
    path,
    area: given.area,
    row,
    detail,
    asks,
    acts: (given.acts ?? {}) as A,
    list: endpoint({
      method: 'GET',
      path,
      access: accessOf('R'),
      summary: `List ${name}`,
      query: z.extend(listQuery, filters),
      answer: listOf(row),
    }),
    export: endpoint({
      method: 'GET',
      path: `${path}/export`,
      access: { ...accessOf('R'), transactions: 'own' as const },
      summary: `All ${name} a filter names, as CSV or JSON lines`,
      limit: 'export',
      query: z.extend(exportQuery, filters),
      answer: 'text',
    }),
    read: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      access: accessOf('R'),
      summary: `One of ${name}`,
      params: byId,
      answer: detail,
    }),
    create: (given.create &&
      endpoint({
        method: 'POST',
        path,
        access: accessOf('W'),
        summary: `Make one of ${name}`,
        body: given.create,
        answer: detail,
      })) as Maybe<C, Endpoint<undefined, undefined, C, D, UserAccess>>,
    patch: (given.patch &&
      endpoint({
        method: 'PATCH',
        path: `${path}/:id`,
        access: accessOf('W'),
        summary: `Change one of ${name}`,
        params: byId,
        body: given.patch,
        answer: detail,
        versioned: true,
      })) as Maybe<P, Endpoint<typeof byId, undefined, P, D, UserAccess>>,
    /** Soft for 30 days; 409 IN_USE names where. */
    remove: (given.removable &&
      endpoint({
        method: 'DELETE',
        path: `${path}/:id`,
        access: accessOf('W'),
        summary: `Delete one of ${name}`,
        params: byId,
        versioned: true,
      })) as IfKept<K, Endpoint<typeof byId, undefined, undefined, undefined, UserAccess>>,
    restore: (given.removable && call({ summary: `Bring back one of ${name}` }, 'restore')) as IfKept<
      K,
      CallOf<Act, D>
    >,
    calls: Object.fromEntries(
      Object.entries(given.acts ?? {}).map(([verb, act]) => [verb, call(act, verb)]),
    ) as { [K in keyof A]: CallOf<A[K], D> },
  };
}
type Any = ReturnType<typeof entity>;
/** Any of them: what it has is known when it is looked at. */
export interface Entity extends Omit<Any, 'create' | 'patch' | 'remove' | 'restore' | 'acts' | 'calls'> {
  acts: Readonly<Record<string, Act>>;
  create: Endpoint | undefined;
  patch: Endpoint | undefined;
  remove: Endpoint | undefined;
  restore: Endpoint | undefined;
  calls: Readonly<Record<string, Endpoint>>;
}

/** Every call of an entity, for the tables that name them all. */
export const callsOf = ({ list, read, create, patch, remove, restore, calls, ...of }: Entity): Endpoint[] =>
  [list, of.export, read, create, patch, remove, restore, ...Object.values(calls)].filter(
    call => call !== undefined,
  );
