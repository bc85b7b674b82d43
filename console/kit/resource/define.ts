/** A resource in the console: what its rows are, how they are listed, shown, filtered, edited and acted on. */
import type { ComponentType } from 'react';
import type * as z from 'zod/mini';
import type { Area, Level } from '../../../shared/contract/wire/access.ts';
import type { Endpoint, Schema } from '../../../shared/contract/wire/endpoint.ts';
import type { Action, Entity, EnumFilters } from '../../../shared/contract/wire/entity.ts';
import type { KindFor, Plain } from '../fields/kinds.tsx';
import type { Sign } from '../fields/signs.tsx';
import type { PageName } from '../../app/paths.ts';
import type { Texts } from '../text/texts.ts';
import type { Tone } from '../ui/display/Notice.tsx';
import type { Actor } from '../../app/session/useVisitor.ts';
import type { Field, Form } from './form.ts';

/** `version` and `deleted_at` are missing from logs, which nobody edits. */
export interface Row {
  id: string;
  version?: number;
  deleted_at?: string | null;
}
export type Cell<V, R> = ComponentType<{ value: V; row: R; resource: string }>;

/** A value is shown by its kind, by the sign of its state, or by a cell of its own. */
type Shown<R, K extends keyof R> =
  { as: KindFor<R[K]> | 'state' } | { cell: Cell<R[K], R>; plain?: (row: R) => Plain };
type ColumnOf<R, K extends keyof R & string> = Shown<R, K> & {
  /** A field of the row; its label is `fields.<key>`, or `fields.<label>` where one field feeds two columns. */
  key: K;
  label?: string;
  /** Numbers stand at the end of their column. */
  end?: boolean;
  /** Left out where the page is narrower. */
  from?: 'sm' | 'md' | 'lg' | 'xl';
};
export type Column<R> = { [K in keyof R & string]: ColumnOf<R, K> }[keyof R & string];
/** What a record shows of itself: label and value. */
export type Fact<R> = {
  [K in keyof R & string]: Shown<R, K> & { key: K; label?: string };
}[keyof R & string];

/** A filter that is no choice among words: a date range, a row of something else picked by name. */
export interface OwnFilter {
  keys: readonly string[];
  input: ComponentType<OwnFilterProps>;
}
export interface OwnFilterProps {
  values: Readonly<Record<string, string>>;
  change: (values: Record<string, string>) => void;
}

export interface DialogProps<R> {
  row: R;
  close: () => void;
}
/** What the console adds to an act of the contract. Words: `actions.<verb>`, `done.<verb>`, `ask.<verb>`. */
export interface ActShown<R> {
  fields?: readonly Field<Record<string, unknown>>[];
  /** What its fields start with. */
  from?: (row: R) => Record<string, unknown>;
  /** Beyond its states. */
  shown?: (row: R, actor: Actor) => boolean;
  danger?: true;
  dialog?: ComponentType<DialogProps<R>>;
  /** Its button stands in a panel. */
  elsewhere?: true;
}
/** An act with its call, wherever the contract keeps them. */
export interface BoundAction {
  act: Action;
  call: Endpoint;
}
/** A way on from a row that changes nothing. */
export interface LinkAction<R> {
  name: string;
  area: Area;
  level: Level;
  link: (row: R, base: string) => string;
}

/** Rows of a list that somebody chose: one by one, or all that its filter names. */
export interface Chosen {
  count: number;
  ids: readonly string[];
  /** Where all are meant: what the list was narrowed by. */
  filter: Readonly<Record<string, string>> | null;
}
export interface BulkProps {
  chosen: Chosen;
  /** They are chosen no more. */
  clear: () => void;
}

export interface Panel<R> {
  name: string;
  place: 'main' | 'side';
  panel: ComponentType<{ row: R }>;
}
export type ResourceName = keyof Texts;

