/** Whether a place is in or near an area. Pure. */
import type { AlertArea } from '../contract/alerts/area.ts';
import type { Coordinates } from '../contract/playout/fence.ts';
import { isInFence, metresOutside } from '../playout/place/fences.ts';

/** Whether a place is in one of the areas, or so near to one. */
export const isNear = (place: Coordinates, areas: readonly AlertArea[], buffer_m: number) =>
  areas.some(area => isInFence(place, area) || (buffer_m > 0 && metresOutside(place, area) <= buffer_m));
