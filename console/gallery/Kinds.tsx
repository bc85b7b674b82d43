import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { KINDS, type KindName } from '../kit/fields/kinds.tsx';
import { DEVICE_IDS } from './sampleData.ts';
import { Section } from './Section.tsx';

const AT = '2026-01-05T08:00:00.000Z';
const ROW = { currency: 'EUR', tz: 'Asia/Shanghai' };
const RELATIONS = ['Cab 1182', 'Cab 0417'].map((name, i) => ({ id: DEVICE_IDS[i]!, name }));
const VALUES: Readonly<Record<KindName, unknown>> = {
  text: 'Cab 1182',
  ago: AT,
  time: AT,
  number: 12_345,
  bytes: 281_400,
  length: 3_725_000,
  percent: 0.4,
  percentPoints: 12.5,
  basisPoints: 1_225,
  money: 123_456,
  micros: 2_500_000,
  date: '2026-01-05',
  zonedTime: AT,
  seconds: 3_725,
  dayparts: [
    { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:35' },
    { days: [5, 6], start: '22:00', end: '02:00' },
  ],
  relation: RELATIONS[0],
  relations: RELATIONS,
  bilingual: { en: 'Doors open on the right', zh: '右侧开门' },
  rules: [
    { field: 'radius_m', operator: 'at_least', value: 400 },
    { field: 'status', operator: 'is', value: 'active' },
  ],
  point: { lat: 38.7223, lng: -9.1393, radius_m: 400 },
  word: 'active',
  flag: true,
  tags: ['night', 'city loop'],
};

/** Each kind of value as a column or a fact shows it; a kind without a value here does not compile. */
export function Kinds() {
  const { t } = useTranslation('gallery');
  return (
    <Section title={t('kinds')}>
      <dl className="grid grid-cols-1 border-t-2 border-ink bg-surface sm:grid-cols-2">
        {(Object.keys(VALUES) as KindName[]).map(name => {
          const Cell = KINDS[name].Cell as unknown as ComponentType<{
            value: unknown;
            row: object;
            resource: string;
          }>;
          return (
            <div key={name} className="flex min-h-12 items-center gap-4 border-b border-line px-4">
              <dt className="w-32 shrink-0 font-mono text-12 text-ink-2">{name}</dt>
              <dd className="min-w-0 flex-1 overflow-hidden">
                <Cell value={VALUES[name]} row={ROW} resource="locations" />
              </dd>
            </div>
          );
        })}
      </dl>
    </Section>
  );
}
