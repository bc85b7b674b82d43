/** How sure the time of a play is, from what the screen wrote of its clocks and what stands beside it. Pure. */
import type { PlayRecord } from '../contract/proof/play.ts';

export type Timed = Pick<
  PlayRecord,
  'boot_id' | 'started_wall_ms' | 'started_mono_ms' | 'duration_ms' | 'clock'
>;
export type ClockGrade = PlayRecord['clock']['quality'];

/** Crystal drift assumed between two syncs: 50 parts per million. */
const DRIFT = 50e-6;
const HOUR_MS = 3_600_000;
/** ms; readings of two clocks are not taken at the same instant. */
const READING_MS = 2_000;
/** ms; so far a start is from certain where no server was heard. */
const UNKNOWN_MS = 86_400_000;
/** A record may hold any number, and two of them may have no sum: then nobody knows. */
const bounded = (ms: number): number => (ms <= UNKNOWN_MS ? ms : UNKNOWN_MS);

export const claimedStart = ({ started_wall_ms, clock }: Timed) => started_wall_ms + clock.offset_ms;
/** Time of the server at monotonic zero of the boot, as this record has it. */
const zeroOf = (record: Timed) => claimedStart(record) - record.started_mono_ms;
/** ms by which its start may be off, as the screen claims it. */
export const uncertaintyOf = ({ clock }: Pick<Timed, 'clock'>) =>
  clock.source === 'none' ? UNKNOWN_MS : bounded(Math.max(0, clock.uncertainty_ms));
const slackOf = (before: Timed, record: Timed) =>
  READING_MS +
  uncertaintyOf(before) +
  uncertaintyOf(record) +
  2 * DRIFT * Math.abs(record.started_mono_ms - before.started_mono_ms);

/**
 * Within one boot, time went back against the monotonic clock by more than both are unsure of. Forward is no fault: a
 * machine that sleeps does that while its monotonic clock stands.
 */
export const isClockBack = (before: Timed, record: Timed): boolean =>
  before.boot_id === record.boot_id && zeroOf(record) - zeroOf(before) < -slackOf(before, record);

/** Of another boot, it begins before the one before it can have ended: more seconds were played than went by. */
export const isBeforeEnd = (before: Timed, record: Timed): boolean =>
  before.boot_id !== record.boot_id &&
  claimedStart(before) + before.duration_ms - claimedStart(record) >
    READING_MS + uncertaintyOf(before) + uncertaintyOf(record);

/** ms; the certificate is made a little after the key. */
const NEW_KEY_MS = 60_000;
/** It began before the key existed that vouches for it. `since`: ms, when the key was made. */
export const isBeforeKey = (record: Timed, since: number): boolean =>
  claimedStart(record) + uncertaintyOf(record) + NEW_KEY_MS < since;

export interface RatedStart {
  /** ms */
  started: number;
  uncertainty_ms: number;
  grade: ClockGrade;
}
export type Rating = Pick<RatedStart, 'grade' | 'uncertainty_ms'>;
interface Beside {
  /** With how the server rated it, where it has. */
  before: (Timed & { rated?: Rating }) | null;
  /** The next record of the same boot that has heard the server anew. */
  synced: Timed | null;
  /** ms; when the server received it. */
  received: number;
}
const worse = (a: ClockGrade, b: ClockGrade): ClockGrade => (a > b ? a : b);

/** What a screen may claim at best by its own record. */
function claimOf(record: Timed): RatedStart {
  const { clock, started_mono_ms } = record;
  const age = clock.synced_at_mono === null ? null : Math.max(0, started_mono_ms - clock.synced_at_mono);
  const grade: ClockGrade =
    clock.source === 'none' ? 'D' : age === null || age > HOUR_MS ? worse('C', clock.quality) : clock.quality;
  const drifted = age === null ? 0 : DRIFT * age;
  const uncertainty_ms = bounded(Math.max(uncertaintyOf(record), drifted));
  return { started: claimedStart(record), uncertainty_ms, grade };
}

const isOfOneSync = (before: Timed, { boot_id, clock }: Timed): boolean =>
  before.boot_id === boot_id &&
  clock.synced_at_mono !== null &&
  clock.synced_at_mono === before.clock.synced_at_mono;
