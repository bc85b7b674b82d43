import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { RIDE_STATES, SKIES, type Condition } from '../../../../shared/contract/playout/schedule.ts';
import { playlistItem } from '../../../../shared/contract/content/playlist.ts';
import { int } from '../../../../shared/contract/wire/wire.ts';
import type { Field } from '../../../kit/resource/form.ts';
import { FormPanel } from '../../../kit/screens/form/FormPanel.tsx';
import { Dialog } from '../../../kit/ui/overlays/Dialog.tsx';
import { useHasWeather } from '../../../playout/weather/useHasWeather.ts';
import { WeatherIsOff } from '../../../playout/weather/WeatherIsOff.tsx';
import type { DraftItem, ItemSettings } from './draftReducer.ts';

const skyField = (sky: (typeof SKIES)[number]) => `sky_${sky}` as const;
const rideField = (state: (typeof RIDE_STATES)[number]) => `ride_${state}` as const;
const DATE = { as: 'date', nullable: true } as const;
const NUMBER = { as: 'number', nullable: true } as const;
const HOURS: readonly Field<Record<string, unknown>>[] = [
  { name: 'weight', input: { as: 'number' }, hint: true },
  { name: 'dayparts', input: { as: 'dayparts' }, hint: true },
  { name: 'valid_from', input: DATE },
  { name: 'valid_until', input: { ...DATE, notBefore: 'valid_from' }, hint: true },
];
const WEATHER: readonly Field<Record<string, unknown>>[] = [
  ...SKIES.map(sky => ({ name: skyField(sky), input: { as: 'check' } as const })),
  { name: 'temperature_min', input: NUMBER },
  { name: 'temperature_max', input: NUMBER },
  { name: 'wind_min', input: NUMBER, hint: true },
];
const RIDE: readonly Field<Record<string, unknown>>[] = RIDE_STATES.map((state, n) => ({
  name: rideField(state),
  input: { as: 'check' },
  ...(n === RIDE_STATES.length - 1 && { hint: true }),
}));
const SLOT: Field<Record<string, unknown>> = { name: 'is_slot', input: { as: 'check' }, hint: true };

const { weight, dayparts, valid_from, valid_until } = playlistItem.shape;
const degrees = z.nullable(int(-60, 60));
const SCHEMA = z
  .object({
    ...{ weight, dayparts, valid_from, valid_until, is_slot: z.boolean() },
    ...Object.fromEntries(
      [...SKIES.map(skyField), ...RIDE_STATES.map(rideField)].map(name => [name, z.boolean()]),
    ),
    ...{ temperature_min: degrees, temperature_max: degrees, wind_min: z.nullable(int(0, 300)) },
  })
  .check(
    z.refine(({ temperature_min: min, temperature_max: max }) => min === null || max === null || min <= max, {
      error: 'At least is above at most',
      path: ['temperature_max'],
    }),
    z.refine(({ valid_from: from, valid_until: until }) => from === null || until === null || from <= until, {
      error: 'The last day is before the first',
      path: ['valid_until'],
    }),
  );
type Values = z.infer<typeof SCHEMA> & Record<string, unknown>;

function valuesOf({ source, conditions, ...item }: DraftItem) {
  const skies = conditions.flatMap(one => (one.on === 'sky' ? one.is : []));
  const rides = conditions.flatMap(one => (one.on === 'ride' ? one.is : []));
  const temperature = conditions.find(one => one.on === 'temperature');
  return {
    ...{ weight: item.weight, dayparts: item.dayparts },
    ...{ valid_from: item.valid_from, valid_until: item.valid_until },
    ...Object.fromEntries(SKIES.map(sky => [skyField(sky), skies.includes(sky)])),
    ...Object.fromEntries(RIDE_STATES.map(state => [rideField(state), rides.includes(state)])),
    temperature_min: temperature?.min ?? null,
    temperature_max: temperature?.max ?? null,
    wind_min: conditions.find(one => one.on === 'wind')?.min ?? null,
    is_slot: source === 'campaign_slot',
  };
}

/** Without weather an item with such a condition would never play: only one that has it can lose it again. */
const fieldsOf = ({ creative, conditions }: DraftItem, hasWeather: boolean) => [
  ...(creative ? [SLOT] : []),
  ...HOURS,
  ...RIDE,
  ...(hasWeather || conditions.some(({ on }) => on !== 'ride') ? WEATHER : []),
];

/** No sky marked means any, as does no state of the car. */
export function conditionsOf(values: Values): Condition[] {
  const skies = SKIES.filter(sky => values[skyField(sky)] === true);
  const rides = RIDE_STATES.filter(state => values[rideField(state)] === true);
  const { temperature_min: min, temperature_max: max, wind_min } = values;
  return [
    ...(skies.length > 0 ? [{ on: 'sky' as const, is: skies }] : []),
    ...(min !== null || max !== null ? [{ on: 'temperature' as const, min, max }] : []),
    ...(wind_min !== null ? [{ on: 'wind' as const, min: wind_min }] : []),
    ...(rides.length > 0 ? [{ on: 'ride' as const, is: rides }] : []),
  ];
}

interface ItemDialogProps {
  item: DraftItem;
  name: string;
  change: (change: Partial<ItemSettings>) => void;
  close: () => void;
}

/** When an item plays, how often, in what weather. */
export function ItemDialog({ item, name, change, close }: ItemDialogProps) {
  const { t } = useTranslation('playlists');
  const hasWeather = useHasWeather();
  function submit(typed: Record<string, unknown>) {
    const values = typed as Values;
    const source = values.is_slot ? ('campaign_slot' as const) : ('creative' as const);
    change({
      ...{ weight: values.weight, dayparts: values.dayparts },
      ...{ valid_from: values.valid_from, valid_until: values.valid_until },
      conditions: conditionsOf(values),
      ...(item.creative && { source }),
    });
    return Promise.resolve(close);
  }
  return (
    <Dialog title={t('edit.settingsTitle', { name })} text={t('edit.settingsText')} close={close} wide>
      {hasWeather === false && <WeatherIsOff className="mb-4" />}
      <FormPanel
        resource="playlists"
        form={{ schema: SCHEMA, fields: fieldsOf(item, hasWeather === true) }}
        initial={valuesOf(item)}
        submitLabel={t('edit.apply')}
        cancel={close}
        submit={submit}
      />
    </Dialog>
  );
}
