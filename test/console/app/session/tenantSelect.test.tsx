import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  TENANT,
  TOKENS,
  type Answers,
} from '../../../support/console/console.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  sessionStorage.clear();
});

const OTHER = '00000000-0000-7000-8000-00000000000b';

describe('the switch of tenants', () => {
  it('TENANT-04 reads everything again for the other tenant', async () => {
    const { to } = await openConsole({
      path: '/playlists',
      tokens: memoryTokens(TOKENS),
      answers: {
        'GET /api/auth/me': () =>
          json({
            user: person(),
            tenants: [
              { id: TENANT, name: 'Taxi fleet', slug: 'fleet' },
              { id: OTHER, name: 'Bus fleet', slug: 'bus' },
            ],
          }),
        'GET /api/playlists': () => listOf([]),
      },
    });
    await screen.findByText('No playlists yet');
    expect(to('/api/playlists').map(call => call.headers.get('x-tenant-id'))).toEqual([TENANT]);
    fireEvent.change(screen.getByLabelText('Tenant'), { target: { value: OTHER } });
    await waitFor(() =>
      expect(to('/api/playlists').map(call => call.headers.get('x-tenant-id'))).toEqual([TENANT, OTHER]),
    );
  });

  const two = [
    { id: TENANT, name: 'Taxi fleet', slug: 'fleet', portal_business: false },
    { id: OTHER, name: 'Bus fleet', slug: 'bus', portal_business: false },
  ];
  const inTwo = (more: Answers = {}): Answers => ({
    'GET /api/auth/me': () => json({ user: person(), tenants: two }),
    'GET /api/playlists': () => listOf([]),
    ...more,
  });

  it('TENANT-05 asks for nothing at the switch but what the page reads anyway', async () => {
    const { calls } = await openConsole({
      path: '/playlists',
      tokens: memoryTokens(TOKENS),
      answers: inTwo(),
    });
    await screen.findByText('No playlists yet');
    const settled = async () => {
      for (let made = -1; made !== calls.length;) {
        made = calls.length;
        await new Promise(done => setTimeout(done, 300));
      }
      return calls.map(({ method, url }) => `${method} ${url.pathname}`);
    };
    const before = await settled();
    fireEvent.change(screen.getByLabelText('Tenant'), { target: { value: OTHER } });
    await screen.findByText('No playlists yet');
    const after = (await settled()).slice(before.length);
    // All but the user, who was read when the tab began.
    expect(after.toSorted()).toEqual(before.filter(call => call !== 'GET /api/auth/me').toSorted());
  });

  it('OPEN-TENANT-02 offers the switch only where there is more than one tenant', async () => {
    await openConsole({
      path: '/playlists',
      tokens: memoryTokens(TOKENS),
      answers: inTwo({ 'GET /api/auth/me': () => json({ user: person(), tenants: two.slice(0, 1) }) }),
    });
    await screen.findByText('No playlists yet');
    expect(screen.queryByLabelText('Tenant')).toBeNull();
    cleanup();
    await openConsole({ path: '/playlists', tokens: memoryTokens(TOKENS), answers: inTwo() });
    await screen.findByText('No playlists yet');
    expect(
      [...screen.getByLabelText<HTMLSelectElement>('Tenant').options].map(option => option.text),
    ).toEqual(['Taxi fleet', 'Bus fleet']);
  });

  it('AMBIG-TENANT-04 stays switched after the user was read again', async () => {
    let reads = 0;
    const { session } = await openConsole({
      path: '/playlists',
      tokens: memoryTokens(TOKENS),
      answers: inTwo({
        'GET /api/auth/me': () =>
          json({ user: person('admin', { first_name: `read ${String(++reads)}` }), tenants: two }),
      }),
    });
    await screen.findByText('No playlists yet');
    const started = Date.now();
    fireEvent.change(screen.getByLabelText('Tenant'), { target: { value: OTHER } });
    await screen.findByText('No playlists yet');
    const before = reads;
    // Older than 5 min, the user is read again when the page is looked at again.
    const later = vi.spyOn(Date, 'now').mockReturnValue(started + 301_000);
    window.dispatchEvent(new Event('visibilitychange'));
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(reads).toBeGreaterThan(before));
    await waitFor(() =>
      expect(session.store.getState()).toMatchObject({
        ...{ at: 'authenticated', homeTenantId: TENANT },
        user: { first_name: `read ${String(reads)}`, tenant_id: OTHER },
      }),
    );
    later.mockRestore();
    expect(screen.getByLabelText<HTMLSelectElement>('Tenant').value).toBe(OTHER);
  });
});
