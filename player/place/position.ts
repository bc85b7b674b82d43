/** Where the car is and how fast, as long as that is known: a watch that falls silent is started again. */
import type { Clock } from '../../shared/clock.ts';
import { distanceM } from '../../shared/playout/place/distance.ts';

export interface Fix {
  lat: number;
  lng: number;
  /** Radius in m within which it is, two times of three. */
  accuracyM: number;
  /** Of the device or from the fix before; null: not known. */
  kmh: number | null;
  /** Monotonic ms when it came. */
  at: number;
  /** When it was made, as the platform says; ms since 1970. */
  made_ms: number;
}
/** An older one says where the car was. */
export const STALE_MS = 30_000;
/** A wider circle says too little. */
export const WIDEST_M = 100;
/** Some devices fall silent without an error. */
const SILENT_MS = 60_000;
const KMH_PER_MS = 3.6;
const MS_PER_S = 1_000;

export const isKnown = (fix: Fix | null, now: number): fix is Fix =>
  fix !== null && now - fix.at <= STALE_MS && fix.accuracyM <= WIDEST_M;

/** The device's own speed, or way by time where both fixes are good and the way is longer than their blur. */
export function speedOf(own: number | null, before: Fix | null, now: Omit<Fix, 'kmh'>): number | null {
  if (own !== null && Number.isFinite(own) && own >= 0) return own * KMH_PER_MS;
  if (!isKnown(before, now.at) || now.accuracyM > WIDEST_M || now.at <= before.at) return null;
  const distance = distanceM(before, now);
  if (distance < before.accuracyM + now.accuracyM) return 0;
  return (distance / ((now.at - before.at) / MS_PER_S)) * KMH_PER_MS;
}

export interface PositionPorts {
  clock: Pick<Clock, 'mono' | 'after'>;
  geolocation: Pick<Geolocation, 'watchPosition' | 'clearWatch'>;
  onFix: (fix: Fix) => void;
  /** Nothing came for a while, or nothing may come: what was known is no longer. */
  onLost: () => void;
}

/** Watches until the answer is called. A refusal of the browser is final, and told as a loss. */
export function watchPosition({ clock, geolocation, onFix, onLost }: PositionPorts): () => void {
  let last: Fix | null = null;
  let watch = 0;
  let ended = false;
  let cancelSilence = () => {};
  let cancelStale = () => {};

  function start() {
    watch = geolocation.watchPosition(onPosition, onError, { enableHighAccuracy: true, maximumAge: 0 });
    cancelSilence();
    cancelSilence = clock.after(SILENT_MS, restart);
  }
  function restart() {
    if (ended) return;
    geolocation.clearWatch(watch);
    start();
  }
  function onPosition({ coords, timestamp }: GeolocationPosition) {
    if (ended) return;
    const fix = {
      lat: coords.latitude,
      lng: coords.longitude,
      accuracyM: coords.accuracy,
      at: clock.mono(),
      made_ms: timestamp,
    };
    last = { ...fix, kmh: speedOf(coords.speed, last, fix) };
    cancelSilence();
    cancelSilence = clock.after(SILENT_MS, restart);
    cancelStale();
    cancelStale = clock.after(STALE_MS, onLost);
    onFix(last);
  }
  function onError({ code, PERMISSION_DENIED }: GeolocationPositionError) {
    if (code !== PERMISSION_DENIED) return;
    stop();
    onLost();
  }
  function stop() {
    ended = true;
    geolocation.clearWatch(watch);
    cancelSilence();
    cancelStale();
  }
  start();
  return stop;
}
