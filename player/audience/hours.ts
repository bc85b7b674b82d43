/** Counts of a sensor, hour by hour, and what of them may leave the screen. Pure. */
import { instant } from '../../shared/clock.ts';
import {
  AGE_GROUPS,
  GENDERS,
  MAX_PEOPLE,
  reportable,
  type AgeGroup,
  type AudienceHour,
  type Gender,
} from '../../shared/contract/playout/audience.ts';
import type { AudienceRule } from '../../shared/contract/playout/playerValues.ts';
import type { CountedHour } from '../../shared/device/storage.ts';

export interface Seen {
  people: number;
  groups: readonly { age: AgeGroup; gender: Gender; people: number }[];
}

const HOUR_MS = 3_600_000;
/** More at once is no count of people. */
const MAX_AT_ONCE = 1_000;
const countOf = (value: unknown) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_AT_ONCE
    ? (value as number)
    : null;

/** Numbers alone are read of what a sensor says, whatever else it sends; null: it said nothing that counts. */
export function readSeen(said: unknown): Seen | null {
  if (typeof said !== 'object' || said === null) return null;
  const { people, groups } = said as { people?: unknown; groups?: unknown };
  const total = countOf(people);
  if (total === null) return null;
  const parts = Array.isArray(groups) ? (groups as unknown[]) : [];
  return {
    people: total,
    groups: parts.flatMap(part => {
      const { age, gender, people: n } = (part ?? {}) as Record<string, unknown>;
      const [ageGroup, gendered] = [AGE_GROUPS.find(one => one === age), GENDERS.find(one => one === gender)];
      const counted = countOf(n);
      return ageGroup && gendered && counted ? [{ age: ageGroup, gender: gendered, people: counted }] : [];
    }),
  };
}

/** `at`: ms since 1970. */
export function addSeen(hours: readonly CountedHour[], seen: Seen, at: number): CountedHour[] {
  const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
  const before = hours.find(one => one.hour === hour) ?? { hour, people: 0, groups: {} };
  const groups = { ...before.groups };
  for (const { age, gender, people } of seen.groups)
    groups[`${age} ${gender}`] = (groups[`${age} ${gender}`] ?? 0) + people;
  const after = { hour, people: before.people + seen.people, groups };
  return [...hours.filter(one => one.hour !== hour), after];
}

/** Hours that are over at `now`, and what goes on. */
export const splitAt = (hours: readonly CountedHour[], now: number) => ({
  over: hours.filter(({ hour }) => hour + HOUR_MS <= now),
  running: hours.filter(({ hour }) => hour + HOUR_MS > now),
});

/** What may leave the screen; null: nothing. */
export function reportOf({ hour, people, groups }: CountedHour, rule: AudienceRule): AudienceHour | null {
  const known = Object.entries(groups).map(([key, n]) => {
    const [age, gender] = key.split(' ') as [AgeGroup, Gender];
    return { age, gender, people: Math.min(n, MAX_PEOPLE) };
  });
  const report = reportable({ people: Math.min(people, MAX_PEOPLE), groups: known }, rule);
  return report && { hour: instant(hour), ...report };
}
