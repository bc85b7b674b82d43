/** For each kind of value: its cell, and its value in an exported file. */
import type { Format } from '../../../shared/i18n/format.ts';
import type { Cell, Row } from '../resource/defineResource.ts';
import { useText, type Text } from '../text/useText.ts';
import {
  moneyExport,
  microsExport,
  MoneyCell,
  MicrosCell,
  PercentOfCell,
  SecondsCell,
} from './cells/amounts.tsx';
import {
  BilingualCell,
  PointCell,
  pointText,
  RelationCell,
  RelationsCell,
  RulesCell,
  rulesText,
  type Relation,
} from './cells/lists.tsx';
import { DateCell, DaypartsCell, daypartsText, zoneOf, ZonedTimeCell } from './cells/times.tsx';
import { shareOf } from './inputs/amount/percent.ts';
import type { Rule } from './inputs/list/rules.ts';
import type { Point } from './inputs/place/point.ts';
import type { Daypart } from './inputs/time/dayparts.ts';
import { tongueOf, type Bilingual } from './inputs/words/bilingual.ts';
import {
  RelativeTimeCell,
  BytesCell,
  DurationCell,
  NumberCell,
  PercentCell,
  TextCell,
  TimeCell,
} from './cells.tsx';

const S = 1_000;
/** A value a spreadsheet accepts directly. */
export type ExportValue = string | number | null;
interface Kind<V> {
  Cell: Cell<V, Row>;
  /** `row`: an amount is one of its row's currency. */
  toExportValue: (value: V, to: { format: Format; text: Text }, row: object) => ExportValue;
}
const kind = <V,>(Cell: Kind<V>['Cell'], plain: Kind<V>['toExportValue']): Kind<V> => ({
  Cell,
  toExportValue: plain,
});

/** An enum label from the resource's texts. */
const WordCell = ({ value, resource }: { value: string | null; resource: string }) => {
  const text = useText(resource);
  return value === null ? (
    <TextCell value={null} />
  ) : (
    /** Chinese breaks between any two characters: a narrow column would stand it upright. */
    <span className="sm:whitespace-nowrap">{text(`values.${value}`)}</span>
  );
};
const FlagCell = ({ value }: { value: boolean }) => <>{useText('screens')(value ? 'yes' : 'no')}</>;
const TagsCell = ({ value }: { value: readonly string[] }) => <TextCell value={value.join(', ')} />;

export const KINDS = {
  text: kind<string | null>(TextCell, value => value),
  /** A moment, shown as its age. */
  ago: kind<string | null>(RelativeTimeCell, (value, { format }) => value && format.spreadsheetTime(value)),
  time: kind<string | null>(TimeCell, (value, { format }) => value && format.spreadsheetTime(value)),
  number: kind<number | null>(NumberCell, value => value),
  bytes: kind<number>(BytesCell, value => value),
  /** ms; seconds in a file, because a spreadsheet reads `0:08` as eight minutes past midnight. */
  length: kind<number | null>(DurationCell, value => value && value / S),
  /** 0 to 1 */
  percent: kind<number>(PercentCell, value => value),
  /** 0 to 100 */
  percentPoints: kind<number | null>(PercentOfCell('percent'), value => value && shareOf(value, 'percent')),
  basisPoints: kind<number | null>(PercentOfCell('basis'), value => value && shareOf(value, 'basis')),
  /** Minor units of the `currency` of the row; a number of its units in a file. */
  money: kind<number | null>(MoneyCell, (value, _, row) => moneyExport(value, row)),
  /** Millionths of the unit, as bids and floors are kept. */
  micros: kind<number | null>(MicrosCell, value => microsExport(value)),
  /** A day of the calendar, in no zone. */
  date: kind<string | null>(DateCell, value => value),
  /** By the clocks of the row's own `tz`, which is named. */
  zonedTime: kind<string | null>(
    ZonedTimeCell,
    (value, { format }, row) => value && format.exactIn(value, zoneOf(row)),
  ),
  /** s */
  seconds: kind<number | null>(SecondsCell, value => value),
  dayparts: kind<readonly Daypart[] | null>(DaypartsCell, (value, { format }) => daypartsText(value, format)),
  relation: kind<Relation | null>(RelationCell, value => value && value.name),
  relations: kind<readonly Relation[]>(RelationsCell, value => value.map(({ name }) => name).join(', ')),
  bilingual: kind<Bilingual | null>(BilingualCell, (value, { format }) => tongueOf(value, format.locale)),
  rules: kind<readonly Rule[]>(RulesCell, (value, { text, format }) => rulesText(value, text, format)),
  point: kind<Point | null>(PointCell, (value, { format }) => value && pointText(value, format)),
  word: kind<string | null>(WordCell, (value, { text }) => value && text(`values.${value}`)),
  flag: kind<boolean>(FlagCell, value => String(value)),
  tags: kind<readonly string[]>(TagsCell, value => value.join(', ')),
} as const;
export type KindName = keyof typeof KINDS;
/** Kinds that take such a value. */
export type KindFor<V> = {
  [K in KindName]: (typeof KINDS)[K] extends Kind<infer T> ? ([V] extends [T] ? K : never) : never;
}[KindName];
