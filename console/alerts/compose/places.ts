/** The fields of a place. */
import { MAX_AREAS } from '../../../shared/contract/alerts/area.ts';
import { useScreenPoints } from './useScreenPoints.ts';

/** Of the alert itself, of a code and of a partner's jurisdiction: a corridor is none of CAP. */
export const AREAS = {
  as: 'fences',
  max: MAX_AREAS,
  tools: ['circle', 'polygon'],
  usePoints: useScreenPoints,
} as const;
export const GEOCODES = {
  as: 'rows',
  of: 'code',
  max: 200,
  fields: [
    { name: 'name', input: { as: 'text' } },
    { name: 'value', input: { as: 'text' } },
  ],
} as const;
