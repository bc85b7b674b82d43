import { describe, expect, it } from 'vitest';
import { recordSignOut } from '../../../shared/net/revoke.ts';
import { ANYONE } from '../../../shared/queue/entry.ts';
import { createOutbox } from '../../../shared/queue/outbox.ts';
import { manualClock } from '../../support/clock.ts';
import { emptyDisk } from './entries.ts';

const DAY_MS = 86_400_000;

function begin() {
  const clock = manualClock();
  const world = { isThere: false, sent: 0 };
  const outbox = createOutbox({
    db: emptyDisk(),
    clock,
    fetch: (_url, init) => {
      if (!world.isThere) return Promise.reject(new TypeError('Failed to fetch'));
      world.sent++;
      const key = new Headers(init?.headers).get('idempotency-key') ?? '';
      const headers = { 'content-type': 'application/json', 'idempotency-key': key };
      return Promise.resolve(new Response('{"ok":true}', { headers }));
    },
    lock: work => work(),
    owner: ANYONE,
    isOnline: () => true,
    waitsForRetries: false,
    onFault: error => {
      throw error;
    },
  });
  return { clock, world, outbox };
}

describe('the outbox', () => {
  it('Q2 hands in a sign-out of months ago, and none waits behind it', async () => {
    const { clock, world, outbox } = begin();
    await recordSignOut(outbox, 'first', Promise.resolve(false));
    clock.jump(90 * DAY_MS);
    await outbox.run();
    await recordSignOut(outbox, 'second', Promise.resolve(false));
    expect((await outbox.list()).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    world.isThere = true;
    await clock.advance(600_000);
    await outbox.linkRestored();
    expect([world.sent, await outbox.list()]).toEqual([2, []]);
  });
});
