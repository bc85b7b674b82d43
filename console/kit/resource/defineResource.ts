/** Defines a resource in the console: how its rows are listed, shown, filtered, edited and acted on. */
import type { ComponentType } from 'react';
import type * as z from 'zod/mini';
import type { Area, Level } from '../../../shared/contract/wire/access.ts';
import type { Endpoint, Schema } from '../../../shared/contract/wire/endpoint.ts';
import type { Action, Entity, EnumFilters } from '../../../shared/contract/wire/entity.ts';
import type { KindFor, ExportValue } from '../fields/kinds.tsx';
import type { StateBadge, StateOn } from '../fields/StateMark.tsx';
import type { Preloadable } from '../lazyPage.ts';
import type { PageName } from '../../app/paths.ts';
import type { Texts } from '../text/texts.ts';
import type { Tone } from '../ui/display/Notice.tsx';
import type { CurrentUser } from '../../app/session/useCurrentUser.ts';
import type { Field, Form } from './form.ts';
import type { ListAction } from './listAction.ts';

/** Logs have no `version` and no `deleted_at`, because they are never edited. */
export interface Row {
  id: string;
  version?: number;
  deleted_at?: string | null;
}
export type Cell<V, R> = ComponentType<{ value: V; row: R; resource: string }>;

/** A value is shown by its kind, by a state badge or by a custom cell. */
type CellSpec<R, K extends keyof R> =
  | { as: KindFor<R[K]> | 'state'; stateOn?: StateOn<R> }
  | { cell: Cell<R[K], R>; exportValue?: (row: R, text: (key: string) => string) => ExportValue };
type ColumnSpec<R, K extends keyof R & string> = CellSpec<R, K> & {
  /** A field of the row; its label is `fields.<key>`, or `fields.<label>` where one field feeds two columns. */
  key: K;
  label?: string;
  /** Aligned to the end, for numbers. */
  alignEnd?: boolean;
  /** Hidden below this breakpoint. */
  from?: 'sm' | 'md' | 'lg' | 'xl' | '2xl';
};
export type Column<R> = { [K in keyof R & string]: ColumnSpec<R, K> }[keyof R & string];
/** A label and value in the detail view of a record. */
export type Fact<R> = {
  [K in keyof R & string]: CellSpec<R, K> & { key: K; label?: string };
}[keyof R & string];

