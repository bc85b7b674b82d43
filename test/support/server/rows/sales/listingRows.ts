/** Listings of a group: one in each state, and one that is deleted. */
import { deviceGroups, listings } from '../../../../../server/db/schema.ts';
import { LISTING_STATES } from '../../../../../shared/contract/sales/listing.ts';
import { uuid7 } from '../../../../../shared/random.ts';
import type { TestServer } from '../../server.ts';

export type ListingRows = Record<(typeof LISTING_STATES)[number] | 'deleted' | 'group', string>;

export async function addListings(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  tenant_id: string,
): Promise<ListingRows> {
  const now = server.clock.now();
  const group_id = uuid7(now);
  await db.insert(deviceGroups).values({ id: group_id, tenant_id, name: 'Harbour taxis' });
  const offer = { ...{ tenant_id, group_id, w: 1280, h: 800, durations_ms: [10_000] }, currency: 'EUR' };
  const row = { ...offer, title: 'Harbour', floor_micros: 4_500_000, avails_per_h: 60 };
  const rows = LISTING_STATES.map(state => ({ ...row, id: uuid7(now), state }));
  const deleted = { ...row, id: uuid7(now), deleted_at: new Date(now) };
  await db.insert(listings).values([...rows, deleted]);
  const ids = Object.fromEntries(rows.map(({ state, id }) => [state, id]));
  return { ...ids, deleted: deleted.id, group: group_id } as ListingRows;
}
