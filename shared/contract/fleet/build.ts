/** Player builds this server has served, and their roll-out. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { instant, int, MAX_INT, text } from '../wire/wire.ts';

/** running: offered to its share of the screens; paused: to no further screens; called_back: screens that run it roll back. */
export const ROLLOUTS = ['running', 'paused', 'called_back'] as const;
export type Rollout = (typeof ROLLOUTS)[number];

/** hold: stay with the current build; back: the current build was called back, return to the previous one. */
export const UPDATE_DIRECTIVES = ['hold', 'back'] as const;
export type UpdateDirective = (typeof UPDATE_DIRECTIVES)[number];

const name = text(1, 40);
const percent = int(0, 100);

export const build = z.object({
  build: name,
  rollout: z.enum(ROLLOUTS),
  /** Percent of the screens that may take it. */
  percent,
  /** When this server first served it. */
  since: instant,
  /** Number of screens of all tenants that run it. */
  screens: int(0, MAX_INT),
  /** True for the build this server serves. */
  is_current: z.boolean(),
  version: int(1, MAX_INT),
});
export type Build = z.infer<typeof build>;

/** Reading requires the level of writing. */
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
