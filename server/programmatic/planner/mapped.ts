/** Placements that a partner knows and whose screens play what is bought. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { DEFAULT_WEIGHTS } from '../../../shared/contract/playout/mix.ts';
import { OPENRTB_KINDS } from '../../../shared/contract/programmatic/tester/openrtbKinds.ts';
import { devices, inventoryMappings, locations, partners, placements } from '../../db/schema.ts';
import { screenConfigs } from '../../playout/config/screens.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const mapped = ({ tx, tenant_id }: TransactionContext) =>
  tx
    .select({
      ...{ mapping: inventoryMappings, partner: partners, placement: placements, device: devices },
      location: { lat: locations.lat, lng: locations.lng },
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
        ...[eq(inventoryMappings.tenant_id, tenant_id), eq(inventoryMappings.state, 'mapped')],
        ...[isNull(inventoryMappings.deleted_at), isNull(placements.deleted_at), isNull(partners.deleted_at)],
        ...[
          eq(partners.state, 'active'),
          inArray(partners.kind, [...OPENRTB_KINDS]),
          eq(devices.state, 'active'),
        ],
      ),
    )
    .orderBy(asc(placements.id), asc(partners.id));

/** Where programmatic has no share of the time a sold spot would not play. */
export async function mappedPlacements(ctx: TransactionContext) {
  const rows = await mapped(ctx);
  if (rows.length === 0) return rows;
  const configOf = await screenConfigs(ctx);
  return rows.filter(({ device }) => (configOf(device).weights ?? DEFAULT_WEIGHTS).programmatic > 0);
}
