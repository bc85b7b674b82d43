/** Placements: one zone of one device each, made one by one or of all screens at once. */
import { and, eq, getTableColumns, inArray, isNull, ne, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  PLACEMENT_SIDE,
  placementCreate,
  placements as contract,
  type placeAllScreens,
  type Placement,
} from '../../../shared/contract/programmatic/placement.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { equals } from '../../db/lists.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import {
  devices,
  inventoryMappings,
  listings,
  locations,
  multiplierModels,
  placements,
} from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { repository, type Repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { filledVenue, venueAt } from '../../venues/venues.ts';

type Stored = typeof placements.$inferSelect;
type Row = Stored & Pick<Placement, 'device_name' | 'model_name' | 'is_gone' | 'mapped'>;

export const placementListing = listing(contract)<Row>({
  from: (tx, fields) =>
    asSelectQuery(
      tx
        .select(fields as never)
        .from(placements)
        .innerJoin(devices, eq(devices.id, placements.device_id))
        .leftJoin(multiplierModels, eq(multiplierModels.id, placements.multiplier_model_id)),
    ),
  fields: {
    ...getTableColumns(placements),
    device_name: devices.name,
    model_name: multiplierModels.name,
    is_gone: sql<boolean>`${devices.state} = 'retired'`,
    mapped: sql<number>`(
      select count(*)::int from ${inventoryMappings} m
      where m.placement_id = ${placements.id} and m.state = 'mapped' and m.deleted_at is null)`.mapWith(
      Number,
    ),
  },
  id: placements.id,
  scope: ({ tenant_id }) => eq(placements.tenant_id, tenant_id),
  sortColumns: {
    device_name: devices.name,
    zone: placements.zone,
    created_at: placements.created_at,
    updated_at: placements.updated_at,
  },
  searchColumns: [devices.name, devices.serial],
  filterColumns: {
    zone: placements.zone,
    device_id: placements.device_id,
    multiplier_model_id: placements.multiplier_model_id,
  },
  deleted_at: placements.deleted_at,
  created_at: placements.created_at,
  serialize: (_ctx, rows) =>
    rows.map(row => ({
      ...row,
      orientation: row.w >= row.h ? ('landscape' as const) : ('portrait' as const),
      name: row.zone === 'full' ? row.device_name : `${row.device_name} · ${row.zone}`,
      ...commonFieldsOf(row),
    })),
});

const invalid = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });
async function requireRefs(ctx: TransactionContext, values: Partial<Stored>): Promise<void> {
  const { tx, tenant_id } = ctx;
  const { device_id, listing_id, multiplier_model_id } = values;
  const [screen] = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), equals(devices.id, device_id), ne(devices.state, 'retired')))
    .for('no key update');
  if (!screen) throw invalid('device_id', 'There is no such screen in service.');
  if (listing_id) {
    const [row] = await tx
      .select({ id: listings.id })
      .from(listings)
      .where(
        and(eq(listings.tenant_id, tenant_id), eq(listings.id, listing_id), isNull(listings.deleted_at)),
      );
    if (!row) throw invalid('listing_id', 'There is no such listing.');
  }
  if (multiplier_model_id) await requireModel(ctx, multiplier_model_id);
}
async function requireModel({ tx, tenant_id }: TransactionContext, id: string): Promise<void> {
  const { tenant_id: of, deleted_at } = multiplierModels;
  const [row] = await tx
    .select({ id: multiplierModels.id })
    .from(multiplierModels)
    .where(and(eq(of, tenant_id), eq(multiplierModels.id, id), isNull(deleted_at)));
  if (!row) throw invalid('multiplier_model_id', 'There is no such model.');
}

async function requireZoneFree(ctx: TransactionContext, { id, device_id, zone = 'full' }: Partial<Stored>) {
  const [other] = await ctx.tx
    .select({ id: placements.id })
    .from(placements)
    .where(
      and(
        ...[eq(placements.tenant_id, ctx.tenant_id), equals(placements.device_id, device_id)],
        ...[eq(placements.zone, zone), isNull(placements.deleted_at)],
        id === undefined ? undefined : ne(placements.id, id),
      ),
    );
  if (other) throw invalid('zone', 'This zone of the screen is a placement already.');
}

