/** What went wrong with a screen: told by itself, or seen by the server. */
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
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];
export const INCIDENT_STATES = ['open', 'acked', 'closed'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

const MINUTE_MS = 60_000;
/** So many screens within so long are one incident. */
export const INCIDENT_GROUP = { screens: 5, withinMs: 5 * MINUTE_MS } as const;
/** A screen beyond these is told of. */
export const INCIDENT_BOUNDS = { clockOffMs: 5 * MINUTE_MS, storageUsed: 0.95 } as const;
/** Screens a row names; the others are counted. */
export const INCIDENT_NAMES = 20;

/** One thing the player noticed. Its id is made where it was noticed, so that it is taken once. */
export const incidentNote = z.strictObject({
  id,
  kind: z.enum(['storage', 'storage_loss', 'playback', 'version', 'kiosk_escape']),
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
  /** Of the newest note. */
  detail: z.string(),
  devices: z.array(z.object({ id, name: z.string() })),
  device_count: int(0, MAX_INT),
});
export type Incident = z.infer<typeof incident>;

export const incidents = entity({
  path: '/api/incidents',
  area: 'monitor',
  row: incident,
  asks: {
    sorts: ['opened_at', 'kind', 'state'],
    first: '-opened_at',
    words: { status: { state: INCIDENT_STATES }, kind: { kind: INCIDENT_KINDS } },
    ids: ['device_id'],
  },
  acts: {
    ack: { summary: 'Say that somebody looks after it', from: ['open'], to: 'acked' },
    close: { summary: 'It is settled', from: ['open', 'acked'], to: 'closed' },
  },
});

/** Each note is taken once, however often it is sent. */
export const sendIncidents = endpoint({
  method: 'POST',
  path: '/api/player/incidents',
  access: { who: 'device' },
  summary: 'What the player noticed',
  limit: 'incidents',
  body: z.strictObject({ notes: z.array(incidentNote).check(z.minLength(1), z.maxLength(MAX_NOTES)) }),
  answer: z.object({ taken: z.array(id) }),
});
