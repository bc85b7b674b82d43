import type { Make } from '../samples.ts';

const none: Make = () => ({});
const empty = { body: {} };
const LOCATION = {
  ...{ name: 'Airport, arrivals', address: 'Alameda das Comunidades', lat: 38.7742, lng: -9.1342 },
  ...{ radius_m: 400, tz: 'Europe/Lisbon', external_id: null },
};
const id =
  (pick: (of: Parameters<Make>[0]['of']) => string, more: object = {}): Make =>
  ({ of }) => ({ params: { id: pick(of) }, ...more });

export const LOCATION_SAMPLES: Record<string, Make> = {
  'GET /api/locations': none,
  'POST /api/locations': () => ({ body: LOCATION }),
  'GET /api/locations/export': none,
  'POST /api/locations/import': () => ({
    body: { csv: 'name,lat,lng\nHarbour,38.7,-9.1\n', dry_run: false },
  }),
  'GET /api/locations/:id': id(of => of.locations.active),
  'PATCH /api/locations/:id': id(of => of.locations.active, { body: { name: 'Harbour' }, version: 1 }),
  'DELETE /api/locations/:id': id(of => of.locations.active, { version: 1 }),
  'POST /api/locations/:id/restore': id(of => of.locations.deleted, empty),
  'POST /api/locations/:id/archive': id(of => of.locations.active, empty),
  'POST /api/locations/:id/reopen': id(of => of.locations.archived, empty),
};
