/** What a rider has set for this ride. Content never overrides it; the next ride begins without it. Pure. */
import type { Language } from '../../shared/constants.ts';

/** How bright the picture is: as it is, half, dark. */
export const DIMS = ['bright', 'dim', 'dark'] as const;
export type Dim = (typeof DIMS)[number];
export interface RiderSettings {
  muted: boolean;
  /** 0–100; null: the screen's own. */
  volume: number | null;
  dim: Dim;
  /** Null: the screen's own. */
  language: Language | null;
}
export const NO_RIDER_SETTINGS: RiderSettings = { muted: false, volume: null, dim: 'bright', language: null };

export type RiderAction =
  | { press: 'mute' }
  | { press: 'louder' }
  | { press: 'softer' }
  | { press: 'dim' }
  | { press: 'language'; language: Language };

const STEP = 20;

/** `own`: the volume the screen has without a rider, 0–100. Making it louder ends the mute. */
export function applyRiderAction(wishes: RiderSettings, press: RiderAction, own: number): RiderSettings {
  const volume = wishes.volume ?? own;
  switch (press.press) {
    case 'mute':
      return { ...wishes, muted: !wishes.muted };
    case 'louder':
      return { ...wishes, muted: false, volume: Math.min(100, volume + STEP) };
    case 'softer':
      return { ...wishes, volume: Math.max(0, volume - STEP) };
    case 'dim':
      return { ...wishes, dim: DIMS[(DIMS.indexOf(wishes.dim) + 1) % DIMS.length] ?? 'bright' };
    case 'language':
      return { ...wishes, language: press.language };
  }
}

/** What is heard and seen: the rider's word first, then whether anybody is there, then the screen's own. */
export function riderVolume({ muted, volume }: RiderSettings, quiet: boolean, own: number): number {
  return muted || quiet ? 0 : (volume ?? own);
}
export function riderDim({ dim }: RiderSettings, isQuiet: boolean): Dim {
  return dim === 'bright' && isQuiet ? 'dim' : dim;
}
