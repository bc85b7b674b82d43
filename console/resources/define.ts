/** A resource in the console: what its rows are, how they are listed, shown, filtered, edited and acted on. */
import type { ComponentType } from 'react';
import type * as z from 'zod/mini';
import type { Endpoint, Schema } from '../../shared/contract/endpoint.ts';
import type { Area, Level } from '../../shared/contract/access.ts';
import type { Tone } from '../ui/Notice.tsx';

/** `version` and `deleted_at` are missing from logs, which nobody edits. */
export interface Row {
  id: string;
  name?: string;
  version?: number;
  deleted_at?: string | null;
}
export type Cell<V, R> = ComponentType<{ value: V; row: R }>;

interface ColumnOf<R, K extends keyof R & string> {
  /** A field of the row; its label is `fields.<key>`, or `fields.<label>` where one field feeds two columns. */
  key: K;
  label?: string;
  cell: Cell<R[K], R>;
  /** The server can order by it. */
  sortable?: boolean;
  /** Numbers stand at the end of their column. */
  end?: boolean;
  /** Left out where the page is narrower. */
  from?: 'sm' | 'md' | 'lg' | 'xl';
}
export type Column<R> = { [K in keyof R & string]: ColumnOf<R, K> }[keyof R & string];
/** What a record shows of itself: label and value. */
export type Fact<R> = { [K in keyof R & string]: { key: K; label?: string; cell: Cell<R[K], R> } }[keyof R &
  string];

/** Values of one query parameter; their words are `values.<value>`. */
export interface Choice {
  kind: 'choice';
  key: string;
  options: readonly string[];
}
/** Named by another component: a date range, a device picked by name. */
export interface OwnFilter {
  kind: 'own';
  keys: readonly string[];
  input: ComponentType<{
    values: Readonly<Record<string, string>>;
    change: (values: Record<string, string>) => void;
  }>;
}
export type Filter = Choice | OwnFilter;

export interface DialogProps<R> {
  row: R;
  close: () => void;
}
/** Words: `actions.<name>`. */
export interface Action<R> {
  name: string;
  level: Level;
  danger?: boolean;
  shown?: (row: R) => boolean;
  act: { link: (row: R) => string } | { dialog: ComponentType<DialogProps<R>> } | { call: Endpoint };
}

/** Widgets of a form; `seconds` keeps ms and shows s. Labels are `fields.<name>`, hints `hints.<name>` where `hint`. */
export type Input =
  /** `orNull`: an empty field means null. */
  | { as: 'text'; orNull?: true }
  | { as: 'area' }
  | { as: 'seconds' }
  | { as: 'range'; min: number; max: number }
  | { as: 'select'; options: readonly (string | number)[] }
  | { as: 'pick'; from: Endpoint };
export type Field<B> = { name: keyof B & string; input: Input; hint?: boolean };
export interface Form<R> {
  schema: Schema;
  fields: readonly Field<Record<string, unknown>>[];
  /** What the form starts with: the row's own values where it is left out. */
  from?: (row: R) => Record<string, unknown>;
  /** What a new one starts with. */
  start?: Record<string, unknown>;
}

export interface Resource<R extends Row> {
  /** Also its namespace of texts. */
  name: 'devices' | 'creatives' | 'playlists' | 'plays';
  area: Area;
  /** Where its list stands; a record is `<path>/<id>` unless it opens in a sheet. */
  path: string;
  opens: 'page' | 'sheet' | 'nothing';
  row: z.core.$ZodType<R>;
  endpoints: {
    list: Endpoint;
    read?: Endpoint;
    create?: Endpoint;
    patch?: Endpoint;
    remove?: Endpoint;
    restore?: Endpoint;
  };
  /** Logs are read by cursor, newest first; lists by page. */
  paging: 'page' | 'cursor';
  columns: readonly Column<R>[];
  filters: readonly Filter[];
  searchable: boolean;
  defaultSort?: string;
  /** Orders to choose from where there are no heads to press; words `sorts.<value>`. */
  sorts?: readonly string[];
  /** Colour of the stripe at the row's edge. */
  lane?: (row: R) => Tone;
  facts?: readonly Fact<R>[];
  /** Beside and below the facts of a record, in this order. */
  panels?: readonly { name: string; place: 'main' | 'side'; panel: ComponentType<{ row: R }> }[];
  form?: Form<R>;
  createForm?: Form<R>;
  /** Where a new one is worked on; its own page where left out. */
  afterCreate?: (id: string) => string;
  actions: readonly Action<R>[];
  /** The page's own button; also what an empty list offers. */
  primary?: {
    name: string;
    level: Level;
    act: { link: string } | { dialog: ComponentType<{ close: () => void }> };
  };
  /** Above the list: figures that each link to what proves them. */
  summary?: ComponentType;
  /** Beside the page's button, and under the list. */
  head?: ComponentType;
  foot?: ComponentType;
  /** Cards instead of rows, for what is known by its picture. */
  card?: ComponentType<{ row: R }>;
  /** Read again this often while the list is open, ms. */
  refreshMs?: number;
}

interface Given<S extends Schema, P extends Schema, C extends Schema> extends Omit<
  Resource<z.infer<S> & Row>,
  'row' | 'form' | 'createForm'
> {
  row: S;
  form?: { schema: P; fields: readonly Field<z.input<P>>[]; from?(row: z.infer<S>): z.input<P> };
  createForm?: { schema: C; fields: readonly Field<z.input<C>>[]; start?: z.input<C> };
}

/** Names that are no fields of the schemas do not compile. */
export const defineResource = <S extends Schema, P extends Schema, C extends Schema>(given: Given<S, P, C>) =>
  given as unknown as Resource<z.infer<S> & Row>;
