/** The tenant's own table of codes: which places or tagged screens SAME 006037 or a code of its own stands for. */
import * as z from 'zod/mini';
import { entity } from '../wire/entity.ts';
import { common, tags, text } from '../wire/wire.ts';
import { alertAreas, geocode } from './area.ts';

const editable = {
  /** The scheme, such as SAME, UGC or one of the tenant's own; compared without case. */
  scheme: geocode.shape.name,
  value: geocode.shape.value,
  /** What people call the place. */
  name: text(1, 120),
  areas: alertAreas,
  /** Screens with one of these belong to it wherever they are. */
  tags,
};
export const alertGeocode = z.object({ ...common, ...editable });
export type AlertGeocode = z.infer<typeof alertGeocode>;
export const alertGeocodeCreate = z.strictObject({
  ...editable,
  areas: z._default(editable.areas, []),
  tags: z._default(editable.tags, []),
});
export const alertGeocodePatch = z.partial(z.strictObject(editable));
export const alertGeocodes = entity({
  path: '/api/alert-geocodes',
  area: 'alerts',
  /** Where alerts go is for those who may publish them. */
  access: { level: 'A' },
  row: alertGeocode,
  create: alertGeocodeCreate,
  patch: alertGeocodePatch,
  removable: true,
  listOptions: {
    sorts: ['scheme', 'value', 'name', 'created_at'],
    defaultSort: 'scheme',
    enums: {},
    texts: ['scheme'],
  },
});
