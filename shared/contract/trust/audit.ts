import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { ROLES } from '../wire/roles.ts';
import { id, instant, int, logOf, logQuery, MAX_INT, nothing, text } from '../wire/wire.ts';

/** One audit event; its hash binds it to all earlier events. Personal values are in `detail` and can be erased. */
export const auditEvent = z.object({
  id,
  seq: int(1, MAX_INT),
  at: instant,
  /** null: the server, or a client that was not signed in. */
  actor_id: z.nullable(id),
  actor_role: z.nullable(z.enum(ROLES)),
  action: z.string(),
  target_type: z.string(),
  target_id: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  /** null after the detail was erased. */
  detail: z.nullable(
    z.object({
      actor_email: z.nullable(z.string()),
      ip: z.nullable(z.string()),
      ua: z.nullable(z.string()),
      /** What it was called then; missing from older events. */
      target_name: z.optional(z.nullable(z.string())),
      /** Field → old and new value. */
      diff: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
    }),
  ),
  prev_hash: z.string(),
  hash: z.string(),
});
export type AuditEvent = z.infer<typeof auditEvent>;

const access = { who: 'user', area: 'audit', level: 'R' } as const;
const filter = {
  action: z.optional(z.string().check(z.regex(/^[a-z_.-]{1,60}$/))),
  actor_id: z.optional(id),
  target_id: z.optional(text(1, 80)),
};
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit-events',
  access,
  summary: 'What was done in this tenant, newest first',
  query: z.extend(logQuery, filter),
  answer: logOf(auditEvent),
});
export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/audit-events/export',
  access: { ...access, transactions: 'own' },
  summary: 'All events of a filter as JSON lines',
  limit: 'export',
  query: z.object({ from: z.optional(instant), to: z.optional(instant), ...filter }),
  answer: 'text',
});
/** Result of a chain verification; `first_bad` is the first broken event. */
export const verdict = z.object({
  ok: z.boolean(),
  count: z.int(),
  head: z.nullable(z.string()),
  first_bad: z.nullable(z.object({ seq: z.int(), reason: z.string() })),
});
export type Verdict = z.infer<typeof verdict>;
/** Read-only, but slow: a POST, so that no prefetch triggers it. */
export const verifyAudit = endpoint({
  method: 'POST',
  path: '/api/audit-events/verify',
  access: { ...access, transactions: 'own' },
  summary: 'Check the whole chain of this tenant',
  changesNothing: true,
  limit: 'verify',
  body: nothing,
  answer: verdict,
});
