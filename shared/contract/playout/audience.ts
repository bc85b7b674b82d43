/** How many people were before a screen, hour by hour: numbers of groups that are large enough, and nothing else. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { instant, int } from '../wire/wire.ts';
import type { AudienceRule } from './playerValues.ts';

/** Ages that may be counted apart. */
export const AGE_BUCKETS = ['under_18', '18_34', '35_54', 'over_54'] as const;
export const AGE_GROUPS = [...AGE_BUCKETS, 'unknown'] as const;
export const GENDERS = ['female', 'male', 'unknown'] as const;
export type AgeGroup = (typeof AGE_GROUPS)[number];
export type Gender = (typeof GENDERS)[number];
/** A smaller number could mean somebody. */
export const LEAST_K = 10;
export const MAX_PEOPLE = 100_000;
export const MAX_HOURS = 48;

const people = int(LEAST_K, MAX_PEOPLE);
export const audienceHour = z.strictObject({
  /** When it began. */
  hour: instant,
  people,
  groups: z
    .array(z.strictObject({ age: z.enum(AGE_GROUPS), gender: z.enum(GENDERS), people }))
    .check(z.maxLength(AGE_GROUPS.length * GENDERS.length)),
});
export type AudienceHour = z.infer<typeof audienceHour>;

/** An hour is kept once, however often it is sent. */
export const sendAudience = endpoint({
  method: 'POST',
  path: '/api/player/audience',
  access: { who: 'device' },
  summary: 'How many people were before the screen in the hours that are over',
  body: z.strictObject({ hours: z.array(audienceHour).check(z.minLength(1), z.maxLength(MAX_HOURS)) }),
  answer: z.object({ ok: z.literal(true) }),
});

type Groups = AudienceHour['groups'];
/** People of an age that is not counted apart are of no known age. */
function inBuckets(groups: Groups, buckets: readonly AgeGroup[]): Groups {
  const sums = new Map<string, Groups[number]>();
  for (const group of groups) {
    const age = buckets.includes(group.age) ? group.age : 'unknown';
    const key = `${age} ${group.gender}`;
    const people = Math.min(MAX_PEOPLE, group.people + (sums.get(key)?.people ?? 0));
    sums.set(key, { age, gender: group.gender, people });
  }
  return [...sums.values()];
}

/**
 * What may be said of an hour: groups of at least `k_min` people. Where those left out are too few themselves, they are
 * taken off the sum, too, since they could be worked out from it. null: nothing may.
 */
export function reportable(
  { people, groups }: Pick<AudienceHour, 'people' | 'groups'>,
  { mode, k_min, buckets }: AudienceRule,
): Pick<AudienceHour, 'people' | 'groups'> | null {
  const kept =
    mode === 'aggregate' ? inBuckets(groups, buckets ?? AGE_BUCKETS).filter(one => one.people >= k_min) : [];
  const inGroups = kept.reduce((sum, one) => sum + one.people, 0);
  const total = kept.length > 0 && people - inGroups < k_min ? inGroups : people;
  return total < k_min ? null : { people: total, groups: kept };
}
