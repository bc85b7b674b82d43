/** What an input picks from: the calls of another entity. */
import { use } from 'react';
import type { Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import type { CurrentUser } from '../../app/session/useCurrentUser.ts';

export interface Relation {
  list: Endpoint;
  read: Endpoint;
}
type Filters = Readonly<Record<string, string>>;
/** Filters of its list; a function has those that depend on whoever picks. */
export type PickQuery = Filters | ((actor: CurrentUser) => Filters);

/** A function loads it with the form, so that a list does not carry the contracts of all that its rows point at. */
export type RelationSource = Relation | (() => Promise<Relation>);

const loading = new Map<() => Promise<Relation>, Promise<Relation>>();
function load(source: () => Promise<Relation>): Promise<Relation> {
  const known = loading.get(source);
  if (known) return known;
  const coming = source();
  loading.set(source, coming);
  // A file that did not come is asked for again by the next form.
  coming.catch(() => loading.delete(source));
  return coming;
}

/** Suspends until it is there. */
export const useRelation = (source: RelationSource): Relation =>
  typeof source === 'function' ? use(load(source)) : source;

export interface PickerRow {
  id: string;
  name?: string;
  email?: string;
  filename?: string;
  agency?: string;
}
export const nameOf = (row: PickerRow | undefined) =>
  row?.name ?? row?.email ?? row?.filename ?? row?.agency ?? '';
