/** Incidents: faults of screens, reported by the screen or detected by the server. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { common, id, instant, int, MAX_INT, text } from '../wire/wire.ts';

export const INCIDENT_KINDS = [
  'offline',
  'storage',
  'storage_loss',
  'playback',
  'clock',
  'version',
  'kiosk_escape',
  'report',
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];
export const INCIDENT_STATES = ['open', 'acked', 'closed'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

const MINUTE_MS = 60_000;
/** This many affected screens within this time are one incident. */
export const INCIDENT_GROUP = { screens: 5, withinMs: 5 * MINUTE_MS } as const;
/** Thresholds for clock offset (ms) and used storage (share). */
export const INCIDENT_BOUNDS = { clockOffMs: 5 * MINUTE_MS, storageUsed: 0.95 } as const;
/** Number of screens that an incident names; others are only counted. */
export const INCIDENT_NAMES = 20;

/** One fault the player noticed. The player makes the id, so that the note is stored once. */
export const incidentNote = z.strictObject({
  id,
  kind: z.enum(['storage', 'storage_loss', 'playback', 'version', 'kiosk_escape', 'report']),
  at: instant,
  detail: text(0, 200),
});
export type IncidentNote = z.infer<typeof incidentNote>;
export const MAX_NOTES = 20;

export const incident = z.object({
  ...common,
  kind: z.enum(INCIDENT_KINDS),
  state: z.enum(INCIDENT_STATES),
  opened_at: instant,
  acked_at: z.nullable(instant),
  acked_by: z.nullable(id),
  closed_at: z.nullable(instant),
  /** Detail of the newest note. */
  detail: z.string(),
  devices: z.array(z.object({ id, name: z.string() })),
  device_count: int(0, MAX_INT),
});
export type Incident = z.infer<typeof incident>;

export const incidents = entity({
  path: '/api/incidents',
  area: 'monitor',
  row: incident,
  listOptions: {
    sorts: ['opened_at', 'kind', 'state'],
    defaultSort: '-opened_at',
    enums: { status: { state: INCIDENT_STATES }, kind: { kind: INCIDENT_KINDS } },
    ids: ['device_id'],
  },
  actions: {
    ack: { summary: 'Say that somebody looks after it', from: ['open'], to: 'acked' },
    close: { summary: 'It is settled', from: ['open', 'acked'], to: 'closed' },
  },
});

/** Idempotent: each note is stored once, however often it is sent. */
export const sendIncidents = endpoint({
  method: 'POST',
  path: '/api/player/incidents',
  access: { who: 'device' },
  summary: 'What the player noticed',
  limit: 'incidents',
  body: z.strictObject({ notes: z.array(incidentNote).check(z.minLength(1), z.maxLength(MAX_NOTES)) }),
  answer: z.object({ taken: z.array(id) }),
});
