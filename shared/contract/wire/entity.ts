/** Defines an entity: schemas, list options and actions. Derives its endpoints (contract §0). */
import * as z from 'zod/mini';
import type { Area, Level } from './access.ts';
import { endpoint, type Access, type Endpoint, type Schema } from './endpoint.ts';
import type { LimitName } from './limits.ts';
import { byId, exportQuery, id, listOf, listQuery, nothing, enumValue, text, enumList } from './wire.ts';

/** The longest text a list is filtered by: a path of folders. */
const MAX_EXACT_TEXT = 320;

type UserAccess = Extract<Access, { who: 'user' }>;
/** Access that differs from the entity's area and level. */
type AccessOverride = Partial<Pick<UserAccess, 'area' | 'level' | 'tenants' | 'crossing' | 'reauth_min'>>;

/** Query key → facet → enum values: `?status=` of devices accepts values of presence and of state. */
export type EnumFilters = Record<string, Record<string, readonly string[]>>;
export interface ListOptions {
  /** Fields the list can be sorted by. */
  sorts: readonly string[];
  /** Default sort: `name` or `-created_at`. */
  defaultSort: string;
  enums: EnumFilters;
  /** Filters by the id of another entity: `?playlist_id=`. */
  ids?: readonly string[];
  /** Filters by exact text: `?resource=`. */
  texts?: readonly string[];
}

type ItemOf<T> = T extends readonly (infer I extends string)[] ? I : never;
/** Facets of a list: each is read from a column whose values are those of its enum. */
export type Facet<L extends ListOptions> = {
  [K in keyof L['enums']]: keyof L['enums'][K] & string;
}[keyof L['enums']];
/** Filters of a list by the id of another entity or by exact text. */
export type ExactFilter<L extends ListOptions> = ItemOf<L['ids']> | ItemOf<L['texts']>;
export type SortKey<L extends ListOptions> = L['sorts'][number];

/** Which state may follow which. A state without a line of its own does not compile. */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>;

export const mayBecome = <S extends string>(table: Transitions<S>, from: S, to: S) =>
  table[from].includes(to);

/** The states from which this one is reached: what an act's `from` says. */
export const statesBefore = <S extends string>(table: Transitions<S>, to: S): S[] =>
  (Object.keys(table) as S[]).filter(from => mayBecome(table, from, to));

/** An action on one row: `POST /x/:id/<name>`. */
export interface Action {
  summary: string;
  /** Allowed start states and the end state; both undefined where the state does not change. */
  from?: readonly string[];
  to?: string;
  body?: Schema;
  /** It replaces what stands: the caller names the version he has seen; `optional`: he may. */
  versioned?: true | 'optional';
  access?: AccessOverride;
  limit?: LimitName;
  /** The inverse action. An action without one asks for confirmation where `confirm` is set. */
  undo?: string;
  confirm?: true;
}
type BodyOf<A> = A extends { body: infer B extends Schema } ? B : typeof nothing;
type Actions = Record<string, Action>;
type CallOf<A, D extends Schema> = Endpoint<typeof byId, undefined, BodyOf<A>, D, UserAccess>;
type Maybe<S, E> = S extends Schema ? E : undefined;
type IfKept<K, E> = K extends true ? E : undefined;

interface EntityOptions<R, D, C, P, A, K, L> {
  /** The last segment is also the entity's name: `/api/devices`. */
  path: string;
  area: Area;
  row: R;
  /** Schema of a single row, where it has more fields than a row of the list. */
  detail?: D;
  create?: C;
  /** Of what creates a row. */
  createLimit?: LimitName;
  patch?: P;
  /** Deletion is soft: rows can be restored for 30 days. */
  removable?: K;
  listOptions: L;
  /** A key that no action has does not compile. */
  actions?: A & { [V in keyof A]: { [F in Exclude<keyof A[V], keyof Action>]: never } };
  access?: AccessOverride;
  /** Of its writes alone. */
  writes?: AccessOverride;
  /** What can be done to many rows by one call (`bulkOf` below). */
  bulk?: readonly (keyof A | 'delete' | 'restore')[];
}

export function entity<
  R extends Schema,
  D extends Schema = R,
  C extends Schema | undefined = undefined,
  P extends Schema | undefined = undefined,
  const A extends Actions = Record<never, never>,
  const K extends boolean = false,
  const L extends ListOptions = ListOptions,
