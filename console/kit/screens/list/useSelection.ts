import { useState } from 'react';
import type { Resource, Row } from '../../resource/define.ts';
import { useMay } from '../../useSave.ts';
import type { ListState } from './listState.ts';
import { chosenOf, heldIn, NONE, shareOf, toggled, type Share } from './selection.ts';

/** How a table draws what is chosen. */
export interface Choosing {
  share: Share;
  has: (id: string) => boolean;
  toggle: (ids: readonly string[]) => void;
}

/** Null where nothing is done to many rows, or not by this user. */
export function useSelection<R extends Row>(resource: Resource<R>, state: ListState, rows: readonly R[]) {
  const may = useMay();
  const [kept, setKept] = useState(NONE);
  const { bulk } = resource;
  if (!bulk || state.deleted || !may(bulk.area, bulk.level)) return null;
  const filter = { ...(state.q === '' ? {} : { q: state.q }), ...state.values };
  const page = rows.map(row => row.id);
  const now = heldIn(kept, JSON.stringify(filter));
  const choosing: Choosing = {
    share: shareOf(now, page),
    has: id => now.isAll || now.ids.includes(id),
    toggle: ids => setKept(toggled(now, ids, page)),
  };
  return {
    bar: bulk.bar,
    choosing,
    page,
    isAll: now.isAll,
    chosen: (total: number) => chosenOf(now, filter, total),
    chooseAll: () => setKept({ ...now, isAll: true }),
    clear: () => setKept(NONE),
  };
}
export type Selected = NonNullable<ReturnType<typeof useSelection>>;
