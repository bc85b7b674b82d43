/** What went wrong with a screen: told by itself, or seen by the server. */
import * as z from 'zod/mini';
import { id, instant, text } from './wire.ts';

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

/** One thing the player noticed. Its id is made where it was noticed, so that it is taken once. */
export const incidentNote = z.strictObject({
  id,
  kind: z.enum(['storage', 'storage_loss', 'playback', 'version', 'kiosk_escape']),
  at: instant,
  detail: text(0, 200),
});
export type IncidentNote = z.infer<typeof incidentNote>;
