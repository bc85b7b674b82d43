/** Retention clocks, and what a tenant shortens (contract §11). */
import * as z from 'zod/mini';
import {
  mostDays,
  RETENTION,
  RETENTION_RULES,
  SHORTENED_RULES,
  type ShortenedRule,
} from './retentionRules.ts';
import { endpoint } from '../wire/endpoint.ts';
import { instant, int, MAX_INT } from '../wire/wire.ts';

const RETENTION_ORIGINS = ['platform', 'tenant', 'age_gender', 'fixed'] as const;
const clock = z.object({
  rule: z.enum(RETENTION_RULES),
  origin: z.enum(RETENTION_ORIGINS),
  /** One of the two; neither where each row has an end of its own. */
  days: z.nullable(int(0, MAX_INT)),
  months: z.nullable(int(0, MAX_INT)),
  /** null: there are none. */
  oldest_at: z.nullable(instant),
  /** Rows whose time is over, and which the next run takes. */
  due: int(0, MAX_INT),
  last_run_at: z.nullable(instant),
  /** Of all tenants, in that run. */
  last_rows: z.nullable(int(0, MAX_INT)),
});
export type RetentionClock = z.infer<typeof clock>;
export const retentionClocks = endpoint({
  method: 'GET',
  path: '/api/compliance/retention',
  access: { who: 'user', area: 'compliance', level: 'R', tenants: 'all' },
  summary: 'What is kept how long, by whose rule, and how old it is; staff at home sees all tenants together',
  answer: z.object({ items: z.array(clock) }),
});

const daysOf = (rule: ShortenedRule) => z.nullable(int(RETENTION[rule].least_d, mostDays(rule)));
/** null: as long as the platform keeps it. */
const fields = {
  plays: daysOf('plays'),
  auctions: daysOf('auctions'),
  payloads: daysOf('payloads'),
  tracks: daysOf('tracks'),
  jobs: daysOf('jobs'),
  alerts: daysOf('alerts'),
  deleted: daysOf('deleted'),
} satisfies Record<ShortenedRule, unknown>;
const answer = z.object({
  ...fields,
  origins: z.record(z.enum(SHORTENED_RULES), z.enum(['platform', 'tenant'])),
  version: int(1, MAX_INT),
});
export type RetentionSettings = z.infer<typeof answer>;
export const retention = {
  read: endpoint({
    method: 'GET',
    path: '/api/settings/retention',
    access: { who: 'user', area: 'settings', level: 'R' },
    summary: 'Settings: retention',
    answer,
  }),
  patch: endpoint({
    method: 'PATCH',
    path: '/api/settings/retention',
    access: { who: 'user', area: 'settings', level: 'W' },
    summary: 'Change settings: retention',
    body: z.partial(z.strictObject(fields)),
    answer,
    versioned: true,
  }),
};
