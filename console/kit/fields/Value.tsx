/** Renders a value as its column or fact defines it, and exports it for files. */
import type { ComponentType } from 'react';
import { systemClock } from '../../../shared/clock.ts';
import type { Format } from '../../../shared/i18n/format.ts';
import type { Column, Fact, Resource, Row } from '../resource/defineResource.ts';
import { useFormat } from '../text/useFormat.ts';
import type { Text } from '../text/useText.ts';
import { KINDS, type ExportValue } from './kinds.tsx';
import { StateMark } from './StateMark.tsx';

interface ValueProps<R extends Row> {
  resource: Resource<R>;
  column: Column<R> | Fact<R>;
  row: R;
}

/** defineResource checks each kind and cell against its field type; a list of columns cannot keep that type. */
export function Value<R extends Row>({ resource, column, row }: ValueProps<R>) {
  const value = row[column.key];
  const today = useFormat().dayAt(systemClock.now());
  if ('as' in column) {
    if (column.as === 'state') {
      const word = column.stateOn?.(row, today) ?? String(value);
      return (
        <StateMark badge={resource.stateBadges[column.key]?.[word]} value={word} resource={resource.name} />
      );
    }
    const Cell = KINDS[column.as].Cell as unknown as ComponentType<{
      value: unknown;
      row: R;
      resource: string;
    }>;
    return <Cell value={value} row={row} resource={resource.name} />;
  }
  const Cell = column.cell as unknown as ComponentType<{ value: unknown; row: R; resource: string }>;
  return <Cell value={value} row={row} resource={resource.name} />;
}

const isExportValue = (value: unknown): value is ExportValue =>
  value === null || typeof value === 'string' || typeof value === 'number';

export function exportValueOf<R extends Row>(
  { column, row }: Omit<ValueProps<R>, 'resource'>,
  to: { format: Format; text: Text },
): ExportValue {
  const value: unknown = row[column.key];
  if (!('as' in column))
    return column.exportValue ? column.exportValue(row, to.text) : isExportValue(value) ? value : '';
  if (column.as === 'state')
    return to.text(`values.${column.stateOn?.(row, to.format.dayAt(systemClock.now())) ?? String(value)}`);
  const toExportValue = KINDS[column.as].toExportValue as (
    value: unknown,
    to: { format: Format; text: Text },
    row: R,
  ) => ExportValue;
  return toExportValue(value, to, row);
}

export const columnName = (column: { key: string; label?: string }) => column.label ?? column.key;
