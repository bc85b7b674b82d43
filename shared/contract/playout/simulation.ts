/** What the simulator works from: the very documents of a screen. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { byId } from '../wire/wire.ts';

/** Each was made by the server by its own contract; the simulator reads them as a screen does. */
const content = z.record(z.string(), z.unknown());
const document = z.nullable(content);
export const deviceDocuments = endpoint({
  method: 'GET',
  path: '/api/devices/:id/documents',
  access: { who: 'user', area: 'devices', level: 'R' },
  summary: 'What a screen was given to play, to look ahead by',
  params: byId,
  answer: z.object({
    playlist: document,
    config: document,
    flights: document,
    schedule: document,
    /** The playlists of its schedule. */
    scheduled: z.array(content),
  }),
});
