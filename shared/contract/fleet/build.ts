/** Builds of the player this server has given out, and which screens may take one. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { instant, int, MAX_INT, text } from '../wire/wire.ts';

/** running: to its share of the screens; paused: to no further one; called_back: who runs it goes back. */
export const ROLLOUTS = ['running', 'paused', 'called_back'] as const;
export type Rollout = (typeof ROLLOUTS)[number];

/** hold: stay with what runs; back: what runs was called back, take the build before it. */
export const UPDATE_WORDS = ['hold', 'back'] as const;
export type UpdateWord = (typeof UPDATE_WORDS)[number];

const name = text(1, 40);
const percent = int(0, 100);

export const build = z.object({
  build: name,
  rollout: z.enum(ROLLOUTS),
  /** Share of the screens that may take it. */
  percent,
  /** When this server first gave it out. */
  since: instant,
  /** Screens of all tenants that run it. */
  screens: int(0, MAX_INT),
  /** The one this server gives out. */
  is_current: z.boolean(),
  version: int(1, MAX_INT),
});
export type Build = z.infer<typeof build>;

/** Whoever may change what screens run sees how many do. */
const access = { who: 'user', area: 'system', level: 'W', tenants: 'all' } as const;

export const builds = endpoint({
  method: 'GET',
  path: '/api/builds',
  access,
  summary: 'Builds of the player, the newest first',
  answer: z.object({ items: z.array(build) }),
});
export const changeBuild = endpoint({
  method: 'PATCH',
  path: '/api/builds/:build',
  access,
  summary: 'Widen, pause or call back a build',
  params: z.object({ build: name }),
  body: z.strictObject({ rollout: z.optional(z.enum(ROLLOUTS)), percent: z.optional(percent) }),
  answer: build,
  versioned: true,
});
