import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { devices } from '../../shared/contract/fleet/device.ts';
import { InputOf } from '../kit/fields/inputs.tsx';
import type { LazyInput } from '../kit/fields/inputs/lazyInput.ts';
import { Field } from '../kit/ui/controls/Field.tsx';
import { ticketDevices } from '../../shared/contract/trust/ticket.ts';
import { DEVICE_IDS, PICTURE } from './sampleData.ts';
import { Section } from './Section.tsx';

interface InputSample {
  input: LazyInput;
  filled: unknown;
  /** What it cannot take, or what the server refused. */
  wrong: unknown;
}
const PLACE = { lat: 38.7223, lng: -9.1393, radius_m: 400 };
const ROW = { name: 'Airport, arrivals', radius_m: 400 };
const SHOWN: Readonly<Record<LazyInput['as'], InputSample>> = {
  code: { input: { as: 'code', of: 'country' }, filled: 'PT', wrong: 'Portugal' },
  money: { input: { as: 'money', currency: 'EUR' }, filled: 123_456, wrong: NaN },
  percent: { input: { as: 'percent', scale: 'basis' }, filled: 1_250, wrong: NaN },
  date: { input: { as: 'date', min: '2026-01-01' }, filled: '2026-01-05', wrong: '2025-12-31' },
  dateTime: {
    input: { as: 'dateTime', zone: 'Europe/Lisbon' },
    filled: '2026-10-25T00:30:00.000Z',
    wrong: '29 Mar 2026, 01:30',
  },
  duration: { input: { as: 'duration', unit: 'ms' }, filled: 3_900_000, wrong: NaN },
  choice: {
    input: { as: 'choice', of: ticketDevices, nullable: true },
    filled: DEVICE_IDS[0],
    wrong: '',
  },
  choices: {
    input: { as: 'choices', options: ['active', 'archived'] },
    filled: ['active'],
    wrong: ['unknown'],
  },
  tags: { input: { as: 'tags', max: 5 }, filled: ['night', 'city loop'], wrong: ['night'] },
  bilingual: {
    input: { as: 'bilingual', isRequired: true },
    filled: { en: 'Doors open on the right', zh: '右侧开门' },
    wrong: { en: '', zh: '' },
  },
  colour: { input: { as: 'colour' }, filled: '#0b5d5b', wrong: '#0b5d5b' },
  relations: {
    input: { as: 'relations', of: devices, max: 3 },
    filled: DEVICE_IDS.slice(0, 2),
    wrong: DEVICE_IDS.slice(0, 1),
  },
  dayparts: {
    input: { as: 'dayparts' },
    filled: [
      { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:35' },
      { days: [5, 6], start: '22:00', end: '02:00' },
    ],
    wrong: [{ days: [], start: '08:02', end: '18:00' }],
  },
  conditions: {
    input: { as: 'conditions', useStaleMin: () => 60, WhenOff: () => null },
    filled: [
      { on: 'sky', is: ['rain', 'storm'] },
      { on: 'ride', is: ['riding'] },
    ],
    wrong: [{ on: 'temperature', min: 20, max: 10 }],
  },
  rows: {
    input: {
      as: 'rows',
      of: 'point',
      fields: [
        { name: 'name', input: { as: 'text' } },
        { name: 'radius_m', input: { as: 'number' } },
      ],
      max: 4,
    },
    filled: [ROW, { ...ROW, name: 'Cais do Sodré' }],
    wrong: [ROW],
  },
  rules: {
    input: {
      as: 'rules',
      vocabulary: {
        name: { operators: ['is', 'contains'], value: { as: 'text' } },
        radius_m: { operators: ['at_least', 'at_most'], value: { as: 'number', unit: 'm' } },
        status: { operators: ['is', 'is_not'], value: { as: 'select', options: ['active', 'archived'] } },
      },
    },
    filled: [
      { field: 'radius_m', operator: 'at_least', value: 400 },
      { field: 'status', operator: 'is', value: 'active' },
    ],
    wrong: [{ field: 'radius_m', operator: 'at_most', value: 'far' }],
  },
  fences: {
    input: { as: 'fences', max: 4 },
    filled: [
      { shape: 'circle', ...PLACE },
      {
        shape: 'corridor',
        path: [
          { lat: 38.7367, lng: -9.1459 },
          { lat: 38.7256, lng: -9.1501 },
        ],
        width_m: 120,
      },
    ],
    wrong: [{ shape: 'circle', ...PLACE, radius_m: 5 }],
  },
  point: { input: { as: 'point', min: 25 }, filled: PLACE, wrong: { ...PLACE, radius_m: 10 } },
  spot: {
    input: { as: 'spot' },
    filled: { w: 1280, h: 800, durations_ms: [8_000, 10_500] },
    wrong: { w: 1280, h: 800, durations_ms: 'long' },
  },
  file: {
    input: { as: 'file', types: ['image/png', 'image/jpeg', 'video/mp4'], maxBytes: 20_000_000 },
    filled: { url: PICTURE, mime: 'image/png', name: 'harbour.png', bytes: 1_240_000 },
    wrong: undefined,
  },
};
const STATES = ['empty', 'filled', 'wrong', 'off'] as const;

/** Every input that comes with a file of its own: empty, filled in, wrong and not to be changed. */
export function Inputs() {
  const { t } = useTranslation('gallery');
  return (
    <Section title={t('inputs.title')}>
      {Object.entries(SHOWN).map(([as, shown]) => (
        <div
          key={as}
          className="grid grid-cols-1 items-start gap-5 border-line pt-4 not-first:border-t lg:grid-cols-2"
        >
          {STATES.map(state => (
            <One key={state} shown={shown} state={state} />
          ))}
        </div>
      ))}
    </Section>
  );
}

function One({ shown, state }: { shown: InputSample; state: (typeof STATES)[number] }) {
  const { t } = useTranslation('gallery');
  const { input, filled, wrong } = shown;
  const [value, setValue] = useState(() => ({ empty: undefined, filled, wrong, off: filled })[state]);
  return (
    <Field
      label={t('inputs.named', { input: t(`inputs.${input.as}`), state: t(`inputs.${state}`) })}
      error={state === 'wrong' ? t('inputs.refused') : undefined}
    >
      {aria => (
        <InputOf
          resource="locations"
          input={input}
          aria={aria}
          name={`${input.as}-${state}`}
          value={value}
          disabled={state === 'off'}
          onChange={setValue}
          onBlur={() => undefined}
          ref={() => undefined}
        />
      )}
    </Field>
  );
}
