/** Whether all that a screen wrote into its ledger has come, day by day. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { id } from '../wire/wire.ts';

/** Six weeks: a month's calendar with the days beside it. */
export const MAX_INTEGRITY_DAYS = 42;
const count = z.int();

export const integrityDay = z.object({
  /** Of the screen's tenant's time zone. */
  day: z.string(),
  /** Records, those never shown among them: each has its sequence number. */
  records: count,
  quarantined: count,
  /** By the grade of their clock. */
  grades: z.object({ A: count, B: count, C: count, D: count }),
  /** Sequence numbers that have not come, by the day of the record after them. */
  missing: z.array(z.object({ epoch: id, first_seq: z.number(), last_seq: z.number() })),
  /** Ledgers that a screen left because another record stood at one of its numbers: a restored or cloned profile. */
  forks: z.array(z.object({ epoch: id, seq: z.number() })),
  /** How many of them a signed root holds. */
  rooted: count,
});
export type IntegrityDay = z.infer<typeof integrityDay>;

export const playIntegrity = endpoint({
  method: 'GET',
  path: '/api/programmatic/plays/integrity',
  access: { who: 'user', area: 'prog_logs', level: 'R' },
  summary: "Gaps, forks and clock grades of a screen's ledger by day",
  query: z.object({
    device_id: id,
    day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'A day like 2026-11-01')),
    /** So many days, the named one first. */
    days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_INTEGRITY_DAYS)), 1),
  }),
  answer: z.object({ tz: z.string(), days: z.array(integrityDay) }),
});
