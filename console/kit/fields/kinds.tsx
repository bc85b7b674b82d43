/** How each kind of value is shown in a column or among facts, and what it is in a file. */
import { clockLength } from '../../../shared/i18n/format.ts';
import type { Format } from '../../../shared/i18n/format.ts';
import type { Cell, Row } from '../resource/define.ts';
import { useText, type Text } from '../text/useText.ts';
import { AgoCell, BytesCell, LengthCell, NumberCell, PercentCell, TextCell, TimeCell } from './cells.tsx';

/** What a spreadsheet takes as it is. */
export type Plain = string | number | null;
interface Kind<V> {
  Cell: Cell<V, Row>;
  plain: (value: V, to: { format: Format; text: Text }) => Plain;
}
const kind = <V,>(Cell: Kind<V>['Cell'], plain: Kind<V>['plain']): Kind<V> => ({ Cell, plain });

/** A word of the resource's own texts. */
const WordCell = ({ value, resource }: { value: string | null; resource: string }) => {
  const text = useText(resource);
  return value === null ? <TextCell value={null} /> : <>{text(`values.${value}`)}</>;
};
const FlagCell = ({ value }: { value: boolean }) => <>{useText('screens')(value ? 'yes' : 'no')}</>;
const TagsCell = ({ value }: { value: readonly string[] }) => <TextCell value={value.join(', ')} />;

export const KINDS = {
  text: kind<string | null>(TextCell, value => value),
  /** A moment, told as its age. */
  ago: kind<string | null>(AgoCell, (value, { format }) => value && format.dateTime(value)),
  time: kind<string | null>(TimeCell, (value, { format }) => value && format.dateTime(value)),
  number: kind<number | null>(NumberCell, value => value),
  bytes: kind<number>(BytesCell, value => value),
  /** ms */
  length: kind<number | null>(LengthCell, value => value && clockLength(value)),
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
