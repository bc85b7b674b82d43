/** What is asked of one creative beside its row: where it is used, and what its file was before. */
import * as z from 'zod/mini';
import { asset } from '../media.ts';
import { usage } from './usage.ts';
import { endpoint } from '../../wire/endpoint.ts';
import { byId, id, instant } from '../../wire/wire.ts';

const reads = { who: 'user', area: 'creatives', level: 'R' } as const;
export const creativeUsage = endpoint({
  method: 'GET',
  path: '/api/creatives/:id/usage',
  access: reads,
  summary: 'Where a creative is used',
  params: byId,
  answer: usage,
});

/** `live`: screens are given it; `waiting`: it waits for a decision; `current`: it stands in a draft. */
export const VERSION_STATES = [
  'live',
  'current',
  'waiting',
  'changes_requested',
  'rejected',
  'withdrawn',
  'former',
] as const;
export const creativeVersions = endpoint({
  method: 'GET',
  path: '/api/creatives/:id/versions',
  access: reads,
  summary: 'The files a creative has had, the newest first',
  params: byId,
  answer: z.object({
    items: z.array(
      z.object({
        asset,
        state: z.enum(VERSION_STATES),
        /** When it was uploaded or asked for. */
        at: instant,
        /** By which it was asked for; null: by its upload. */
        submission_id: z.nullable(id),
      }),
    ),
  }),
});
