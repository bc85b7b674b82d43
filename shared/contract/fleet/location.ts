import * as z from 'zod/mini';
import { daypart } from '../playout/schedule.ts';
import { openOoh } from '../programmatic/venue.ts';
import { entity } from '../wire/entity.ts';
import { common, int, name, text, zone } from '../wire/wire.ts';

export const LOCATION_STATES = ['active', 'archived'] as const;
const MAX_RADIUS_M = 50_000;

const degrees = (most: number) => z.number().check(z.minimum(-most), z.maximum(most));
const DAYS_A_WEEK = 7;
/** With a break at noon it has two. */
const MAX_SPANS_A_DAY = 4;
/** From when to when it is open; what runs over midnight belongs to the day it starts. */
const span = z.strictObject({ start: daypart.shape.start, end: daypart.shape.end });
const openingHours = z.array(z.array(span).check(z.maxLength(MAX_SPANS_A_DAY))).check(z.length(DAYS_A_WEEK));
export type OpeningHours = z.infer<typeof openingHours>;
export const noHours = (): OpeningHours => Array.from({ length: DAYS_A_WEEK }, () => []);
const venue = z.strictObject(openOoh);

const editable = {
  name,
  address: text(0, 200),
  lat: degrees(90),
  lng: degrees(180),
  /** m; a screen within this radius is at the location. */
  radius_m: int(25, MAX_RADIUS_M),
  tz: zone,
  external_id: z.nullable(text(1, 80)),
  /** Monday first. A day without any is closed; where none has any, nobody has said. */
  hours: openingHours,
  /** What placements of the screens there are, unless they say otherwise; null: not named. */
  venue: z.nullable(venue),
};
export const location = z.object({
  ...common,
  ...editable,
  tz: z.string(),
  status: z.enum(LOCATION_STATES),
});
export type Location = z.infer<typeof location>;
export const locationFields = z.strictObject(editable);
export const locationCreate = z.strictObject({
  ...editable,
  hours: z._default(openingHours, noHours),
  venue: z._default(editable.venue, null),
});

/** Locations of a business, for targeting and as destinations of codes on screen. */
export const locations = entity({
  path: '/api/locations',
  bulk: ['delete', 'restore', 'archive', 'reopen'],
  area: 'business',
  row: location,
  create: locationCreate,
  patch: z.partial(locationFields),
  removable: true,
  listOptions: {
    sorts: ['name', 'address', 'radius_m', 'created_at'],
    defaultSort: 'name',
    enums: { status: { status: LOCATION_STATES } },
  },
  actions: {
    archive: { summary: 'Aim at it no more', from: ['active'], to: 'archived', undo: 'reopen' },
    reopen: { summary: 'Aim at it again', from: ['archived'], to: 'active', undo: 'archive' },
  },
});
