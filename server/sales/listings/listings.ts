/** Listings of a tenant: list, writes, and the rule that nothing is offered that is not there. */
import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import {
  isListingEditable,
  listings as contract,
  type listingCreate,
  type listingPatch,
  type ListingState,
} from '../../../shared/contract/sales/listing.ts';
import { refusedBy } from '../../../shared/contract/sales/refusals.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { deviceGroups, devices, listings, tenants } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { repository, type Repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { filledFormat } from './format.ts';
import { placesGone, requirePlace } from './places.ts';

const placeName = sql<string>`coalesce(${devices.name}, ${deviceGroups.name})`;
type Row = typeof listings.$inferSelect & { place_name: string; is_gone: boolean };

export const inventoryListing = listing(contract)<Row>({
  from: (tx, fields) =>
    asSelectQuery(
      tx
        .select(fields as never)
        .from(listings)
        .leftJoin(devices, eq(devices.id, listings.device_id))
        .leftJoin(deviceGroups, eq(deviceGroups.id, listings.group_id)),
    ),
  fields: {
    ...getTableColumns(listings),
    place_name: placeName,
    is_gone: sql<boolean>`coalesce(${devices.state} = 'retired', ${deviceGroups.deleted_at} is not null)`,
  },
  id: listings.id,
  scope: ({ tenant_id }) => eq(listings.tenant_id, tenant_id),
  sortColumns: {
    title: listings.title,
    place_name: placeName,
    floor_micros: listings.floor_micros,
    avails_per_h: listings.avails_per_h,
    created_at: listings.created_at,
  },
  searchColumns: [listings.title, devices.name, deviceGroups.name],
  filterColumns: { state: listings.state, device_id: listings.device_id, group_id: listings.group_id },
  deleted_at: listings.deleted_at,
  created_at: listings.created_at,
  /** The archive is listed only on request. */
  defaultFilter: ({ state = [] }) => (state.length > 0 ? undefined : ne(listings.state, 'archived')),
  serialize: (_ctx, rows) =>
    rows.map(({ w, h, durations_ms, ...row }) => ({
      ...row,
      format: { w, h, durations_ms },
      ...commonFieldsOf(row),
    })),
});

const IN_FORMAT = 'part of its format';
const kept = repository({
  entity: contract,
  table: listings,
  listing: inventoryListing,
  stateColumn: 'state',
  internalColumns: { w: IN_FORMAT, h: IN_FORMAT, durations_ms: IN_FORMAT },
  beforeRemove: requireUnpublished,
  validate: (_ctx, values) => requireEditable(values as Partial<typeof listings.$inferSelect>),
});

/** A deleted row that comes back comes back as it was, be it archived. */
function requireEditable({ state = 'draft', deleted_at = null }: Partial<typeof listings.$inferSelect>) {
  if (deleted_at === null && !isListingEditable(state))
    throw new AppError('STATE', `This is ${state}.`, { status: state });
}

async function requireUnpublished({ tx, tenant_id }: TransactionContext, id: string): Promise<void> {
  const [row] = await tx
    .select({ state: listings.state })
    .from(listings)
    .where(and(eq(listings.id, id), eq(listings.tenant_id, tenant_id)));
  if (row?.state === 'published') throw new AppError('STATE', 'Pause it first.', { status: row.state });
}

async function currencyOf({ tx, tenant_id }: TransactionContext): Promise<string> {
  const [row] = await tx
    .select({ currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  return requireFound(row, 'tenant').currency;
}

type Create = z.infer<typeof listingCreate>;
type Patch = z.infer<typeof listingPatch>;
const SELLING: ListingState = 'published';

export const inventoryRepository: Repository = {
  ...kept,
  async create(ctx, values) {
    const { format, currency, ...rest } = values as Create;
    await requirePlace(ctx, rest);
    return kept.create(ctx, {
      ...rest,
      ...(await filledFormat(ctx, rest, format)),
      currency: currency ?? (await currencyOf(ctx)),
    });
  },
  change(ctx, id, expected, values) {
    const { format, ...rest } = values as Patch;
    return kept.change(ctx, id, expected, { ...rest, ...format });
  },
  async act(ctx, id, act) {
    if (act.to === SELLING) await requireNotGone(ctx, id);
    return kept.act(ctx, id, act);
  },
};

/** Where there is no such listing the act itself answers that. */
async function requireNotGone(ctx: TransactionContext, id: string): Promise<void> {
  const isIt = and(eq(listings.id, id), eq(listings.tenant_id, ctx.tenant_id));
  const [row] = await ctx.tx.select().from(listings).where(isIt);
  if (!row || (await placesGone(ctx, [row])).size === 0) return;
  throw row.device_id === null
    ? refusedBy('group_deleted', 'Its group is deleted, so there is nothing to offer.')
    : refusedBy('screen_retired', 'Its screen is retired, so there is nothing to offer.');
}
