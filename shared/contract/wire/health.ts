import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** `size` asks for that many bytes of speed test; the server clamps it to 1 MB. */
export const health = endpoint({
  method: 'GET',
  path: '/api/health',
  access: { who: 'anyone' },
  summary: 'Is the server reachable, and is it ours? Echoes the X-Health header.',
  query: z.object({ size: z.optional(z.string()) }),
  answer: 'bytes',
});
export const version = endpoint({
  method: 'GET',
  path: '/version.json',
  access: { who: 'anyone' },
  summary: 'The build that is served',
  answer: z.object({ build: z.string(), version: z.string() }),
});
