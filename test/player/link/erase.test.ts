// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { createLeaseStore } from '../../../player/library/leases.ts';
import { loadIdentity } from '../../../player/link/identity.ts';
import { connect, readValue, writeValues } from '../../../shared/device/storage.ts';

it('a screen that changes hands keeps no consent, no count and no lease of whoever had it before', async () => {
  const db = connect('hands');
  const leases = { device_id: 'before', held: [{ id: 'lease' }] } as never;
  const hour = { hour: 0, people: 20, groups: {} };
  await writeValues(db, { place_allowed: true, place_reported: true, audience: [hour], leases });
  const store = createLeaseStore(db, leases, () => 'after');
  expect(store.held()).toEqual([]);
  const self = await loadIdentity(db, null);
  await self.erase();
  for (const name of ['place_allowed', 'place_reported', 'audience', 'leases'] as const)
    expect(await readValue(db, name)).toBeNull();
});
