import { RESULTS } from '../../shared/contract/play.ts';
import type { Filter } from '../resources/define.ts';
import { CreativePick, DayRange, DevicePick } from './Filters.tsx';

/** What narrows the log, its totals and its export alike. */
export const PLAY_FILTERS: readonly Filter[] = [
  { kind: 'own', keys: ['from', 'to'], input: DayRange },
  { kind: 'own', keys: ['device_id'], input: DevicePick },
  { kind: 'own', keys: ['creative_id'], input: CreativePick },
  { kind: 'choice', key: 'result', options: RESULTS },
];
