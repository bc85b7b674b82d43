/** Locations of a business. */
import { eq, getTableColumns } from 'drizzle-orm';
import { refreshSets } from '../../alerts/screens/versions.ts';
import { locations as contract } from '../../../shared/contract/fleet/location.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { locations } from '../../db/schema.ts';
import { listing, asSelectQuery } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';

export const locationListing = listing(contract)<typeof locations.$inferSelect>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(locations)),
  fields: getTableColumns(locations),
  id: locations.id,
  scope: ({ tenant_id }) => eq(locations.tenant_id, tenant_id),
  searchColumns: [locations.name, locations.address, locations.external_id],
  filterColumns: { status: locations.status },
  deleted_at: locations.deleted_at,
  created_at: locations.created_at,
  serialize: (_work, rows) => rows.map(row => ({ ...row, ...commonFieldsOf(row) })),
});
export const locationRepository = repository({
  entity: contract,
  table: locations,
  listing: locationListing,
  /** Screens that stand there may be inside other alerts' areas now. */
  afterWrite: refreshSets,
});
