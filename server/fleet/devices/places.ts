/** Where screens were last: what they reported, else the location they belong to. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { devicePlaces, DevicePlace } from '../../../shared/contract/fleet/live.ts';
import type { Answer, Query } from '../../../shared/contract/wire/endpoint.ts';
import { devices, locations } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { targetIds } from './targets.ts';

export async function placesOf(
  ctx: TransactionContext,
  filter: Query<typeof devicePlaces>,
): Promise<Answer<typeof devicePlaces>> {
  const ids = await targetIds(ctx, { filter });
  if (ids.length === 0) return { items: [] };
  const rows = await ctx.tx
    .select({
      id: devices.id,
      name: devices.name,
      last_seen_at: devices.last_seen_at,
      reported: devices.reported,
      location: { name: locations.name, lat: locations.lat, lng: locations.lng, acc_m: locations.radius_m },
    })
    .from(devices)
    .leftJoin(locations, and(eq(locations.id, devices.location_id), isNull(locations.deleted_at)))
    .where(and(eq(devices.tenant_id, ctx.tenant_id), inArray(devices.id, ids)))
    .orderBy(asc(devices.name), asc(devices.id));
  return {
    items: rows.map(({ reported, location, last_seen_at, ...row }): DevicePlace => {
      const place = reported?.place;
      return {
        ...row,
        last_seen_at: last_seen_at?.toISOString() ?? null,
        place: place ? { ...place, location: null } : location && standing(location),
      };
    }),
  };
}
const standing = ({ name, ...place }: { name: string; lat: number; lng: number; acc_m: number }) => ({
  ...place,
  at: null,
  location: name,
});