/** A filter that is not a choice among enum values, such as a date range or a related row. */
export interface CustomFilter {
  keys: readonly string[];
  input: ComponentType<CustomFilterProps>;
}
/** What counts of what is chosen in the URL (queueFilter.tsx). */
export type StartFilter = (chosen: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
export interface CustomFilterProps {
  values: Readonly<Record<string, string>>;
  change: (values: Record<string, string>) => void;
}

export interface DialogProps<R> {
  row: R;
  close: () => void;
}
/** What the console adds to an act of the contract. Its texts: `actions.<verb>`, `done.<verb>`, `ask.<verb>`. */
export interface ActOptions<R> {
  fields?: readonly Field<Record<string, unknown>>[];
  /** Initial values of the fields. */
  from?: (row: R, actor: CurrentUser) => Record<string, unknown>;
  /** Beyond the row's state. */
  isVisible?: (row: R, actor: CurrentUser) => boolean;
  danger?: true;
  /** In a sheet a primary one comes first and stands out, a minor one comes last. */
  weight?: 'primary' | 'minor';
  /** `actions.<key>` that names it for this row; its own by default. */
  called?: (row: R, actor: CurrentUser) => string;
  dialog?: Preloadable<DialogProps<R>>;
  /** Whether the dialog is asked of this row; of each by default. */
  asks?: (row: R, actor: CurrentUser) => boolean;
  /** The action has its button in a panel, not in the menu. */
  isInPanel?: true;
}
/** An act of the contract with its endpoint. */
export interface BoundAction {
  act: Action;
  call: Endpoint;
}
/** A link from a row that changes nothing. */
export interface LinkAction<R> {
  name: string;
  area: Area;
  level: Level;
  link: (row: R, base: string) => string;
  /** Of every row where it is left out. */
  isVisible?: (row: R) => boolean;
}

/** A selected row as it stood when it was selected. */
export interface ChosenRow {
  id: string;
  name: string;
  version?: number | undefined;
}
/** Selected rows of a list: single ids, or everything the filter matches. */
export interface Selection {
  count: number;
  ids: readonly string[];
  /** Of the ids those that stood on a page. */
  chosen?: readonly ChosenRow[];
  /** Set when everything is selected: the filter of the list. */
  filter: Readonly<Record<string, string>> | null;
}
export interface BulkProps {
  selection: Selection;
  /** Clears the selection. */
  clear: () => void;
}

/** `query`: the filter of the list. */
export interface ListMapProps {
  query: Readonly<Record<string, string>>;
  openId: string | undefined;
  open: (id: string) => void;
  linkTo: (id: string) => string;
}

export interface Panel<R> {
  name: string;
  place: 'main' | 'side';
  panel: ComponentType<{ row: R }>;
}
/** `panels`: their names; `form` and `facts` are those of the resource. */
export interface Tab<R> {
  name: string;
  panels: readonly string[];
  /** Where it has nothing for this row or this user it is left out. */
  isVisible?: (row: R, actor: CurrentUser) => boolean;
}
export const FORM_PANEL = 'form';
export const FACTS_PANEL = 'facts';
export type ResourceName = keyof Texts;

interface ResourceView<R> {
  /** Pages that show its list; the first is the default. A record is at `<path>/<id>` unless it opens in a sheet. */
  pages: readonly PageName[];
  opensIn: 'page' | 'sheet' | 'nothing';
  /** The page shows these rows alone, under a title of its own: text `presets.<name>`. */
  preset?: { name: string; filter: Readonly<Record<string, string>> };
  /** A row that is opened is shown by this definition, where rows of one list differ in their fields. */
  definitionOf?: (row: R) => Resource<R & Row>;
  /** What a row is called in a sentence. */
  label: (row: R) => string;
  columns: readonly Column<R>[];
  /** Its actions stay in sight while its sheet is scrolled, for rows that are there to be decided. */
  areActionsSticky?: true;
  /** Fields that only a file has, as they are: ids and hashes that prove a row. */
  exportKeys?: readonly (keyof R & string)[];
  /** Names of enum filters of the contract in display order, and custom filters. */
  filters?: readonly (string | CustomFilter)[];
  /** Of a queue: what needs somebody. */
  startFilter?: StartFilter;
  searchable?: false;
  /** Its search finds more than names: its texts say what, under `search`. */
  hasSearchLabel?: true;
  /** Sort orders to choose from where there are no column heads; texts `sorts.<value>`. */
  sorts?: readonly string[];
  /** Colour of the stripe at the row's edge. `isLive`: what the row says of the moment still counts. */
  stripe?: (row: R, isLive: boolean) => Tone;
  facts?: readonly Fact<R>[];
  /** Panels next to the facts of a record, in this order: charts, trees, child lists. */
  panels?: readonly Panel<R>[];
  /** Tabs of a sheet: the panels, the facts and the form, each in one of them. Texts `tabs.<name>`. */
  tabs?: readonly Tab<R>[];
  /** Where to go after creating a row; the record itself by default. */
  afterCreate?: (id: string, base: string) => string;
  links?: readonly LinkAction<R>[];
  /** Bulk actions; rows are selectable only for users with this access. */
  bulk?: { area: Area; level: Level; bar: ComponentType<BulkProps> };
  /** `isVisible` also applies to `delete` and `restore`. */
  acts?: Readonly<Record<string, ActOptions<R>>>;
  /** Where it returns false, the row is read-only: no actions, no form. */
  isEditable?: (row: R, actor: CurrentUser) => boolean;
  /** The main button of the page if it is not "create"; an empty list offers it, too. */
  primary?: ListAction;
  /** Another way to make one, beside the main button. */
  secondary?: ListAction;
  /** Shown above the list: figures that link to filtered lists. */
  summary?: ComponentType;
  footer?: ComponentType;
  /** Draws what the filter matches on a map, for resources that are somewhere. */
  map?: ComponentType<ListMapProps>;
  /** Draws cards instead of table rows, for visual resources. */
  card?: ComponentType<{ row: R }>;
  /** Refetch interval while the list is open, ms. */
  refreshMs?: number;
}

export interface Resource<R extends Row> extends ResourceView<R> {
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
  /** Logs use a cursor, newest first; lists use pages; short lists are returned whole. */
  paging: 'page' | 'cursor' | 'whole';
  sortable: readonly string[];
  defaultSort: string;
  enums: EnumFilters;
  actions: Readonly<Record<string, BoundAction>>;
  stateBadges: Readonly<Record<string, Readonly<Record<string, StateBadge>>>>;
  form?: Form<R>;
  createForm?: Form<R>;
}

type LabelsOf<N extends ResourceName> = Texts[N] extends { values: infer V } ? keyof V : never;
/** Each state value needs a badge and a label in the texts; a missing one does not compile. */
type StateBadges<N extends ResourceName, R> = {
  [K in keyof R]?: R[K] extends string ? { [V in R[K]]: V extends LabelsOf<N> ? StateBadge : never } : never;
};
interface Forms<R, P, C> {
  form?: {
    schema: P;
    fields: readonly Field<z.input<P>>[];
    from?(row: R): z.input<P>;
    isEditable?(row: R): boolean;
    isShown?(row: R): boolean;
    body?(changed: Partial<z.input<P>>, row: R): object;
  };
  /** `initialValues`: fields that are not blank initially. */
  createForm?: {
    schema: C;
    fields: readonly Field<z.input<C>>[];
    initialValues?: Partial<z.input<C>> | ((actor: CurrentUser) => Partial<z.input<C>>);
    body?(values: z.input<C>): object;
  };
}
/** Either an entity of the contract, or a read-only log or short list. */
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
      enums?: EnumFilters;
      sortable?: readonly string[];
      defaultSort?: string;
    };
