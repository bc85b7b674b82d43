/** What is known of screens from memory, and for how long. */
import { expect, it, vi } from 'vitest';
import { createDeviceCache, rememberSignature } from '../../../../server/fleet/link/deviceCache.ts';
import { manualClock } from '../../../support/clock.ts';

const MINUTE_MS = 60_000;
const DEVICE = {
  ...{ tenant_id: 't', state: 'active', manifest_version: 1, paired_at: 0, keys: new Map() },
  hasPendingCommands: false,
};
function cached() {
  const clock = manualClock(Date.now());
  const load = vi.fn(() => Promise.resolve(DEVICE));
  return { clock, load, cache: createDeviceCache(clock, load) };
}

it('a look at what is in memory reads nothing, whatever its age', async () => {
  const { clock, load, cache } = cached();
  expect(cache.peek('a')).toBeNull();
  await cache.get('a');
  expect(cache.peek('a')).toMatchObject(DEVICE);
  await clock.advance(31 * MINUTE_MS);
  expect(cache.peek('a')).toBeNull();
  expect(load).toHaveBeenCalledTimes(1);
});

it('is believed for half an hour, and for five minutes while no notice can be heard', async () => {
  const { clock, cache } = cached();
  await cache.get('a');
  await clock.advance(29 * MINUTE_MS);
  expect(cache.peek('a')).not.toBeNull();
  cache.setNotices(false);
  expect(cache.peek('a')).toBeNull();
  await cache.get('a');
  await cache.get('b');
  await clock.advance(4 * MINUTE_MS);
  expect(cache.peek('b')).not.toBeNull();
  await clock.advance(2 * MINUTE_MS);
  expect(cache.peek('b')).toBeNull();
  cache.setNotices(true);
  expect(cache.peek('b')).not.toBeNull();
});

it('signatures that have ended are kept no longer', () => {
  const key = { verified: new Map<string, { text: string; until: number }>() };
  for (let n = 0; n < 5; n++) rememberSignature(key, { signature: `s${n}`, text: 'x', until: n * 10 }, 0);
  rememberSignature(key, { signature: 'new', text: 'x', until: 100 }, 25);
  expect([...key.verified.keys()]).toEqual(['s3', 's4', 'new']);
});
