/** Locations of a business. */
import { locations as contract, type Location } from '../../../shared/contract/fleet/location.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isVenue, NO_VENUE, venueFor } from '../../venues/venues.ts';
import { eq, getTableColumns } from 'drizzle-orm';
import { refreshSets } from '../../alerts/screens/versions.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { locations } from '../../db/schema.ts';
import { listing, asSelectQuery } from '../../resource/listing.ts';
import { repository, type Repository } from '../../resource/repository.ts';

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
function withVenue(values: Record<string, unknown>) {
  const { venue } = values as Partial<Location>;
  if (!venue) return values;
  if (!isVenue(venue.openooh_1_1)) throw new AppError('VALIDATION', NO_VENUE, { venue: [NO_VENUE] });
  return { ...values, venue: venueFor(venue) };
}

const stored = repository({
  entity: contract,
  table: locations,
  listing: locationListing,
  /** Screens that stand there may be inside other alerts' areas now. */
  afterWrite: refreshSets,
});
export const locationRepository: Repository = {
  ...stored,
  create: (ctx, values) => stored.create(ctx, withVenue(values)),
  change: (ctx, id, expected, values) => stored.change(ctx, id, expected, withVenue(values)),
};