const kept = repository({
  entity: contract,
  table: placements,
  listing: placementListing,
  async validate(ctx, values) {
    await requireRefs(ctx, values);
    await requireZoneFree(ctx, values);
  },
  async beforeRemove({ tx, tenant_id }, id) {
    const [named] = await tx
      .select({ id: inventoryMappings.id })
      .from(inventoryMappings)
      .where(
        and(
          ...[eq(inventoryMappings.tenant_id, tenant_id), eq(inventoryMappings.placement_id, id)],
          ...[inArray(inventoryMappings.state, ['pending', 'mapped']), isNull(inventoryMappings.deleted_at)],
        ),
      )
      .limit(1);
    if (named)
      throw new AppError('IN_USE', 'A partner knows it by a name: delete its mapping first.', {
        by: 'inventory-mappings',
      });
  },
});
/** As the location where its screen stands says. */
async function placeOf(
  { tx, tenant_id }: TransactionContext,
  { device_id }: Partial<Stored>,
): Promise<Pick<Placement, 'venue_ids'>> {
  const [row] = await tx
    .select({ venue: locations.venue })
    .from(devices)
    .innerJoin(locations, isOfLocation)
    .where(and(eq(devices.tenant_id, tenant_id), equals(devices.id, device_id)));
  return { venue_ids: venueAt(row?.venue ?? null) };
}
const isOfLocation = and(eq(locations.id, devices.location_id), isNull(locations.deleted_at));
const withVenue = (values: Record<string, unknown>) => {
  const { venue_ids } = values as Partial<Placement>;
  return venue_ids === undefined ? values : { ...values, venue_ids: filledVenue(venue_ids) };
};
export const placementRepository: Repository = {
  ...kept,
  create: async (ctx, values) => kept.create(ctx, withVenue({ ...(await placeOf(ctx, values)), ...values })),
  change: (ctx, id, expected, values) => kept.change(ctx, id, expected, withVenue(values)),
};

/** Where a screen has not said how large it is. */
const USUAL_SIZE = [1280, 800] as const;
const isSide = (px: number) => px >= PLACEMENT_SIDE.least && px <= PLACEMENT_SIDE.most;
/** As the screen is hung: a panel that stands upright is higher than wide. */
function sizeOf(resolution: string | undefined, orientation: number): { w: number; h: number } {
  const [long = 0, short = 0] = resolution?.split('x').map(Number) ?? [];
  const [w, h] = isSide(long) && isSide(short) ? [long, short] : USUAL_SIZE;
  return orientation % 180 === 0 ? { w, h } : { w: h, h: w };
}

export async function placeAll(
  ctx: TransactionContext,
  multiplier_model_id: string | null,
): Promise<Answer<typeof placeAllScreens>> {
  const { tx, tenant_id, user_id, now } = ctx;
  if (multiplier_model_id !== null) await requireModel(ctx, multiplier_model_id);
  const isOfScreen = and(
    ...[eq(placements.device_id, devices.id), eq(placements.zone, 'full'), isNull(placements.deleted_at)],
  );
  const screens = await tx
    .select({
      id: devices.id,
      orientation: devices.orientation,
      reported: devices.reported,
      has: placements.id,
      venue: locations.venue,
    })
    .from(devices)
    .leftJoin(placements, isOfScreen)
    .leftJoin(locations, isOfLocation)
    .where(and(eq(devices.tenant_id, tenant_id), ne(devices.state, 'retired')))
    .orderBy(devices.id)
    .for('key share', { of: devices });
  const missing = screens.filter(({ has }) => has === null);
  const at = { created_at: dateOf(now), updated_at: dateOf(now), created_by: user_id };
  const rows = missing.map(({ id: device_id, orientation, reported, venue }) => ({
    ...placementCreate.parse({ device_id, ...sizeOf(reported?.resolution, orientation) }),
    ...{ ...at, id: uuid7(now), tenant_id, venue_ids: venueAt(venue), multiplier_model_id },
  }));
  if (rows.length > 0) await tx.insert(placements).values(rows);
  return { made: rows.length, existing: screens.length - missing.length };
}
