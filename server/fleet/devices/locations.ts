/** Places of a business. */
import { eq, getTableColumns } from 'drizzle-orm';
import { locations as contract, type Location } from '../../../shared/contract/fleet/location.ts';
import { commonOf } from '../../db/rows.ts';
import { locations } from '../../db/schema.ts';
import { requireZone } from '../../identity/tenants/zones.ts';
import { listing, reading } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';

export const locationListing = listing<typeof locations.$inferSelect, Location>({
  entity: contract,
  from: (tx, fields) => reading(tx.select(fields as never).from(locations)),
  fields: getTableColumns(locations),
  id: locations.id,
  scope: ({ tenant_id }) => eq(locations.tenant_id, tenant_id),
  searched: [locations.name, locations.address, locations.external_id],
  told: { status: locations.status },
  deleted_at: locations.deleted_at,
  created_at: locations.created_at,
  shown: (_work, rows) => rows.map(row => ({ ...row, ...commonOf(row) })),
});
export const keptLocations = repository({
  entity: contract,
  table: locations,
  listing: locationListing,
  check: (_work, values) => requireZone(values.tz as string),
});
