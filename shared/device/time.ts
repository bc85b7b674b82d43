/** Estimates the server's time from the monotonic clock, so that jumps of the wall clock do not matter. */
import type { PlayRecord } from '../contract/proof/play.ts';
import type { Clock } from '../clock.ts';

interface Sample {
  /** Server time at monotonic zero of this boot, ms. */
  zero: number;
  rtt: number;
  mono: number;
}
/** The part that survives a restart: the offset to the wall clock and when it was measured. */
export interface StoredClockOffset {
  offset_ms: number;
  uncertainty_ms: number;
  at_wall: number;
}
type ClockReading = PlayRecord['clock'];

const KEPT_SAMPLES = 8;
/** Crystal drift assumed between two syncs: 50 parts per million. */
const DRIFT = 50e-6;
const FRESH_MS = 3_600_000;
const UNKNOWN_MS = 86_400_000;

export function createServerTime(clock: Clock, kept: StoredClockOffset | null = null) {
  let samples: Sample[] = [];
  let stored = kept;
  const best = () => samples.reduce<Sample | null>((a, b) => (a === null || b.rtt < a.rtt ? b : a), null);

  /** The monotonic clock stops while the machine sleeps, so a sample that contradicts the others replaces them. */
  const isConsistent = (sample: Sample) => {
    const known = best();
    if (known === null) return true;
    const slack = (known.rtt + sample.rtt) / 2 + DRIFT * (sample.mono - known.mono) + 2;
    return Math.abs(sample.zero - known.zero) <= slack;
  };

  return {
    /** Server time now, ms; the wall clock's where nothing better is known. */
    now(): number {
      const known = best();
      return known === null ? clock.now() + (stored?.offset_ms ?? 0) : known.zero + clock.mono();
    },
    /** An answer stamped `server_ms` to a request sent at `sent` and answered at `got` (monotonic). */
    addSample(server_ms: number, sentAt: number, receivedAt: number) {
      const sample = {
        zero: server_ms - (sentAt + receivedAt) / 2,
        rtt: receivedAt - sentAt,
        mono: receivedAt,
      };
      samples = isConsistent(sample) ? [...samples.slice(1 - KEPT_SAMPLES), sample] : [sample];
      stored = null;
    },
    reading(): ClockReading {
      const known = best();
      if (known) {
        const age = clock.mono() - known.mono;
        return {
          offset_ms: Math.round(known.zero + clock.mono() - clock.now()),
          uncertainty_ms: Math.round(known.rtt / 2 + DRIFT * age),
          source: 'server',
          synced_at_mono: known.mono,
          quality: age <= FRESH_MS ? 'A' : 'C',
        };
      }
      if (stored === null)
        return {
          offset_ms: 0,
          uncertainty_ms: UNKNOWN_MS,
          source: 'none',
          synced_at_mono: null,
          quality: 'D',
        };
      const age = Math.max(0, clock.now() - stored.at_wall);
      return {
        offset_ms: stored.offset_ms,
        uncertainty_ms: Math.round(stored.uncertainty_ms + DRIFT * age),
        source: 'server',
        synced_at_mono: null,
        quality: 'C',
      };
    },
    keep(): StoredClockOffset | null {
      const { offset_ms, uncertainty_ms, source } = this.reading();
      return source === 'none' ? null : { offset_ms, uncertainty_ms, at_wall: clock.now() };
    },
  };
}
export type ServerTime = ReturnType<typeof createServerTime>;
