import { expect, it } from 'vitest';
import { createSplash } from '../../../player/screens/house/fetchSplash.ts';
import { manualClock } from '../../support/clock.ts';

const HOUR_MS = 3_600_000;

/** A screen whose head names a splash that never comes, and how often it was fetched. */
function screen(mayFetch: () => boolean) {
  const clock = manualClock();
  let calls = 0;
  const caller = { send: () => (calls++, Promise.reject(new Error('cut off'))) };
  const stored = { getKey: () => Promise.resolve(undefined), put: () => Promise.resolve() };
  const player = {
    ...{ clock, firstPicture: Promise.resolve(), running: () => null },
    content: { splash: () => 'a'.repeat(64) },
    db: () => Promise.resolve(stored),
    status: { get: () => ({ splash: null }), set: () => undefined },
  };
  const fetchSplash = createSplash(
    player as unknown as Parameters<typeof createSplash>[0],
    caller as unknown as Parameters<typeof createSplash>[1],
    mayFetch,
  );
  return { clock, fetch: () => fetchSplash().catch(() => undefined), calls: () => calls };
}

it('a splash that did not come is fetched again after an hour, not with each poll', async () => {
  const { clock, fetch, calls } = screen(() => true);
  for (let poll = 0; poll < 20; poll++) {
    await fetch();
    await clock.advance(15_000);
  }
  expect(calls()).toBe(1);
  await clock.advance(HOUR_MS);
  await fetch();
  expect(calls()).toBe(2);
});

it('waits while the data plan has no room for it', async () => {
  const { fetch, calls } = screen(() => false);
  await fetch();
  expect(calls()).toBe(0);
});
