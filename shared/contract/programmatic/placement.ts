/** Placements: one zone of one device as a bid request names it (contract §5). */
import * as z from 'zod/mini';
import { PLAY_ZONES } from '../proof/play.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { common, id, int, MAX_INT, text } from '../wire/wire.ts';
import { mimes } from './partner.ts';
import { openOoh } from './venue.ts';

export const PLACEMENT_MEDIA = ['banner', 'video', 'audio'] as const;
export const PLACEMENT_SIDE = { least: 16, most: 16_384 } as const;
const MAX_SPOT_S = 300;
const MAX_SPOT_LENGTHS = 10;
const side = int(PLACEMENT_SIDE.least, PLACEMENT_SIDE.most);
const distinct = <T extends string | number>() =>
  z.refine<T[]>(all => new Set(all).size === all.length, 'Each only once');
const venue_ids = z.strictObject({
  ...openOoh,
  dmi: z._default(z.nullable(z.string().check(z.regex(/^\d{1,3}(\.\d{1,3}){0,3}$/))), null),
});

export const spotLength = int(1, MAX_SPOT_S);
/** A form has them as text, and makes numbers of them. */
export const spotLengths = <I>(length: z.ZodMiniType<number, I>) =>
  z.array(length).check(z.minLength(1, 'Required'), z.maxLength(MAX_SPOT_LENGTHS), distinct<number>());

const editable = {
  listing_id: z.nullable(id),
  w: side,
  h: side,
  /** Pixels an inch. */
  ppi: z.nullable(int(1, 2_000)),
  media: z.array(z.enum(PLACEMENT_MEDIA)).check(z.minLength(1, 'Required'), distinct()),
  mimes: mimes.check(z.minLength(1, 'Required')),
  spot_len_s: spotLengths(spotLength),
  allow_audio: z.boolean(),
  boxing_allowed: z.boolean(),
  /** It is in a vehicle, so its position is asked for with each request. */
  movable: z.boolean(),
  venue_ids,
  /** null: one impression a play. */
  multiplier_model_id: z.nullable(id),
};
/** They stay: what was sold on it must not become another screen. */
const place = { device_id: id, zone: z.enum(PLAY_ZONES) };
export const placement = z.object({
  ...common,
  ...place,
  ...editable,
  /** Its screen, and its zone where that is not the whole of it. */
  name: z.string(),
  device_name: z.string(),
  /** As it is looked at; its sides are those of the picture. */
  orientation: z.enum(['landscape', 'portrait']),
  model_name: z.nullable(z.string()),
  /** Its screen is retired: nothing is asked for it. */
  is_gone: z.boolean(),
  /** Partners that know it. */
  mapped: int(0, MAX_INT),
});
export type Placement = z.infer<typeof placement>;

export const placementCreate = z.strictObject({
  ...place,
  ...editable,
  zone: z._default(place.zone, 'full'),
  listing_id: z._default(editable.listing_id, null),
  ppi: z._default(editable.ppi, null),
  media: z._default(editable.media, ['banner', 'video']),
  mimes: z._default(editable.mimes, ['image/jpeg', 'image/png', 'video/mp4']),
  spot_len_s: z._default(editable.spot_len_s, [10, 15]),
  allow_audio: z._default(z.boolean(), false),
  boxing_allowed: z._default(z.boolean(), true),
  movable: z._default(z.boolean(), true),
  /** Left out: that of the location where its screen stands, else a taxi. */
  venue_ids: z.optional(venue_ids),
  multiplier_model_id: z._default(editable.multiplier_model_id, null),
});
export const placementPatch = z.partial(z.strictObject(editable));

export const placements = entity({
  path: '/api/programmatic/placements',
  bulk: ['delete', 'restore'],
  area: 'programmatic',
  row: placement,
  create: placementCreate,
  patch: placementPatch,
  removable: true,
  listOptions: {
    sorts: ['device_name', 'zone', 'created_at', 'updated_at'],
    defaultSort: 'device_name',
    enums: { zone: { zone: PLAY_ZONES } },
    ids: ['device_id', 'multiplier_model_id'],
  },
});

/** One for the whole screen of each device in service that has none; as large as the screen says it is. */
export const placeAllScreens = endpoint({
  method: 'POST',
  path: '/api/programmatic/placements/from-screens',
  access: { who: 'user', area: 'programmatic', level: 'W' },
  summary: 'Make a placement of every screen that has none',
  body: z.strictObject({ multiplier_model_id: z._default(z.nullable(id), null) }),
  answer: z.object({ made: int(0, MAX_INT), existing: int(0, MAX_INT) }),
});

export const VENUE_TAXONOMIES = ['openooh_1_1', 'openooh_1_2', 'dmi'] as const;
export type VenueTaxonomy = (typeof VENUE_TAXONOMIES)[number];
export const venueTaxonomy = endpoint({
  method: 'GET',
  path: '/api/programmatic/venue-taxonomies/:taxonomy',
  access: { who: 'user', area: 'programmatic', level: 'R' },
  summary: 'The kinds of places of a taxonomy, and what each is in OpenOOH 1.1',
  params: z.object({ taxonomy: z.enum(VENUE_TAXONOMIES) }),
  answer: z.object({
    items: z.array(z.object({ number: z.string(), name: text(0, 200), openooh_1_1: z.nullable(z.string()) })),
  }),
});