type ResourceOptions<N extends ResourceName, S, P, C> = ResourceView<z.infer<S> & Row> &
  Forms<z.infer<S>, P, C> &
  Source<S> & {
    name: N;
    stateBadges?: StateBadges<N, z.infer<S>>;
    /** Acts that belong to another entity of the contract. */
    actions?: Readonly<Record<string, BoundAction>>;
  };

const boundActionsOf = ({ actions = {}, actionEndpoints = {} }: Partial<Entity>) =>
  Object.fromEntries(
    Object.entries(actions).flatMap(([verb, act]) => {
      const call = actionEndpoints[verb];
      return call ? [[verb, { act, call }]] : [];
    }),
  );

/** Names that are not fields of the schemas do not compile. */
export function defineResource<
  const N extends ResourceName,
  S extends Schema,
  P extends Schema,
  C extends Schema,
>(options: ResourceOptions<N, S, P, C>): Resource<z.infer<S> & Row> {
  const common = { ...options, actions: options.actions ?? {}, stateBadges: options.stateBadges ?? {} };
  if (!('entity' in options)) {
    const { list, export: exportRows } = options;
    const endpoints = exportRows ? { list, export: exportRows } : { list };
    const { enums = {}, sortable = [], defaultSort = '' } = options;
    const rest = { enums, endpoints, sortable, defaultSort };
    return { ...common, ...rest } as unknown as Resource<z.infer<S> & Row>;
  }
  const { area, listOptions, row, ...endpoints } = options.entity;
  return {
    ...common,
    area,
    row,
    endpoints,
    paging: 'page',
    sortable: listOptions.sorts,
    defaultSort: listOptions.defaultSort,
    enums: listOptions.enums,
    actions: { ...boundActionsOf(options.entity), ...options.actions },
  } as unknown as Resource<z.infer<S> & Row>;
}
