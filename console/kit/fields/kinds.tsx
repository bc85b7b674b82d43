/** For each kind of value: its cell, and its value in an exported file. */
import { clockLength } from '../../../shared/i18n/format.ts';
import type { Format } from '../../../shared/i18n/format.ts';
import type { Cell, Row } from '../resource/defineResource.ts';
import { useText, type Text } from '../text/useText.ts';
import {
  RelativeTimeCell,
  BytesCell,
  DurationCell,
  NumberCell,
  PercentCell,
  TextCell,
  TimeCell,
} from './cells.tsx';

/** A value a spreadsheet accepts directly. */
export type ExportValue = string | number | null;
interface Kind<V> {
  Cell: Cell<V, Row>;
  toExportValue: (value: V, to: { format: Format; text: Text }) => ExportValue;
}
const kind = <V,>(Cell: Kind<V>['Cell'], plain: Kind<V>['toExportValue']): Kind<V> => ({
  Cell,
  toExportValue: plain,
});

/** An enum label from the resource's texts. */
const WordCell = ({ value, resource }: { value: string | null; resource: string }) => {
  const text = useText(resource);
  return value === null ? <TextCell value={null} /> : <>{text(`values.${value}`)}</>;
};
const FlagCell = ({ value }: { value: boolean }) => <>{useText('screens')(value ? 'yes' : 'no')}</>;
const TagsCell = ({ value }: { value: readonly string[] }) => <TextCell value={value.join(', ')} />;

export const KINDS = {
  text: kind<string | null>(TextCell, value => value),
  /** A moment, shown as its age. */
  ago: kind<string | null>(RelativeTimeCell, (value, { format }) => value && format.dateTime(value)),
  time: kind<string | null>(TimeCell, (value, { format }) => value && format.dateTime(value)),
  number: kind<number | null>(NumberCell, value => value),
  bytes: kind<number>(BytesCell, value => value),
  /** ms */
  length: kind<number | null>(DurationCell, value => value && clockLength(value)),
  /** 0 to 1 */
  percent: kind<number>(PercentCell, value => value),
  word: kind<string | null>(WordCell, (value, { text }) => value && text(`values.${value}`)),
  flag: kind<boolean>(FlagCell, value => String(value)),
  tags: kind<readonly string[]>(TagsCell, value => value.join(', ')),
} as const;
export type KindName = keyof typeof KINDS;
/** Kinds that take such a value. */
export type KindFor<V> = {
  [K in KindName]: (typeof KINDS)[K] extends Kind<infer T> ? ([V] extends [T] ? K : never) : never;
}[KindName];
