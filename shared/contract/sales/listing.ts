/** What is sold: a share of the time of one screen, or of the screens of a group. */
import * as z from 'zod/mini';
import { CATEGORIES } from '../content/library/categories.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity, statesBefore, type Transitions } from '../wire/entity.ts';
import { CAMPAIGN_CLASSES, CAMPAIGN_STATES } from './campaign.ts';
import {
  byId,
  common,
  currency,
  enumList,
  id,
  instant,
  int,
  localDate,
  MAX_INT,
  text,
} from '../wire/wire.ts';

export const LISTING_STATES = ['draft', 'published', 'paused', 'archived'] as const;
export type ListingState = (typeof LISTING_STATES)[number];
export const LISTING_TRANSITIONS: Transitions<ListingState> = {
  draft: ['published', 'archived'],
  published: ['paused', 'archived'],
  paused: ['published', 'archived'],
  archived: [],
};
/** What stands in the archive is changed no more. */
export const isListingEditable = (state: ListingState) => LISTING_TRANSITIONS[state].length > 0;

/** px of a side. */
export const LISTING_SIDE = { least: 16, most: 16_384 } as const;
export const SPOT_MS = { least: 1_000, most: 300_000 } as const;
export const MAX_SPOT_LENGTHS = 10;
/** One a second. */
const MAX_AVAILS_PER_H = 3_600;

const side = int(LISTING_SIDE.least, LISTING_SIDE.most);
const durations = z.array(int(SPOT_MS.least, SPOT_MS.most)).check(
  z.maxLength(MAX_SPOT_LENGTHS),
  z.refine(all => new Set(all).size === all.length, { error: 'Each length once' }),
);
const format = z.strictObject({
  w: side,
  h: side,
  durations_ms: durations.check(z.minLength(1, 'Required')),
});
export type ListingFormat = z.infer<typeof format>;

const editable = {
  title: text(1, 120),
  format,
  /** For a thousand impressions; millionths of the currency's unit. */
  floor_micros: int(0, MAX_INT),
  currency,
  /** Spots an hour on each screen. */
  avails_per_h: int(1, MAX_AVAILS_PER_H),
  /** Of the screen's time that may be sold, in percent. */
  share_max_pct: int(1, 100),
  blocked_cats: z
    .array(z.enum(CATEGORIES))
    .check(z.refine(all => new Set(all).size === all.length, { error: 'Each category once' })),
};
/** Either is set; it stays, because what is sold must not become something else. */
const place = { device_id: z.nullable(id), group_id: z.nullable(id) };

export const listing = z.object({
  ...common,
  ...place,
  ...editable,
  state: z.enum(LISTING_STATES),
  /** Name of its screen or group. */
  place_name: z.string(),
  /** Its screen is retired or its group deleted: there is nothing to sell. */
  is_gone: z.boolean(),
});
export type Listing = z.infer<typeof listing>;

export const listingCreate = z
  .strictObject({
    device_id: z._default(place.device_id, null),
    group_id: z._default(place.group_id, null),
    ...editable,
    /** What is left empty is taken from the screens: their usual size, and the lengths of the items they play. */
    format: z._default(
      z.strictObject({
        w: z._default(z.nullable(side), null),
        h: z._default(z.nullable(side), null),
        durations_ms: z._default(durations, []),
      }),
      { w: null, h: null, durations_ms: [] },
    ),
    /** The tenant's where none is named. */
    currency: z.optional(currency),
    share_max_pct: z._default(editable.share_max_pct, 100),
    blocked_cats: z._default(editable.blocked_cats, []),
  })
  .check(
    z.refine(({ device_id, group_id }) => device_id !== null || group_id !== null, {
      path: ['group_id'],
      error: 'Required',
    }),
    z.refine(({ device_id, group_id }) => device_id === null || group_id === null, {
      path: ['device_id'],
      error: 'Either a screen or a group',
    }),
  );
export const listingPatch = z.partial(z.strictObject(editable));

const listOptions = {
  sorts: ['title', 'place_name', 'floor_micros', 'avails_per_h', 'created_at'],
  defaultSort: 'title',
  enums: { status: { state: LISTING_STATES } },
  ids: ['device_id', 'group_id'],
} as const;
const reaches = <const S extends ListingState>(to: S) => ({
  from: statesBefore<ListingState>(LISTING_TRANSITIONS, to),
  to,
});
export const listings = entity({
  path: '/api/listings',
  bulk: ['delete', 'restore', 'publish', 'pause', 'resume', 'archive'],
  area: 'listings',
  row: listing,
  create: listingCreate,
  patch: listingPatch,
  removable: true,
  listOptions,
  actions: {
    /** 422 RULE where its screen is retired or its group deleted; so does `resume`. */
    publish: { summary: 'Offer it for sale', from: ['draft'], to: 'published', undo: 'pause' },
    pause: { ...reaches('paused'), summary: 'Offer it no more for now', undo: 'resume' },
    resume: { summary: 'Offer it again', from: ['paused'], to: 'published', undo: 'pause' },
    archive: { ...reaches('archived'), summary: 'Offer it never again', confirm: true },
  },
});

