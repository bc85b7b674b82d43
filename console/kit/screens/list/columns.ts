/** Which columns are drawn: all, or those the address names (`?cols=name,status`), in the list's own order. */
import { nameOf } from '../../fields/Value.tsx';
import type { Column } from '../../resource/define.ts';

export function shownColumns<R>(all: readonly Column<R>[], cols: string): readonly Column<R>[] {
  const named = cols.split(',');
  const chosen = all.filter(column => named.includes(nameOf(column)));
  return cols === '' || chosen.length === 0 ? all : chosen;
}

/** What the address says after one column was pressed; the last one stays. */
export function toggled<R>(all: readonly Column<R>[], cols: string, name: string): string {
  const before = shownColumns(all, cols).map(nameOf);
  const after = before.includes(name) ? before.filter(other => other !== name) : [...before, name];
  if (after.length === 0) return cols;
  const kept = all.map(nameOf).filter(other => after.includes(other));
  return kept.length === all.length ? '' : kept.join(',');
}
