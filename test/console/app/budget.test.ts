/** One act of a user: what the client tries and what the queue tries after it count together. */
import { expect, it, vi } from 'vitest';
import { isQueued } from '../../../shared/net/client.ts';
import { ACTION_BUDGET } from '../../../shared/net/retry.ts';
import { begin as beginCalls, ABOUT, lost, no } from '../../shared/net/calls.ts';
import { locations } from '../../../shared/contract/fleet/location.ts';
import { begin as beginQueue } from '../../support/console/queue.ts';

const BUSY = () => new Response('{}', { status: 503 });

it.each([1, 2, 3])(
  'Q9 an act whose link breaks at its request %i, and which the queue then tries in vain, makes five in all at most',
  async breaksAt => {
    const { queue, sent, online, shown, clock } = beginQueue(BUSY);
    const calls = beginCalls(
      n => {
        if (n < breaksAt) return no(503);
        calls.turn('offline');
        return lost();
      },
      { queue: (...write) => queue.enqueue(...write) },
    );
    const input = { params: { id: 'l1' }, body: { name: 'Depot' }, version: 3 };
    expect(isQueued(await calls.outcome(calls.client.write(locations.patch, input, ABOUT)))).toBe(true);
    expect(calls.at).toHaveLength(breaksAt);
    online();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await clock.advance(600_000);
    await vi.waitFor(() => expect(shown().failed).toMatchObject([{ reason: 'exhausted' }]));
    expect(calls.at.length + sent.length).toBeLessThanOrEqual(ACTION_BUDGET);
    expect(sent.length, 'a link that came back is used').toBeGreaterThanOrEqual(2);
  },
);
