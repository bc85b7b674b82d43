import type { CustomFilter } from '../../kit/resource/defineResource.ts';
import { filterKeys } from '../../kit/screens/list/listState.ts';
import { DayRange } from '../../kit/fields/DayRange.tsx';
import { CampaignPick, CreativePick, DevicePick } from './Filters.tsx';

/** What narrows the log, its totals and its export alike. */
export const PLAY_FILTERS: readonly (string | CustomFilter)[] = [
  { keys: ['from', 'to'], input: DayRange },
  { keys: ['device_id'], input: DevicePick },
  { keys: ['creative_id'], input: CreativePick },
  { keys: ['campaign_id'], input: CampaignPick },
  'result',
  'state',
  'zone',
];

/** Their names in the address. */
export const PLAY_FILTER_PARAMS = filterKeys({ filters: PLAY_FILTERS });