/** Both say by the same sync what time it is, and disagree: the machine slept or its clock was set between them. */
function jumpOf(before: Timed, record: Timed): number {
  const jump = Math.abs(zeroOf(record) - zeroOf(before));
  return jump <= READING_MS ? 0 : bounded(jump);
}
/**
 * What one play has lost no later one has by the same sync: no server was heard in between. What it lost by its fix
 * alone a later one has again by a fix of its own that agrees, since a receiver may have been wrong once.
 */
function isCarried(before: Timed, { grade, uncertainty_ms }: Rating, record: Timed): boolean {
  const apart = gpsApartOf(before);
  const byFixAlone = Math.round(Math.max(claimOf(before).uncertainty_ms, apart));
  const isByFix = apart > 0 && uncertainty_ms === byFixAlone && byFixAlone < UNKNOWN_MS;
  const isConfirmed = record.clock.gps_offset_ms !== undefined && gpsApartOf(record) === 0;
  return grade !== 'A' && !(isByFix && isConfirmed);
}

/** ms; a fix is under way from the receiver to the page for some seconds. */
const FIX_DELAY_MS = 10_000;
/** ms; receivers whose count of weeks has run over are off by almost twenty years. */
const FAULTY_RECEIVER_MS = 366 * UNKNOWN_MS;
/**
 * ms by which satellites contradict the time of a play; 0: they do not, or nobody knows. Some platforms stamp a fix by
 * the clock of the machine: where it says the same as that clock, it says nothing of it.
 */
export function gpsApartOf({ clock }: Pick<Timed, 'clock'>): number {
  const { gps_offset_ms, offset_ms } = clock;
  if (gps_offset_ms === undefined || Math.abs(gps_offset_ms) <= FIX_DELAY_MS) return 0;
  const apart = Math.abs(gps_offset_ms - offset_ms);
  return apart > FIX_DELAY_MS + uncertaintyOf({ clock }) && apart < FAULTY_RECEIVER_MS ? apart : 0;
}

/** The same of a record that nobody has checked: where a field is not what it should be, nothing is contradicted. */
export const isContradicted = (record: Readonly<Record<string, unknown>>): boolean => {
  const { clock } = record as { clock?: unknown };
  return typeof clock === 'object' && clock !== null && gpsApartOf({ clock: clock as Timed['clock'] }) > 0;
};

/**
 * Grade A: synced within the hour, and nothing beside it disagrees. B: between two syncs that agree. C: one side alone,
 * a sleep of unknown place, or satellites that say otherwise. D: no server was ever heard.
 */
export function rateStart(record: Timed, { before, synced, received }: Beside): RatedStart {
  let { started, uncertainty_ms, grade } = claimOf(record);
  if (before && isOfOneSync(before, record)) {
    const jump = jumpOf(before, record);
    if (jump > 0) {
      uncertainty_ms = Math.max(uncertainty_ms, jump);
      grade = worse('C', grade);
    }
    if (before.rated && isCarried(before, before.rated, record)) {
      uncertainty_ms = Math.max(uncertainty_ms, before.rated.uncertainty_ms);
      grade = worse(before.rated.grade, grade);
    }
  }
  if (grade === 'C' && synced) {
    const apart = zeroOf(synced) - zeroOf(record);
    const drift = READING_MS + 2 * DRIFT * (synced.started_mono_ms - record.started_mono_ms);
    if (Math.abs(apart) <= bounded(drift)) {
      started += apart / 2;
      uncertainty_ms = Math.min(uncertainty_ms, Math.abs(apart) / 2 + uncertaintyOf(synced));
      grade = 'B';
    } else uncertainty_ms = Math.max(uncertainty_ms, bounded(Math.abs(apart)));
  }
  /** It was over before it came. */
  const ahead = started + record.duration_ms - received;
  if (ahead > uncertainty_ms + READING_MS) {
    uncertainty_ms = bounded(ahead);
    grade = worse('C', grade);
  }
  const apart = gpsApartOf(record);
  if (apart > 0) {
    /** Where more than the fix speaks against it, nobody knows which of them is right. */
    const isUnsure = uncertainty_ms > claimOf(record).uncertainty_ms;
    uncertainty_ms = bounded(isUnsure ? uncertainty_ms + apart : Math.max(uncertainty_ms, apart));
    grade = worse('C', grade);
  }
  return { started, uncertainty_ms: Math.round(uncertainty_ms), grade };
}
