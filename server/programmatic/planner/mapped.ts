/** Placements that a partner knows, with why an auction leaves them out. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import { DEFAULT_WEIGHTS } from '../../../shared/contract/playout/mix.ts';
import type { ScreenKeptOut } from '../../../shared/contract/programmatic/deal.ts';
import { devices, inventoryMappings, locations, partners, placements } from '../../db/schema.ts';
import { screenConfigs } from '../../playout/config/screens.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { partnerKeptOut, screenKeptOut } from './keptOut.ts';

const mappings = ({ tx, tenant_id, now }: TransactionContext, partner_id?: string) =>
  tx
    .select({
      ...{ mapping: inventoryMappings, partner: partners, placement: placements, device: devices },
      location: { lat: locations.lat, lng: locations.lng, hours: locations.hours, tz: locations.tz },
      kept_out: screenKeptOut(now),
    })
    .from(inventoryMappings)
    .innerJoin(partners, eq(partners.id, inventoryMappings.partner_id))
    .innerJoin(placements, eq(placements.id, inventoryMappings.placement_id))
    .innerJoin(devices, eq(devices.id, placements.device_id))
    .leftJoin(
      locations,
      and(eq(locations.tenant_id, devices.tenant_id), eq(locations.id, devices.location_id)),
    )
    .where(
      and(
        ...[eq(inventoryMappings.tenant_id, tenant_id), isNull(inventoryMappings.deleted_at)],
        ...[isNull(placements.deleted_at), isNull(partners.deleted_at)],
        ...(partner_id === undefined
          ? [isNull(partnerKeptOut), isNull(screenKeptOut(now))]
          : [eq(partners.id, partner_id)]),
      ),
    )
    .orderBy(asc(placements.id), asc(partners.id));
type Mapping = Awaited<ReturnType<typeof mappings>>[number];

/** Where programmatic has no share of the time a sold spot would not play. */
async function withShare(ctx: TransactionContext, rows: Mapping[]): Promise<Mapping[]> {
  if (rows.length === 0) return rows;
  const configOf = await screenConfigs(ctx);
  const keptOut = ({ kept_out, device }: Mapping): ScreenKeptOut | null =>
    kept_out ?? ((configOf(device).weights ?? DEFAULT_WEIGHTS).programmatic > 0 ? null : 'no_share');
  return rows.map(row => ({ ...row, kept_out: keptOut(row) }));
}

/** Of all partners that are asked, those that may be offered. */
export const mappedPlacements = async (ctx: TransactionContext) =>
  (await withShare(ctx, await mappings(ctx))).filter(({ kept_out }) => kept_out === null);
/** Of one partner, whether or not it is asked: each with why it is left out. */
export const mappingsOf = async (ctx: TransactionContext, partner_id: string) =>
  withShare(ctx, await mappings(ctx, partner_id));
