/** A value of a row as its column or fact says; and the same for a file. */
import type { ComponentType } from 'react';
import type { Format } from '../../../shared/i18n/format.ts';
import type { Column, Fact, Resource, Row } from '../resource/define.ts';
import type { Text } from '../text/useText.ts';
import { KINDS, type Plain } from './kinds.tsx';
import { SignMark } from './signs.tsx';

interface Told<R extends Row> {
  resource: Resource<R>;
  of: Column<R> | Fact<R>;
  row: R;
}

/** define.ts has tied each kind and cell to the type of its field; a row of columns forgets the tie. */
export function Value<R extends Row>({ resource, of, row }: Told<R>) {
  const value = row[of.key];
  if ('as' in of) {
    if (of.as === 'state')
      return (
        <SignMark
          sign={resource.signs[of.key]?.[String(value)]}
          value={String(value)}
          resource={resource.name}
        />
      );
    const Cell = KINDS[of.as].Cell as unknown as ComponentType<{ value: unknown; row: R; resource: string }>;
    return <Cell value={value} row={row} resource={resource.name} />;
  }
  const Cell = of.cell as unknown as ComponentType<{ value: unknown; row: R; resource: string }>;
  return <Cell value={value} row={row} resource={resource.name} />;
}

const isPlain = (value: unknown): value is Plain =>
  value === null || typeof value === 'string' || typeof value === 'number';

export function plainOf<R extends Row>(
  { of, row }: Omit<Told<R>, 'resource'>,
  to: { format: Format; text: Text },
): Plain {
  const value: unknown = row[of.key];
  if (!('as' in of)) return of.plain ? of.plain(row) : isPlain(value) ? value : '';
  if (of.as === 'state') return to.text(`values.${String(value)}`);
  const plain = KINDS[of.as].plain as (value: unknown, to: { format: Format; text: Text }, row: R) => Plain;
  return plain(value, to, row);
}

export const nameOf = (of: { key: string; label?: string }) => of.label ?? of.key;
