/** What partners may buy on simulated screens: one placement each, known to all five. */
import { eq } from 'drizzle-orm';
import { MULTIPLIER_ONE } from '../../../../shared/contract/programmatic/multiplierModel.ts';
import { uuid7 } from '../../../../shared/random.ts';
import {
  creativeMappings,
  creatives,
  deviceGroups,
  inventoryMappings,
  listings,
  multiplierModels,
  partners,
  placements,
} from '../../../../server/db/schema.ts';
import { partnerRow } from '../../../support/server/rows/programmatic/auctionRows.ts';
import type { TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';
import { endpointOf, PARTNERS } from './market.ts';

const ROWS_A_STATEMENT = 500;
/** What the mock bidder calls its picture. */
const CRID = 'mock-image';
const MIMES = ['image/png', 'image/jpeg'];
const SPOT_MS = 10_000;
const FLOOR_MICROS = 2_500_000;
/** By the hour: sums of it are only exact where nobody counts in floats. */
const multiplierOf = (hour: number) => (hour % 2 === 0 ? '30.3000' : '14.2000');

/** Ids of partners, in their order. */
export async function addInventory(test: TestServer, device_ids: readonly string[]): Promise<string[]> {
  const { db, tenant_id, server } = test;
  const now = server.clock.now();
  const ids = PARTNERS.map(() => uuid7(now));
  const file = await addCreative(test, test.admin);
  await db
    .update(creatives)
    .set({ approved_sha256: file.asset.sha256, duration_ms: SPOT_MS })
    .where(eq(creatives.id, file.id));
  await db.insert(partners).values(
    PARTNERS.map(({ name, late_policy, at }, n) =>
      partnerRow(ids[n]!, tenant_id, {
        ...{ name, late_policy, at, endpoint_url: endpointOf(n), tmax_ms: 300, mimes: MIMES },
        ...{ qps_limit: 5_000, concurrency: 64, max_lead_s: 3_600, report_deadline_s: 3_600 },
      }),
    ),
  );
  await db.insert(creativeMappings).values(
    ids.map(partner_id => ({
      ...{ id: uuid7(now), tenant_id, partner_id, crid: CRID, creative_id: file.id },
      ...{ state: 'approved' as const, sha256: file.asset.sha256 },
    })),
  );
  const [group_id, listing_id, multiplier_model_id] = [uuid7(now), uuid7(now), uuid7(now)];
  await db.insert(deviceGroups).values({ id: group_id, tenant_id, name: 'All cabs' });
  await db.insert(listings).values({
    ...{
      id: listing_id,
      tenant_id,
      group_id,
      title: 'All cabs',
      w: 1280,
      h: 800,
      state: 'published' as const,
    },
    ...{ durations_ms: [SPOT_MS], floor_micros: FLOOR_MICROS, currency: 'EUR', avails_per_h: 12 },
  });
  const day = Array.from({ length: 24 }, (_, hour) => multiplierOf(hour) ?? MULTIPLIER_ONE);
  await db.insert(multiplierModels).values({
    ...{ id: multiplier_model_id, tenant_id, name: 'By the hour', sourcetype: 1, vendor: 'count.example' },
    ...{ table: Array.from({ length: 7 }, () => day), effective_from: '2026-01-01', note: '' },
  });
  for (let at = 0; at < device_ids.length; at += ROWS_A_STATEMENT) {
    const rows = device_ids
      .slice(at, at + ROWS_A_STATEMENT)
      .map(device_id => ({ id: uuid7(now), device_id }));
    await db.insert(placements).values(
      rows.map(row => ({
        ...{ ...row, tenant_id, zone: 'full' as const, w: 1280, h: 800, media: ['banner' as const] },
        ...{ mimes: MIMES, spot_len_s: [10], allow_audio: false, listing_id },
        ...{ boxing_allowed: true, movable: false, multiplier_model_id },
        venue_ids: { openooh_1_1: '103', openooh_1_2: null, dmi: null },
      })),
    );
    await db.insert(inventoryMappings).values(
      rows.flatMap(({ id }) =>
        ids.map(partner_id => ({
          ...{ id: uuid7(now), tenant_id, partner_id, placement_id: id, state: 'mapped' as const },
          ...{ external_screen_id: `screen-${id}`, venuetypetax: 5, venuetype: ['103'] },
        })),
      ),
    );
  }
  return ids;
}
