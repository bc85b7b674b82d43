/** What a play says of its place: the fix that let it through. Pure. */
import type { PlayPlace } from '../../contract/playout/fence.ts';
import type { ScreenPosition } from '../rights.ts';

const TENTH_MS = 100;

export const playPlace = (fence_version: string, place: ScreenPosition | null): PlayPlace => ({
  fence_version,
  fix: place && {
    ...{ lat: place.lat, lng: place.lng, acc_m: place.acc_m },
    age_s: Math.floor(place.age_ms / TENTH_MS) / 10,
  },
});
