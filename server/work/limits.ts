/** How often: counted in the database, so that every node counts the same, and apart from what is asked. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { instant, type Clock } from '../../shared/clock.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { LIMITS, type LimitName } from '../../shared/contract/limits.ts';
import type { Db } from '../db/database.ts';
import { requireOutside } from '../db/nesting.ts';
import { rowsOf } from '../db/rows.ts';
import { rateCounters } from '../db/schema.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const V4_PARTS = 3;
const V6_PARTS = 4;

/** Addresses of one household or cell: /24 of IPv4, /64 of IPv6. */
export function networkOf(ip: string): string {
  const v4 = /(?:^|:)(\d{1,3}(?:\.\d{1,3}){3})$/.exec(ip)?.[1];
  if (v4 !== undefined) return v4.split('.').slice(0, V4_PARTS).join('.');
  return ip.split(':').slice(0, V6_PARTS).join(':');
}

/** What counts is never legible in the table: addresses and accounts are persons'. */
const nameOf = (limit: LimitName, whose: string) =>
  `${limit} ${createHash('sha256').update(whose).digest('base64url').slice(0, 22)}`;

export function openLimits(db: Db, clock: Clock) {
  const windowOf = (limit: LimitName) => {
    const ms = LIMITS[limit].per_s * SECOND_MS;
    const start = Math.floor(clock.now() / ms) * ms;
    return { start, ends_in_s: Math.ceil((start + ms - clock.now()) / SECOND_MS) };
  };
  const count = async (limit: LimitName, whose: string, by: number): Promise<number> => {
    requireOutside();
    const start = instant(windowOf(limit).start);
    const [row] = rowsOf<{ n: number }>(
      await db.execute(sql`
        insert into ${rateCounters} as c (key, "window", n)
        values (${nameOf(limit, whose)}, ${start}::timestamptz, greatest(${by}::int, 0))
        on conflict (key) do update set "window" = excluded."window",
          n = case when c."window" = excluded."window" then greatest(c.n + ${by}::int, 0) else excluded.n end
        returning n`),
    );
    return row?.n ?? 0;
  };
  const refusal = (limit: LimitName) => {
    const retry_after_s = windowOf(limit).ends_in_s;
    return new AppError('RATE_LIMITED', `Too many ${LIMITS[limit].what}; wait a little.`, { retry_after_s });
  };

  return {
    /** Counts one for each key before it is known how it ends, so that a burst in parallel gains nothing. */
    async take(limit: LimitName, whose: readonly string[]): Promise<void> {
      const counts = await Promise.all(whose.map(one => count(limit, one, 1)));
      if (counts.some(n => n > LIMITS[limit].max)) throw refusal(limit);
    },
    /** As `take`, saying instead of throwing. */
    async isOver(limit: LimitName, whose: string): Promise<boolean> {
      return (await count(limit, whose, 1)) > LIMITS[limit].max;
    },
    /** It ended well and does not count. */
    async giveBack(limit: LimitName, whose: readonly string[]): Promise<void> {
      for (const one of whose) await count(limit, one, -1);
    },
    /** Windows that are long over. */
    async sweep(): Promise<void> {
      const day = instant(clock.now() - DAY_MS);
      await db.execute(sql`delete from ${rateCounters} where "window" < ${day}::timestamptz`);
    },
  };
}
export type Limits = ReturnType<typeof openLimits>;