>(options: EntityOptions<R, D, C, P, A, K, L>) {
  const { path, row, listOptions } = options;
  const name = path.slice(path.lastIndexOf('/') + 1);
  /** Singular form for messages. */
  const singular = name.replace(/s$/, '').replaceAll('-', ' ');
  const detail = (options.detail ?? row) as D;
  const accessOf = (level: Level, more: AccessOverride = {}): UserAccess => ({
    who: 'user',
    area: options.area,
    level,
    ...options.access,
    ...more,
  });
  const writeAccess = (more: AccessOverride = {}) => accessOf('W', { ...options.writes, ...more });
  const words = Object.fromEntries(
    Object.entries(listOptions.enums).map(([key, facets]) => [key, enumList(Object.values(facets).flat())]),
  );
  const filters = {
    ...words,
    ...Object.fromEntries((listOptions.ids ?? []).map(key => [key, z.optional(byId.shape.id)])),
    ...Object.fromEntries((listOptions.texts ?? []).map(key => [key, z.optional(text(1, MAX_EXACT_TEXT))])),
    sort: enumValue(listOptions.sorts.flatMap(sort => [sort, `-${sort}`])),
  };
  const call = (act: Action, verb: string) =>
    endpoint({
      method: 'POST',
      path: `${path}/:id/${verb}`,
      access: writeAccess(act.access),
      summary: act.summary,
      params: byId,
      body: act.body ?? nothing,
      answer: detail,
      ...(act.versioned && { versioned: act.versioned }),
      ...(act.limit && { limit: act.limit }),
    });
  return {
    name,
    singular,
    path,
    area: options.area,
    row,
    detail,
    listOptions,
    actions: (options.actions ?? {}) as A,
    bulk: (options.bulk ?? []) as readonly string[],
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
    create: (options.create &&
      endpoint({
        method: 'POST',
        path,
        access: writeAccess(),
        summary: `Make one of ${name}`,
        body: options.create,
        answer: detail,
        ...(options.createLimit && { limit: options.createLimit }),
      })) as Maybe<C, Endpoint<undefined, undefined, C, D, UserAccess>>,
    patch: (options.patch &&
      endpoint({
        method: 'PATCH',
        path: `${path}/:id`,
        access: writeAccess(),
        summary: `Change one of ${name}`,
        params: byId,
        body: options.patch,
        answer: detail,
        versioned: true,
      })) as Maybe<P, Endpoint<typeof byId, undefined, P, D, UserAccess>>,
    /** Soft delete; 409 IN_USE names where the row is used. */
    remove: (options.removable &&
      endpoint({
        method: 'DELETE',
        path: `${path}/:id`,
        access: writeAccess(),
        summary: `Delete one of ${name}`,
        params: byId,
        versioned: true,
      })) as IfKept<K, Endpoint<typeof byId, undefined, undefined, undefined, UserAccess>>,
    restore: (options.removable && call({ summary: `Bring back one of ${name}` }, 'restore')) as IfKept<
      K,
      CallOf<Action, D>
    >,
    actionEndpoints: Object.fromEntries(
      Object.entries(options.actions ?? {}).map(([verb, act]) => [verb, call(act, verb)]),
    ) as { [K in keyof A]: CallOf<A[K], D> },
  };
}
type AnyEntity = ReturnType<typeof entity>;
/** Any entity; optional endpoints are known only at run time. */
export interface Entity extends Omit<
  AnyEntity,
  'create' | 'patch' | 'remove' | 'restore' | 'actions' | 'actionEndpoints'
> {
  actions: Readonly<Record<string, Action>>;
  create: Endpoint | undefined;
  patch: Endpoint | undefined;
  remove: Endpoint | undefined;
  restore: Endpoint | undefined;
  actionEndpoints: Readonly<Record<string, Endpoint>>;
}

/** All endpoints of an entity. */
export const endpointsOf = ({
  list,
  read,
  create,
  patch,
  remove,
  restore,
  actionEndpoints: calls,
  ...of
}: Entity): Endpoint[] =>
  [list, of.export, read, create, patch, remove, restore, ...Object.values(calls)].filter(
    call => call !== undefined,
  );

/** Rows of one bulk call: each takes a few statements, and all of them are one transaction. */
export const MAX_BULK_ROWS = 200;

/** The call that does to one row what a bulk action does to many. */
export function singleCallOf(entity: Entity, action: string): Endpoint {
  const call =
    action === 'delete'
      ? entity.remove
      : action === 'restore'
        ? entity.restore
        : entity.actionEndpoints[action];
  if (call === undefined) throw new Error(`${entity.name} has no action ${action}`);
  return call;
}

/** `POST /x/bulk` (contract §0); undefined where the entity has no bulk actions. All of them ask the same of who calls. */
export function bulkOf(entity: Entity) {
  const [first, ...others] = entity.bulk.map(action => singleCallOf(entity, action));
  if (first === undefined) return undefined;
  const access = first.access as Entity['list']['access'];
  for (const other of others)
    if (JSON.stringify(other.access) !== JSON.stringify(access))
      throw new Error(
        `${other.path} asks something else of who calls than ${first.path}: it is no bulk action`,
      );
  const { limit: _limit, offset: _offset, sort: _sort, ...filter } = entity.list.query?.shape ?? {};
  return endpoint({
    method: 'POST',
    path: `${entity.path}/bulk`,
    access,
    summary: `Do the same to many of ${entity.name}; those that do not allow it stay as they were and are named`,
    body: z
      .strictObject({
        ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_BULK_ROWS))),
        /** All rows that the list shows by it. */
        filter: z.optional(z.strictObject(filter)),
        action: z.enum(entity.bulk),
        /** What the single call takes as its body. */
        params: z.optional(z.record(z.string(), z.unknown())),
      })
      .check(
        z.refine(body => (body.ids === undefined) !== (body.filter === undefined), {
          path: ['ids'],
          error: 'Either ids or filter',
        }),
      ),
    answer: z.object({
      ok: z.array(id),
      /** `error`: the code that the single call answers with. */
      failed: z.array(z.object({ id, error: z.string() })),
    }),
  });
}
