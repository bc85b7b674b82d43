/** Estimates the server's time from the monotonic clock, so that a wall clock that is set does not matter. */
import type { PlayRecord } from '../contract/proof/play.ts';
import type { Clock } from '../clock.ts';

interface Sample {
  /** Server time at monotonic zero of this boot, ms. */
  zero: number;
  rtt: number;
  mono: number;
  /** Wall time at monotonic zero, as it was then. */
  wallZero: number;
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
/** The two clocks of a machine may part by so much, and as much again by drift, without a cause. */
const PARTED_MS = 2_000;
const FRESH_MS = 3_600_000;
const UNKNOWN_MS = 86_400_000;
/** 1 January 2026: a clock that stands before this software was made is a dead battery's. */
const PLAUSIBLE_MS = 1_767_225_600_000;

export function createServerTime(clock: Clock, kept: StoredClockOffset | null = null) {
  let samples: Sample[] = [];
  let stored = kept;
  /** Of the last fix: its time less that of the wall clock, and the wall time at monotonic zero, as it was then. */
  let fix: { offset_ms: number; wallZero: number } | null = null;
  const wallZeroNow = () => clock.now() - clock.mono();

  /** By how much the wall clock has parted from the monotonic one since this sample. */
  function partedSince({ wallZero, mono }: Sample): number {
    const parted = wallZeroNow() - wallZero;
    return Math.abs(parted) <= PARTED_MS + 2 * DRIFT * (clock.mono() - mono) ? 0 : parted;
  }
  /** By how much it may be wrong now, ms. */
  const errorOf = (sample: Sample) =>
    sample.rtt / 2 + DRIFT * (clock.mono() - sample.mono) + Math.abs(partedSince(sample));
  const best = () =>
    samples.reduce<Sample | null>((a, b) => (a === null || errorOf(b) < errorOf(a) ? b : a), null);
  /**
   * A wall clock that ran ahead is a machine that slept while its monotonic clock stood, or somebody has set it: nobody
   * can tell here, so it counts, and nothing is certain until the server is heard again. One that fell behind was set.
   */
  const zeroOf = (known: Sample) => known.zero + Math.max(0, partedSince(known));

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
      return known === null ? clock.now() + (stored?.offset_ms ?? 0) : zeroOf(known) + clock.mono();
    },
    /** Server time now; null where this boot has not heard it and the wall clock cannot be right. */
    knownNow(): number | null {
      const now = this.now();
      return samples.length > 0 || now >= PLAUSIBLE_MS ? now : null;
    },
    /** An answer stamped `server_ms` to a request sent at `sent` and answered at `got` (monotonic). */
    addSample(server_ms: number, sentAt: number, receivedAt: number) {
      const sample = {
        zero: server_ms - (sentAt + receivedAt) / 2,
        rtt: receivedAt - sentAt,
        mono: receivedAt,
        wallZero: wallZeroNow(),
      };
      samples = isConsistent(sample) ? [...samples.slice(1 - KEPT_SAMPLES), sample] : [sample];
      stored = null;
    },
    /** `gps_ms`: what a fix of the position says of its own time. */
    noteFix(gps_ms: number) {
      fix = { offset_ms: Math.round(gps_ms - clock.now()), wallZero: wallZeroNow() };
    },
    /** A wall clock that was set since the last fix stands no more by what it was held against. */
    reading(): ClockReading {
      const isHeld = fix !== null && Math.abs(wallZeroNow() - fix.wallZero) <= PARTED_MS;
      return { ...this.ownReading(), ...(isHeld && fix && { gps_offset_ms: fix.offset_ms }) };
    },
    ownReading(): ClockReading {
      const known = best();
      if (known) {
        const age = clock.mono() - known.mono;
        return {
          offset_ms: Math.round(zeroOf(known) + clock.mono() - clock.now()),
          uncertainty_ms: Math.round(Math.min(UNKNOWN_MS, errorOf(known))),
          source: 'server',
          synced_at_mono: known.mono,
          quality: age <= FRESH_MS && partedSince(known) === 0 ? 'A' : 'C',
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
