import { useState } from 'react';
import type { ChosenRow, Resource, Row } from '../../resource/defineResource.ts';
import { useCanAccess } from '../../useSave.ts';
import type { ListState } from './listState.ts';
import {
  toSelection,
  selectionFor,
  EMPTY_SELECTION,
  selectedShare,
  toggleRows,
  type SelectedShare,
} from './selection.ts';

/** The selection as the table needs it. */
export interface RowSelection {
  share: SelectedShare;
  has: (id: string) => boolean;
  toggle: (ids: readonly string[]) => void;
}

const chosenOf = <R extends Row>({ label }: Resource<R>, row: R): ChosenRow => ({
  id: row.id,
  name: label(row),
  version: row.version,
});

/** Null if the resource has no bulk actions, or the user may not use them. */
export function useSelection<R extends Row>(resource: Resource<R>, listState: ListState, rows: readonly R[]) {
  const canAccess = useCanAccess();
  const [stored, setStored] = useState(EMPTY_SELECTION);
  const [seen, setSeen] = useState<ReadonlyMap<string, ChosenRow>>(new Map());
  const { bulk } = resource;
  if (!bulk || listState.deleted || !canAccess(bulk.area, bulk.level)) return null;
  const filter = {
    ...resource.preset?.filter,
    ...(listState.q === '' ? {} : { q: listState.q }),
    ...listState.values,
  };
  const page = rows.map(row => row.id);
  const selected = selectionFor(stored, JSON.stringify(filter));
  const rowSelection: RowSelection = {
    share: selectedShare(selected, page),
    has: id => selected.isAll || selected.ids.includes(id),
    toggle: ids => {
      const before = selected.isAll ? [] : selected.ids;
      const added = rows.filter(({ id }) => !before.includes(id));
      setSeen(new Map([...seen, ...added.map(row => [row.id, chosenOf(resource, row)] as const)]));
      setStored(toggleRows(selected, ids, page));
    },
  };
  return {
    bar: bulk.bar,
    rowSelection,
    page,
    isAll: selected.isAll,
    selectionOf: (total: number) => {
      const selection = toSelection(selected, filter, total);
      return { ...selection, chosen: selection.ids.flatMap(id => seen.get(id) ?? []) };
    },
    selectAll: () => setStored({ ...selected, isAll: true }),
    clear: () => setStored(EMPTY_SELECTION),
  };
}
export type ListSelection = NonNullable<ReturnType<typeof useSelection>>;
