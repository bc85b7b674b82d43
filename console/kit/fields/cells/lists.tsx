import type { Format } from '../../../../shared/i18n/format.ts';
import { useFormat } from '../../text/useFormat.ts';
import { useText, type Text } from '../../text/useText.ts';
import { EmptyCell, TextCell } from '../cells.tsx';
import { OPERATORS, type Rule } from '../inputs/list/rules.ts';
import { placeText, type Point } from '../inputs/place/point.ts';
import { tongueOf, type Bilingual } from '../inputs/words/bilingual.ts';

/** A row of another resource as the server names it. */
export interface Relation {
  id: string;
  name: string;
}
export const RelationCell = ({ value }: { value: Relation | null }) => (
  <TextCell value={value && value.name} />
);
export const RelationsCell = ({ value }: { value: readonly Relation[] }) => (
  <TextCell value={value.map(({ name }) => name).join(', ')} />
);

/** The other language is marked where the reader's is missing, so that it is spoken rightly. */
export function BilingualCell({ value }: { value: Bilingual | null }) {
  const { locale } = useFormat();
  const text = tongueOf(value, locale);
  if (value === null || text === '') return <EmptyCell />;
  return (
    <span lang={text === value.zh ? 'zh' : 'en'}>
      <TextCell value={text} />
    </span>
  );
}

/** `Radius ≥ 400; State = active`: words of the resource, signs of mathematics. */
export const rulesText = (rules: readonly Rule[], text: Text, format: Format) =>
  rules
    .map(({ field, operator, value }) => {
      const valueText =
        typeof value === 'number' ? format.number(value) : text(`values.${value}`, { defaultValue: value });
      return `${text(`fields.${field}`)} ${OPERATORS[operator]} ${valueText}`;
    })
    .join('; ');
export function RulesCell({ value, resource }: { value: readonly Rule[]; resource: string }) {
  return <TextCell value={rulesText(value, useText(resource), useFormat())} />;
}

export const pointText = (point: Point, format: Format) =>
  `${placeText(point)} (${format.metres(point.radius_m)})`;
export function PointCell({ value }: { value: Point | null }) {
  const format = useFormat();
  if (value === null) return <EmptyCell />;
  return <span className="font-mono whitespace-nowrap">{pointText(value, format)}</span>;
}