interface Shared<R> {
  /** Pages its list may stand on, the first for whoever names none; a record is `<path>/<id>` unless it opens in a sheet. */
  at: readonly PageName[];
  opens: 'page' | 'sheet' | 'nothing';
  /** What a row is called in a sentence. */
  label: (row: R) => string;
  columns: readonly Column<R>[];
  /** Words of the contract to choose from, in this order; and filters of their own. */
  filters?: readonly (string | OwnFilter)[];
  searchable?: false;
  /** Orders to choose from where there are no heads to press; words `sorts.<value>`. */
  sorts?: readonly string[];
  /** Colour of the stripe at the row's edge. */
  lane?: (row: R) => Tone;
  facts?: readonly Fact<R>[];
  /** Beside and below the facts of a record, in this order: charts, trees, lists of its children. */
  panels?: readonly Panel<R>[];
  /** Where a new one is worked on; its own page where left out. */
  afterCreate?: (id: string, base: string) => string;
  links?: readonly LinkAction<R>[];
  /** What is done to many rows at once; rows can be chosen by who may. */
  bulk?: { area: Area; level: Level; bar: ComponentType<BulkProps> };
  /** `delete` and `restore` are asked for `shown`, too. */
  acts?: Readonly<Record<string, ActShown<R>>>;
  /** Rows it is false for are looked at only: no acts, no form. */
  changeable?: (row: R, actor: Actor) => boolean;
  /** The page's own button, where it is not the form of a new one; also what an empty list offers. */
  primary?: {
    name: string;
    level: Level;
    act: { link: (base: string) => string } | { dialog: ComponentType<{ close: () => void }> };
  };
  /** Above the list: figures that each link to what proves them. */
  summary?: ComponentType;
  foot?: ComponentType;
  /** Cards instead of rows, for what is known by its picture. */
  card?: ComponentType<{ row: R }>;
  /** Read again this often while the list is open, ms. */
  refreshMs?: number;
}

export interface Resource<R extends Row> extends Shared<R> {
  /** Also its namespace of texts. */
  name: ResourceName;
  area: Area;
  row: Schema;
  endpoints: {
    list: Endpoint;
    export?: Endpoint;
    read?: Endpoint;
    create?: Endpoint;
    patch?: Endpoint;
    remove?: Endpoint;
    restore?: Endpoint;
  };
  /** Logs are read by cursor, newest first; lists by page; what is short comes whole. */
  paging: 'page' | 'cursor' | 'whole';
  sortable: readonly string[];
  first: string;
  enums: EnumFilters;
  actions: Readonly<Record<string, BoundAction>>;
  stateBadges: Readonly<Record<string, Readonly<Record<string, Sign>>>>;
  form?: Form<R>;
  createForm?: Form<R>;
}

type WordsOf<N extends ResourceName> = Texts[N] extends { values: infer V } ? keyof V : never;
/** Each value of a state has a shape and a colour, and a word in the texts: one without does not compile. */
type Signs<N extends ResourceName, R> = {
  [K in keyof R]?: R[K] extends string ? { [V in R[K]]: V extends WordsOf<N> ? Sign : never } : never;
};
interface Forms<R, P, C> {
  form?: {
    schema: P;
    fields: readonly Field<z.input<P>>[];
    from?(row: R): z.input<P>;
    body?(changed: Partial<z.input<P>>, row: R): object;
  };
  /** `start`: what is not blank at the beginning. */
  createForm?: {
    schema: C;
    fields: readonly Field<z.input<C>>[];
    start?: Partial<z.input<C>> | ((actor: Actor) => Partial<z.input<C>>);
  };
}
/** Kept by the contract as an entity, or a log or short list that is only read. */
type Source<S> =
  | {
      entity: { row: S } & Pick<Entity, 'area' | 'listOptions' | 'list' | 'export' | 'read'> &
        Partial<Entity>;
    }
  | {
      row: S;
      area: Area;
      list: Endpoint;
      export?: Endpoint;
      paging: 'cursor' | 'whole';
      words?: EnumFilters;
    };
type Given<N extends ResourceName, S, P, C> = Shared<z.infer<S> & Row> &
  Forms<z.infer<S>, P, C> &
  Source<S> & {
    name: N;
    signs?: Signs<N, z.infer<S>>;
    /** Acts that stand at another entity of the contract. */
    actions?: Readonly<Record<string, BoundAction>>;
  };

const boundActionsOf = ({ actions = {}, actionEndpoints = {} }: Partial<Entity>) =>
  Object.fromEntries(
    Object.entries(actions).flatMap(([verb, act]) => {
      const call = actionEndpoints[verb];
      return call ? [[verb, { act, call }]] : [];
    }),
  );

/** Names that are no fields of the schemas do not compile. */
export function defineResource<
  const N extends ResourceName,
  S extends Schema,
  P extends Schema,
  C extends Schema,
>(given: Given<N, S, P, C>): Resource<z.infer<S> & Row> {
  const common = { ...given, doings: given.actions ?? {}, signs: given.signs ?? {} };
  if (!('entity' in given)) {
    const { list, export: all } = given;
    const endpoints = all ? { list, export: all } : { list };
    const rest = { words: given.words ?? {}, endpoints, sortable: [], first: '' };
    return { ...common, ...rest } as unknown as Resource<z.infer<S> & Row>;
  }
  const { area, listOptions, row, ...endpoints } = given.entity;
  return {
    ...common,
    area,
    row,
    endpoints,
    paging: 'page',
    sortable: listOptions.sorts,
    first: listOptions.defaultSort,
    words: listOptions.enums,
    doings: { ...boundActionsOf(given.entity), ...given.actions },
  } as unknown as Resource<z.infer<S> & Row>;
}
