// @vitest-environment jsdom
/** Not among the components: those share a window, and this one has a database. */
import 'fake-indexeddb/auto';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { openQueue } from '../../../../console/app/queue/openQueue.ts';
import { useQueue } from '../../../../console/app/queue/useQueue.ts';
import { AuthProvider } from '../../../../console/app/session/auth.tsx';
import type { Session } from '../../../../console/app/session/session.ts';
import { waitingWrites } from '../../../../console/kit/waitingWrites.ts';
import { devices } from '../../../../shared/contract/fleet/device.ts';
import { buildRequest } from '../../../../shared/net/request.ts';
import { ABOUT, KEY } from '../../../support/console/queue.ts';

afterEach(cleanup);

it('lists and forms see what waits, and no longer once it is withdrawn', async () => {
  const session = {
    store: createStore(() => ({ at: 'authenticated', user: { id: 'u1', tenant_id: 't1' } })),
    client: {},
    network: () =>
      Promise.resolve({
        store: { getState: () => ({ status: 'offline' }) },
        check: () => Promise.resolve(false),
        onOnline: () => () => undefined,
      }),
  } as unknown as Session;
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(AuthProvider, { session, children });
  renderHook(() => useQueue(), { wrapper });
  const queue = await openQueue(session);
  const request = buildRequest(devices.patch, {
    params: { id: 'd1' },
    body: { name: 'Taxi 12' },
    version: 3,
  });
  await act(() => queue.enqueue(devices.patch, request, { id: KEY, metadata: ABOUT, spent: 0 }));
  await waitFor(() =>
    expect(waitingWrites.getState().entries).toMatchObject([
      { method: 'PATCH', url: '/api/devices/d1', data: { name: 'Taxi 12' } },
    ]),
  );
  await act(() => queue.cancel(queue.pending.getState().entries[0]!));
  await waitFor(() => expect(waitingWrites.getState().entries).toEqual([]));
});
