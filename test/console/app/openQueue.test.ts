/** The queue of a page whose first opening fails: nothing of it stays behind, and the next call opens another. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Session } from '../../../console/app/session/session.ts';
import { openQueue } from '../../../console/app/queue/openQueue.ts';

const channels = { open: 0 };
beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        channels.open += 1;
      }
      postMessage() {}
      close() {
        channels.open -= 1;
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

function aSession() {
  const store = createStore(() => ({ at: 'authenticated', user: { id: 'u1', tenant_id: 't1' } }));
  const watching = { link: 0, session: 0 };
  const counted = (of: keyof typeof watching) => {
    watching[of] += 1;
    return () => void (watching[of] -= 1);
  };
  const session = {
    store: { getState: store.getState, subscribe: () => counted('session') },
    client: {},
    network: () =>
      Promise.resolve({
        store: { getState: () => ({ status: 'offline' }) },
        check: () => Promise.resolve(false),
        onOnline: () => counted('link'),
      }),
  } as unknown as Session;
  return { session, watching };
}

it('watches neither link, session nor other tabs once it could not be opened, and is opened anew by the next call', async () => {
  const { session, watching } = aSession();
  const refuses = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', 'UnknownError');
  });
  await expect(openQueue(session)).rejects.toThrow();
  expect([watching, channels.open]).toEqual([{ link: 0, session: 0 }, 0]);

  refuses.mockRestore();
  const queue = await openQueue(session);
  expect(queue.pending.getState().entries).toEqual([]);
  expect([watching, channels.open]).toEqual([{ link: 1, session: 1 }, 1]);
  expect(await openQueue(session)).toBe(queue);
});