const money = z.strictObject({ floor_micros: editable.floor_micros, currency });
export const listingChange = z
  .partial(z.strictObject({ floor: money, state: z.enum(['published', 'paused']) }))
  .check(z.refine(change => Object.values(change).some(value => value !== undefined), { error: 'Required' }));
export type ListingChange = z.infer<typeof listingChange>;
export const MAX_NAMED_LISTINGS = 200;
export const MAX_LISTINGS_AT_ONCE = 5_000;
/** STATE: it cannot become that, or is archived. RULE: its screen is retired or its group deleted. */
export const LISTING_REFUSALS = ['NOT_FOUND', 'STATE', 'RULE'] as const;
export const changeListings = endpoint({
  method: 'POST',
  path: '/api/listings/changes',
  access: { who: 'user', area: 'listings', level: 'W' },
  summary: 'Publish, pause or price many listings at once; those that stay as they were are named',
  body: z
    .strictObject({
      listing_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_NAMED_LISTINGS))),
      filter: z.optional(
        z.strictObject({
          q: z.optional(text(0, 120)),
          status: enumList(LISTING_STATES),
          device_id: z.optional(id),
          group_id: z.optional(id),
        }),
      ),
      change: listingChange,
    })
    .check(
      z.refine(({ listing_ids, filter }) => (listing_ids === undefined) !== (filter === undefined), {
        path: ['listing_ids'],
        error: 'Either listing_ids or filter',
      }),
    ),
  answer: z.object({
    changed: int(0, MAX_INT),
    failed: z.array(z.object({ id, name: z.nullable(z.string()), error: z.enum(LISTING_REFUSALS) })),
  }),
});

export const MEASURED_DAYS = 28;
/** By the plays of its screens: an hour in which a screen has shown anything is one that it was on. */
export const listingMeasured = endpoint({
  method: 'GET',
  path: '/api/listings/:id/measured',
  access: { who: 'user', area: 'listings', level: 'R' },
  summary: `What the screens of a listing have shown in the last ${MEASURED_DAYS} days, by hour of the week`,
  params: byId,
  query: z.object({ tz: z.optional(z.string().check(z.maxLength(60))) }),
  answer: z.object({
    from: instant,
    to: instant,
    /** In service now. */
    screens: int(0, MAX_INT),
    /** Hours in which nothing was shown are left out. */
    hours: z.array(
      z.object({
        /** 1 Monday to 7 Sunday, by the clocks of `tz`. */
        day: int(1, 7),
        hour: int(0, 23),
        screen_hours: int(1, MAX_INT),
        plays: int(1, MAX_INT),
      }),
    ),
  }),
});

export const SOLD_DAYS = { usual: 30, most: 31 };
const pct = z.number().check(z.minimum(0));
/**
 * By the campaigns that are booked on its screens. Hours of the week are not told apart, as they are not when a campaign
 * is approved.
 */
export const listingSold = endpoint({
  method: 'GET',
  path: '/api/listings/:id/sold',
  access: { who: 'user', area: 'listings', level: 'R' },
  summary: 'How much of a listing is sold on each day, to which campaigns, and what is free',
  params: byId,
  query: z.object({
    /** Left out: today in that zone. */
    from: z.optional(localDate),
    days: z._default(
      z.coerce.number().check(z.int(), z.minimum(1), z.maximum(SOLD_DAYS.most)),
      SOLD_DAYS.usual,
    ),
    tz: z.optional(z.string().check(z.maxLength(60))),
  }),
  answer: z.object({
    /** In service now. */
    screens: int(0, MAX_INT),
    campaigns: z.array(
      z.object({
        id,
        name: z.string(),
        class: z.enum(CAMPAIGN_CLASSES),
        state: z.enum(CAMPAIGN_STATES),
        /** Of the screens of the listing. */
        screens: int(1, MAX_INT),
        /** Plays that these screens hold leases for and have not reported. */
        granted: int(0, MAX_INT),
      }),
    ),
    days: z.array(
      z.object({
        day: localDate,
        /** Of the time of all its screens on that day, percent; other classes than guaranteed take turns and have no share. */
        sold_pct: pct,
        /** Of the maximum share and the ad load, what is left at the fullest moment of the screen with the least of it, percent. */
        free_pct: pct,
        /** Each that is booked on that day. */
        booked: z.array(z.object({ campaign_id: id, share_pct: pct })),
      }),
    ),
  }),
});
