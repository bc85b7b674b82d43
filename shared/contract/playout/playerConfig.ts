/** The configuration of players: for a tenant, a group or one screen; what a narrower one leaves empty it inherits. */
import * as z from 'zod/mini';
import type { Area } from '../wire/access.ts';
import { endpoint } from '../wire/endpoint.ts';
import { id, instant, int, MAX_INT, nothing } from '../wire/wire.ts';
import { ageGenderValues, pacingValues, weightValues } from './playerValues.ts';

export const CONFIG_SCOPES = ['tenant', 'group', 'device'] as const;
export type ConfigScope = (typeof CONFIG_SCOPES)[number];
/** Where a value comes from: its own scope, one above it, or nobody has set it. */
export const CONFIG_ORIGINS = ['default', ...CONFIG_SCOPES] as const;

/** The whole tenant where neither is named. */
export const configScope = z
  .object({ group_id: z.optional(id), device_id: z.optional(id) })
  .check(z.refine(({ group_id, device_id }) => group_id === undefined || device_id === undefined));
export type ConfigScopeQuery = z.infer<typeof configScope>;

type Shape = Record<string, z.core.$ZodType>;
const origin = { origin: z.enum(CONFIG_ORIGINS), name: z.nullable(z.string()) };
type Inheritable<S extends Shape> = { [K in keyof S]: z.ZodMiniNullable<S[K]> };
type Sourced<S extends Shape> = {
  [K in keyof S]: z.ZodMiniObject<{ value: S[K] } & typeof origin, z.core.$strip>;
};
const eachOf = <S extends Shape, T>(shape: S, make: (schema: z.core.$ZodType) => unknown) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, make(schema)])) as T;

/** `whole`: its fields belong together, so that a scope takes all of them from one place. */
interface PageOptions<N extends string, S extends Shape, A extends Area> {
  name: N;
  area: A;
  shape: S;
  summary: string;
}
function configPage<const N extends string, S extends Shape, const A extends Area>({
  name,
  area,
  shape,
  summary,
}: PageOptions<N, S, A>) {
  /** null: inherited. */
  const inheritable = eachOf<S, Inheritable<S>>(shape, schema => z.nullable(schema));
  const sourced = z.object(eachOf<S, Sourced<S>>(shape, value => z.object({ value, ...origin })));
  const answer = z.object({
    scope: z.enum(CONFIG_SCOPES),
    version: int(1, MAX_INT),
    draft: z.object(inheritable),
    /** What screens have; null before the first publishing. */
    published: z.nullable(z.object(inheritable)),
    published_version: z.nullable(int(1, MAX_INT)),
    published_at: z.nullable(instant),
    published_by: z.nullable(z.string()),
    /** The draft differs from what is published. */
    is_changed: z.boolean(),
    can_roll_back: z.boolean(),
    /** Of this scope or of one around it something is published; until then its screens play without the page. */
    is_in_force: z.boolean(),
    /** What holds for the screens of this scope, what will once the draft is published, and what would without values of its own. */
    effective: sourced,
    upcoming: sourced,
    inherited: sourced,
  });
  const path = `/api/player-config/${name}` as const;
  const reading = { who: 'user', area, level: 'R' } as const;
  const writing = { who: 'user', area, level: 'W' } as const;
  return {
    name,
    read: endpoint({
      method: 'GET',
      path,
      access: reading,
      summary: `${summary}: the draft, what is published, and what holds`,
      query: configScope,
      answer,
    }),
    patch: endpoint({
      method: 'PATCH',
      path,
      access: writing,
      summary: `${summary}: change the draft`,
      query: configScope,
      body: z.partial(z.strictObject(inheritable)),
      answer,
      versioned: true,
    }),
    publish: endpoint({
      method: 'POST',
      path: `${path}/publish`,
      access: writing,
      summary: `${summary}: give the draft to the screens`,
      query: configScope,
      body: nothing,
      answer,
      versioned: true,
    }),
    rollBack: endpoint({
      method: 'POST',
      path: `${path}/rollback`,
      access: writing,
      summary: `${summary}: give screens the version published before`,
      query: configScope,
      body: nothing,
      answer,
      versioned: true,
    }),
  };
}

export const weightsPage = configPage({
  name: 'weights',
  area: 'player_config',
  shape: weightValues,
  summary: 'Weights of the sources of content',
});
export const pacingPage = configPage({
  name: 'pacing',
  area: 'player_config',
  shape: pacingValues,
  summary: 'Pacing of the loop',
});
export const ageGenderPage = configPage({
  name: 'age-gender',
  area: 'age_gender',
  shape: ageGenderValues,
  summary: 'Estimation of the audience',
});
export const CONFIG_PAGES = ['weights', 'pacing', 'age-gender'] as const;
export type ConfigPageName = (typeof CONFIG_PAGES)[number];
