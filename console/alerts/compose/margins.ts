import type { AlertArea } from '../../../shared/contract/alerts/area.ts';
import type { Fence } from '../../../shared/contract/playout/fence.ts';

const HALF = 2;
/** Each side of a polygon with its margin is a corridor; a circle only grows. Pure. */
export const marginsOf = (areas: readonly AlertArea[], buffer_m: number): Fence[] =>
  buffer_m === 0
    ? []
    : areas.map((area): Fence => {
        if (area.shape === 'circle') return { ...area, radius_m: area.radius_m + buffer_m };
        const [outline = []] = area.rings;
        return { shape: 'corridor', path: [...outline, ...outline.slice(0, 1)], width_m: HALF * buffer_m };
      });
