import * as z from 'zod/mini';
import { entity } from '../wire/entity.ts';
import { common, int, name, text, zone } from '../wire/wire.ts';

export const LOCATION_STATES = ['active', 'archived'] as const;
const MAX_RADIUS_M = 50_000;

const degrees = (most: number) => z.number().check(z.minimum(-most), z.maximum(most));
const editable = {
  name,
  address: text(0, 200),
  lat: degrees(90),
  lng: degrees(180),
  /** m; a screen within this radius is at the location. */
  radius_m: int(25, MAX_RADIUS_M),
  tz: zone,
  external_id: z.nullable(text(1, 80)),
};
export const location = z.object({
  ...common,
  ...editable,
  tz: z.string(),
  status: z.enum(LOCATION_STATES),
});
export type Location = z.infer<typeof location>;
export const locationCreate = z.strictObject(editable);

/** Locations of a business, for targeting and as destinations of codes on screen. */
export const locations = entity({
  path: '/api/locations',
  area: 'business',
  row: location,
  create: locationCreate,
  patch: z.partial(locationCreate),
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
