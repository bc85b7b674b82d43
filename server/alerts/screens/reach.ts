/** How many screens a target would reach, by where they last said they were. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { previewTargets } from '../../../shared/contract/alerts/alertCalls.ts';
import { presence } from '../../../shared/contract/fleet/device.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { resolve } from '../../../shared/alerts/geocodes.ts';
import { isNear } from '../../../shared/alerts/near.ts';
import { placesFor } from '../../../shared/alerts/target.ts';
import { devices, locations } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { codeTable } from '../alerts/listing.ts';
import { requireOwnScreens } from '../alerts/writes.ts';

const SECOND_MS = 1_000;

export async function previewReach(
  ctx: TransactionContext,
  { target, status, forced }: Body<typeof previewTargets>,
): Promise<Answer<typeof previewTargets>> {
  await requireOwnScreens(ctx, target);
  const { tx, tenant_id, now } = ctx;
  const codes = resolve(target.geocodes, await codeTable(ctx));
  const rows = await tx
    .select({
      ...{ id: devices.id, tags: devices.tags, reported: devices.reported, seen: devices.last_seen_at },
      ...{ lat: locations.lat, lng: locations.lng },
    })
    .from(devices)
    .leftJoin(locations, and(eq(locations.id, devices.location_id), isNull(locations.deleted_at)))
    .where(and(eq(devices.tenant_id, tenant_id), ne(devices.state, 'retired')));
  const counts = { named: 0, inside: 0, outside: 0, unknown: 0, online: 0 };
  const ages: number[] = [];
  for (const { seen, reported, lat, lng, ...screen } of rows) {
    const places = placesFor({ status, forced, target, codes }, screen);
    if (places === null) continue;
    const isOnline = presence(seen?.toISOString() ?? null, now) === 'online';
    if (places === 'anywhere') {
      counts.named++;
      if (isOnline) counts.online++;
      continue;
    }
    const reportedPlace = reported?.place ?? null;
    const place = reportedPlace ?? (lat === null || lng === null ? null : { lat, lng });
    if (place === null) {
      counts.unknown++;
      if (isOnline) counts.online++;
    } else if (isNear(place, places, target.buffer_m)) {
      counts.inside++;
      if (isOnline) counts.online++;
      if (reportedPlace !== null)
        ages.push(Math.max(0, Math.round((now - Date.parse(reportedPlace.at)) / SECOND_MS)));
    } else counts.outside++;
  }
  ages.sort((a, b) => a - b);
  const age_s = { median: ages[Math.floor((ages.length - 1) / 2)] ?? null, oldest: ages.at(-1) ?? null };
  return { ...counts, age_s, unresolved: codes.unresolved };
}
