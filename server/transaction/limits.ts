/** Rate limits. Counters stand in the database, so that every node counts the same, and outside the request's transaction, so that a refused request counts too. */
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { instant, type Clock } from '../../shared/clock.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { LIMITS, type LimitName } from '../../shared/contract/wire/limits.ts';
import type { Db } from '../db/database.ts';
import { requireNoTransaction } from '../db/nesting.ts';
import { rowsOf } from '../db/rows.ts';
import { rateCounters } from '../db/schema.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const V4_PARTS = 3;
const V6_PARTS = 4;
const V6_ALL = 8;

/** Addresses of one household or cell: /24 of IPv4, /64 of IPv6; empty of a caller who has hung up meanwhile. */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return '';
  const v4 = /(?:^|:)(\d{1,3}(?:\.\d{1,3}){3})$/.exec(ip)?.[1];
  if (v4 !== undefined) return v4.split('.').slice(0, V4_PARTS).join('.');
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const [before, after] = [head, tail ?? ''].map(part => part.split(':').filter(one => one !== ''));
  const zeros = tail === undefined ? 0 : V6_ALL - (before?.length ?? 0) - (after?.length ?? 0);
  const all = [...(before ?? []), ...Array<string>(Math.max(0, zeros)).fill('0'), ...(after ?? [])];
  return all.slice(0, V6_PARTS).join(':');
}

/** The counter's key is hashed because addresses and accounts are personal data. */
const nameOf = (limit: LimitName, whose: string) =>
  `${limit} ${createHash('sha256').update(whose).digest('base64url').slice(0, 22)}`;

/** Names kept in memory; more are asked of the database again. */
const MAX_KNOWN = 10_000;

export function openLimits(db: Db, clock: Clock) {
  /** ms, until when a name is refused: a caller that goes on asking costs no statement. */
  const refusedUntil = new Map<string, number>();
  interface Count {
    n: number;
    /** ms; start of the window. */
    began: number;
  }
  /**
   * Requests count in fixed windows. Failed attempts (`tries`) extend the window as long as one follows another within
   * it; the attempt that reaches the maximum starts the lock, and later ones do not extend it.
   */
  const count = async (limit: LimitName, whose: readonly string[], step: number): Promise<Count[]> => {
    requireNoTransaction();
    const { max, per_s, by: kind } = LIMITS[limit];
    const ms = per_s * SECOND_MS;
    const now = clock.now();
    const isTry = kind === 'tries';
    const start = instant(isTry ? now : Math.floor(now / ms) * ms);
    const alive = sql`c."window" > ${instant(now - ms)}::timestamptz`;
    const isKept = isTry ? sql`${alive} and (c.n >= ${max}::int or ${step}::int < 0)` : alive;
    /** One statement with sorted keys, so that two concurrent requests lock the rows in the same order. */
    const rows = whose
      .map(one => nameOf(limit, one))
      .sort()
      .map(key => sql`(${key}, ${start}::timestamptz, greatest(${step}::int, 0))`);
    return rowsOf<Count>(
      await db.execute(sql`
        insert into ${rateCounters} as c (key, "window", n) values ${sql.join(rows, sql`, `)}
        on conflict (key) do update set
          "window" = case when ${isKept} then c."window" else excluded."window" end,
          n = case when ${alive} then greatest(c.n + ${step}::int, 0) else excluded.n end
        returning n, (extract(epoch from "window") * 1000)::float8 as began`),
    );
  };
  const refusal = (limit: LimitName, until: number) => {
    const retry_after_s = Math.max(1, Math.ceil((until - clock.now()) / SECOND_MS));
    return new AppError('RATE_LIMITED', `Too many ${LIMITS[limit].what}; wait a little.`, { retry_after_s });
  };
  /** Throws where the limit is known to be exceeded, without a statement. */
  const refuseKnown = (limit: LimitName, whose: readonly string[]): void => {
    for (const one of whose) {
      const name = nameOf(limit, one);
      const until = refusedUntil.get(name);
      if (until === undefined) continue;
      if (until > clock.now() && until - clock.now() <= LIMITS[limit].per_s * SECOND_MS)
        throw refusal(limit, until);
      refusedUntil.delete(name);
    }
  };

  return {
    /** Counts one for each key before the outcome is known, so that parallel requests cannot exceed the limit. */
    /** `max`: a lower one of this caller's own. */
    async take(limit: LimitName, whose: readonly string[], max: number = LIMITS[limit].max): Promise<void> {
      refuseKnown(limit, whose);
      const over = (await count(limit, whose, 1)).find(({ n }) => n > max);
      if (!over) return;
      const until = over.began + LIMITS[limit].per_s * SECOND_MS;
      if (whose.length === 1 && refusedUntil.size < MAX_KNOWN)
        refusedUntil.set(nameOf(limit, whose[0]!), until);
      throw refusal(limit, until);
    },
    refuseKnown,
    /** Counts like `take` and returns whether the limit is exceeded instead of throwing. */
    async isOver(limit: LimitName, whose: string): Promise<boolean> {
      return (await count(limit, [whose], 1)).some(({ n }) => n > LIMITS[limit].max);
    },
    /** Takes back one count after a success. */
    async refund(limit: LimitName, whose: readonly string[]): Promise<void> {
      for (const one of whose) refusedUntil.delete(nameOf(limit, one));
      await count(limit, whose, -1);
    },
    /** Resets the counter after a success, such as a correct password. */
    async clear(limit: LimitName, whose: string): Promise<void> {
      requireNoTransaction();
      refusedUntil.delete(nameOf(limit, whose));
      await db.delete(rateCounters).where(eq(rateCounters.key, nameOf(limit, whose)));
    },
    /** Deletes counters whose window ended more than a day ago. */
    async sweep(): Promise<void> {
      refusedUntil.clear();
      const day = instant(clock.now() - DAY_MS);
      await db.execute(sql`delete from ${rateCounters} where "window" < ${day}::timestamptz`);
    },
  };
}
export type Limits = ReturnType<typeof openLimits>;
