/** Inputs that come with a file of their own, and what they hold. */
import type { ComponentType } from 'react';
import type { Endpoint } from '../../../../shared/contract/wire/endpoint.ts';
import type { Field, Input } from '../../resource/form.ts';
import type { MapPoint, Tool } from '../../map/mapProps.ts';
import type { RelationSource } from '../relation.ts';
import type { DurationUnit } from './amount/duration.ts';
import type { MoneyUnit } from './amount/money.ts';
import type { PercentScale } from './amount/percent.ts';
import type { FileLimits } from './file/file.ts';
import type { RuleVocabulary } from './list/rules.ts';
import type { TagLimits } from './list/tags.ts';
import type { RadiusBounds } from './place/point.ts';
import type { DayBounds } from './time/date.ts';

/** A field of the same form that says it. */
export interface ByField {
  field: string;
}

/** What one of a list of small forms is called: text `rows.one.<noun>`. */
type RowNoun =
  | 'code'
  | 'creative'
  | 'field'
  | 'flight'
  | 'floor'
  | 'line'
  | 'party'
  | 'point'
  | 'ride'
  | 'variable';
export type CodeKind = 'country' | 'currency' | 'zone';

export type LazyInput =
  /** A code of ISO 3166-1 or ISO 4217, or an IANA time zone, picked by its name. */
  | { as: 'code'; of: CodeKind; nullable?: true }
  /** A whole number of minor units or micros; the currency is fixed or that of another field. */
  | { as: 'money'; currency: string | ByField; unit?: MoneyUnit; nullable?: true }
  | { as: 'percent'; scale: PercentScale; nullable?: true }
  /** `YYYY-MM-DD`; `notBefore`: a field it may not lie before. */
  | ({ as: 'date'; notBefore?: string; nullable?: true } & DayBounds)
  /** A moment in UTC, shown and typed by the clocks of a zone: the user's where none is named. */
  | { as: 'dateTime'; zone?: string | ByField; notBefore?: string; nullable?: true }
  | { as: 'duration'; unit: DurationUnit; nullable?: true }
  /** `[{days, start, end}]`; `empty`: what none of them means, text `dayparts.<empty>`. */
  | { as: 'dayparts'; max?: number; empty?: 'always' | 'unknown' }
  /** Ids of rows of another resource, in the order they were picked. */
  | { as: 'relations'; of: RelationSource; max?: number }
  | ({ as: 'tags' } & TagLimits)
  /** One of a few rows: what the call answers has `items` with an id and a name each. */
  | { as: 'choice'; of: Endpoint; nullable?: true }
  /** Some of a fixed set of words; labels are `values.<option>`. */
  | { as: 'choices'; options: readonly string[]; max?: number }
  /** A list of small forms in an order; their labels are `fields.<name>`, too. `blank`: what a new one begins with. */
  | {
      as: 'rows';
      of: RowNoun;
      fields: readonly Field<Record<string, unknown>>[];
      blank?: object;
      min?: number;
      max?: number;
    }
  /** `{en, zh}`; `isRequired`: one of them at least. */
  | { as: 'bilingual'; area?: true; isRequired?: true; nullable?: true }
  /** `[{field, operator, value}]`; fields are `fields.<name>`, words to choose from `values.<option>`. */
  | { as: 'rules'; vocabulary: RuleVocabulary; max?: number }
  /** `{lat, lng, radius_m}`; bounds of the radius in m; `near`: rows with a place of their own to begin at. */
  | ({ as: 'point'; nullable?: true; near?: RelationSource } & RadiusBounds)
  /**
   * Areas of the contract; `tools`: the shapes that may be drawn, all of them where it is left out; `usePoints`: what
   * else stands on the map, so that one draws where it is.
   */
  | { as: 'fences'; max?: number; tools?: readonly Tool[]; usePoints?: () => readonly MapPoint[] }
  /**
   * Conditions of the contract. `useStaleMin`: after how many minutes screens count the weather as unknown; null where
   * they are not told of it, undefined while that is not known. `WhenOff`: says so, and where that changes.
   */
  | { as: 'conditions'; useStaleMin: () => number | null | undefined; WhenOff: ComponentType }
  /** `{w, h, durations_ms}`; what is left empty is null, or none. */
  | { as: 'spot' }
  /** `#rrggbb` */
  | { as: 'colour' }
  /** A File that was picked, or a link to what stands there already. */
  | ({ as: 'file'; nullable?: true } & FileLimits);

/** What each holds that nobody has filled in; null stands where that is allowed. */
export const LAZY_BLANKS: { readonly [K in LazyInput['as']]: unknown } = {
  code: '',
  money: undefined,
  percent: undefined,
  date: '',
  dateTime: '',
  duration: undefined,
  dayparts: [],
  relations: [],
  tags: [],
  choice: '',
  choices: [],
  rows: [],
  bilingual: { en: '', zh: '' },
  rules: [],
  point: undefined,
  fences: [],
  conditions: [],
  spot: { w: null, h: null, durations_ms: [] },
  colour: '#000000',
  file: undefined,
};
export const isLazy = (input: Input): input is LazyInput => input.as in LAZY_BLANKS;
