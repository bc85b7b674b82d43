/** What is asked about alerts beside their rows: documents in, documents out, who would be reached and who was. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { byId, id, instant, int, MAX_INT } from '../wire/wire.ts';
import { alertTarget, alertWarning } from './alert.ts';
import { alertArea, geocode } from './area.ts';
import { CAP_STATUSES, PRIORITIES } from './cap.ts';
import { ACK_STATES } from './alertAcks.ts';

/** Bytes of a document. */
export const MAX_CAP_BYTES = 1_048_576;
export const MAX_CAP_DEPTH = 32;
/** Types of a document. */
export const CAP_DOCUMENTS = [
  'application/cap+xml',
  'application/xml',
  'text/xml',
  'application/json',
] as const;
/** Alerts of a document that somebody imports. */
export const MAX_IMPORTED = 200;
/** `log`: kept as it came, and nothing follows from it: an acknowledgement, an error, or one that was read before. */
export const IMPORT_ACTIONS = ['create', 'update', 'cancel', 'log'] as const;

/** What a message says, in short: nothing but its identity is sure to be there. */
const importSummary = {
  headline: z.string(),
  priority: z.literal(PRIORITIES),
  status: z.enum(CAP_STATUSES),
  areas: z.array(alertArea),
  geocodes: z.array(geocode),
  effective_at: z.nullable(instant),
  expires_at: z.nullable(instant),
  /** Its end has passed, so nothing of it comes onto a screen. */
  is_over: z.boolean(),
};
export const importAnswer = z.object({
  items: z.array(
    z.object({
      identifier: z.string(),
      sender: z.string(),
      sent: instant,
      action: z.enum(IMPORT_ACTIONS),
      warnings: z.array(alertWarning),
      ...importSummary,
    }),
  ),
  /** By their place in the document, from 0. */
  refused: z.array(z.object({ index: int(0, MAX_INT), code: z.string(), message: z.string() })),
  /** Screens that hold what is new in their sets. */
  affected: int(0, MAX_INT),
});
export type ImportAnswer = z.infer<typeof importAnswer>;

const read = { who: 'user', area: 'alerts', level: 'R' } as const;
/**
 * The body is the document itself, not JSON of ours: `application/xml`, `application/cap+xml` or `application/json`.
 * Without `commit` nothing is written. With it, which takes level A, alerts are published, updates and cancels take effect; priority 0
 * waits for its second approval.
 */
export const importAlerts = endpoint({
  method: 'POST',
  path: '/api/alerts/import',
  access: { who: 'user', area: 'alerts', level: 'W' },
  summary: 'Read CAP in XML or JSON, and show or do what follows from it',
  query: z.object({ commit: z.optional(z.enum(['1'])) }),
  bodyLimit: MAX_CAP_BYTES,
  documents: CAP_DOCUMENTS,
  answer: importAnswer,
});

/** Counts of screens by where they last said they were. */
const reach = z.object({
  /** In the target by name, by tag or because it is for all. */
  named: int(0, MAX_INT),
  /** Last seen within its areas, and outside of them. */
  inside: int(0, MAX_INT),
  outside: int(0, MAX_INT),
  /** Never said where they are, or are not allowed to. They show priority 0 and 1 and nothing else. */
  unknown: int(0, MAX_INT),
  /** s since those inside last said where they are: half of them at most, and the oldest. */
  age_s: z.object({ median: z.nullable(int(0, MAX_INT)), oldest: z.nullable(int(0, MAX_INT)) }),
  /** Of those inside, named and unknown, connected now. */
  online: int(0, MAX_INT),
});
export const previewTargets = endpoint({
  method: 'POST',
  path: '/api/alerts/preview-targets',
  access: { who: 'user', area: 'alerts', level: 'R' },
  summary: 'How many screens such a target would reach, by their last known places',
  changesNothing: true,
  /** A test or an exercise reaches test screens alone, unless it is forced. */
  body: z.strictObject({
    target: alertTarget,
    status: z._default(z.enum(CAP_STATUSES), 'Actual'),
    forced: z._default(z.boolean(), false),
  }),
  answer: z.object({
    ...reach.shape,
    /** Of the target's codes, those the tenant's table has no place for. */
    unresolved: z.array(geocode),
  }),
});
export type TargetPreview = z.infer<typeof reach>;

/** `pending`: its screen has not asked yet. `sent`: it was given to the screen, which has not said that it has it. */
export const DELIVERY_STATES = ['pending', 'sent', ...ACK_STATES] as const;
export const alertDelivery = z.object({
  device_id: id,
  device_name: z.string(),
  alert_version: int(1, MAX_INT),
  state: z.enum(DELIVERY_STATES),
  sent_at: z.nullable(instant),
  received_at: z.nullable(instant),
  shown_at: z.nullable(instant),
  acknowledged_at: z.nullable(instant),
  cleared_at: z.nullable(instant),
  seen_s: z.nullable(int(0, MAX_INT)),
  clock_quality: z.nullable(z.enum(['A', 'B', 'C', 'D'])),
  /** Why it was not shown, in the screen's words. */
  detail: z.nullable(z.string()),
});
export type AlertDelivery = z.infer<typeof alertDelivery>;
export const alertDeliveries = endpoint({
  method: 'GET',
  path: '/api/alerts/:id/deliveries',
  access: read,
  summary: 'Which screens have received, shown, acknowledged and cleared it, or why not',
  params: byId,
  answer: z.object({
    items: z.array(alertDelivery),
    /** Of all its screens; `items` names a thousand at most, those that have said something first. */
    counts: z.partialRecord(z.enum(DELIVERY_STATES), int(0, MAX_INT)),
  }),
});

export const alertCap = endpoint({
  method: 'GET',
  path: '/api/alerts/:id/cap.xml',
  access: read,
  summary: 'The alert as CAP 1.2',
  params: byId,
  answer: 'text',
});
/** The bytes as they came, to be looked at and not to be opened. */
export const alertOriginal = endpoint({
  method: 'GET',
  path: '/api/alerts/:id/original',
  access: read,
  summary: 'The document the alert came in, as it came',
  params: byId,
  answer: 'bytes',
});
export const alertsAtom = endpoint({
  method: 'GET',
  path: '/api/alerts/feed.atom',
  access: read,
  summary: 'Published alerts as an Atom feed of CAP 1.2',
  answer: 'text',
});
