/** Visible columns: all, or those in the URL (`?cols=name,status`), in the list's order. */
import { columnName } from '../../fields/Value.tsx';
import type { Column } from '../../resource/defineResource.ts';

export function visibleColumns<R>(all: readonly Column<R>[], cols: string): readonly Column<R>[] {
  const named = cols.split(',');
  const visible = all.filter(column => named.includes(columnName(column)));
  return cols === '' || visible.length === 0 ? all : visible;
}

/** The URL value after toggling a column; the last visible column stays. */
export function toggleColumn<R>(all: readonly Column<R>[], cols: string, name: string): string {
  const before = visibleColumns(all, cols).map(columnName);
  const after = before.includes(name) ? before.filter(other => other !== name) : [...before, name];
  if (after.length === 0) return cols;
  const visible = all.map(columnName).filter(other => after.includes(other));
  return visible.length === all.length ? '' : visible.join(',');
}
