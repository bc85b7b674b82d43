/** The rows the demo brought along: a fleet to look at, taken away before the real one begins. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { int, MAX_INT } from '../wire/wire.ts';

const count = int(0, MAX_INT);
const demoRows = z.object({
  screens: count,
  plays: count,
  playlists: count,
  creatives: count,
  people: count,
});
export type DemoRows = z.infer<typeof demoRows>;

export const readDemo = endpoint({
  method: 'GET',
  path: '/api/demo',
  access: { who: 'user', area: 'settings', level: 'R' },
  summary: 'How many rows the demo and its people made',
  answer: z.object({
    ...demoRows.shape,
    /** The caller is one of the demo's people and cannot take them away. */
    is_demo_user: z.boolean(),
  }),
});
/** Playlists that other screens play, and what is in them, stay and belong to the caller from then on. */
export const removeDemo = endpoint({
  method: 'DELETE',
  path: '/api/demo',
  access: { who: 'user', area: 'settings', level: 'W' },
  summary: 'Take away the screens, plays, content and people of the demo',
  answer: demoRows,
});
