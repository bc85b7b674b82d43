import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Suspense, type ComponentType } from 'react';
import { AsyncBoundary } from '../../../console/app/boundary/AsyncBoundary.tsx';
import { PageBoundaries } from '../../../console/app/boundary/PageBoundaries.tsx';
import { decideAccess } from '../../../console/app/guards.ts';
import { lazyWithRetry } from '../../../console/kit/lazyPage.ts';
import { routes } from '../../../console/app/routes/index.ts';
import type { Route } from '../../../console/app/routes/route.ts';
import { BOUNDARY } from '../../../shared/constants.ts';
import { ROLES } from '../../../shared/contract/wire/roles.ts';
import { manualClock } from '../../support/clock.ts';
import { isDue } from '../../support/dailyShare.ts';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  TENANT,
  texts,
  TOKENS,
} from '../../support/console/console.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await texts();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const Well = () => <p>all well</p>;
const failing = (times: number) => {
  const load = vi.fn<() => Promise<{ default: ComponentType }>>();
  for (let n = 0; n < times; n++) load.mockRejectedValueOnce(new Error('Failed to fetch'));
  return load.mockResolvedValue({ default: Well });
};
/** The page inside its boundary; the answer is the boundary's clock. */
function drawn(load: ReturnType<typeof failing>) {
  const Page = lazyWithRetry(load);
  const clock = manualClock();
  render(
    <AsyncBoundary clock={clock} onRetry={() => undefined}>
      <Suspense>
        <Page />
      </Suspense>
    </AsyncBoundary>,
  );
  return clock;
}
const settle = () => act(() => new Promise(done => setTimeout(done, 20)));

describe('a page that comes when it is opened', () => {
  it('BOUNDARY-02 shows the retry panel when its load fails by the network, and loads again on each try', async () => {
    const load = failing(2);
    const clock = drawn(load);
    await settle();
    expect(screen.getByRole('progressbar')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
    await act(() => clock.advance(BOUNDARY.retryDelayMs));
    await settle();
    expect(load).toHaveBeenCalledTimes(2);
    fireEvent.click(screen.getByRole('button', { name: 'Retry now' }));
    await settle();
    expect(document.body.textContent).toBe('all well');
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('BOUNDARY-06 is asked for four times in all, when every one fails', async () => {
    const load = failing(9);
    const clock = drawn(load);
    for (let round = 0; round < 9; round++) {
      await settle();
      await act(() => clock.advance(BOUNDARY.retryDelayMs));
    }
    expect(load).toHaveBeenCalledTimes(1 + BOUNDARY.retries);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByRole('button', { name: 'Retry now' })).toBeTruthy();
  });

  it('asks once while it is drawn again and again, and once more for each try', async () => {
    const load = failing(1);
    const Page = lazyWithRetry(load);
    const view = () => (
      <QueryClientProvider client={new QueryClient()}>
        <PageBoundaries>
          <Suspense>
            <Page />
          </Suspense>
        </PageBoundaries>
      </QueryClientProvider>
    );
    const { rerender } = render(view());
    await settle();
    rerender(view());
    rerender(view());
    await settle();
    expect(load).toHaveBeenCalledTimes(1);
  });
});

describe('every page behind the sign-in', () => {
  /** Whoever may open it, staff last: they need a tenant of somebody else. */
  const readerOf = (route: Route) =>
    [...ROLES]
      .reverse()
      .find(role => decideAccess(route, { role, hasPortal: true, isOutsideHomeTenant: false }).at === 'open');

  /** Opens a route whose page throws what it is told to. */
  async function open(route: Route) {
    const state = { wrong: new Error('Failed to fetch') as Error | null };
    const original = route.screen;
    route.screen = () => {
      if (state.wrong) throw state.wrong;
      return <p>all well</p>;
    };
    const user = person(readerOf(route));
    const tenants = [{ id: TENANT, name: 'Taxi fleet', slug: 'fleet', portal_business: true }];
    await openConsole({
      path: route.path.replaceAll(/:\w+/g, 'x'),
      tokens: memoryTokens(TOKENS),
      answers: { 'GET /api/auth/me': () => json({ user, tenants }) },
    });
    return { state, restore: () => (route.screen = original) };
  }
  const menu = () => screen.getByRole('navigation', { name: 'Main menu' });

  it('BOUNDARY-01 leaves the admin shell and its menu alive when it throws', async () => {
    const { state, restore } = await open(routes.find(route => route.path === '/admin/devices')!);
    state.wrong = new Error('boom');
    expect(await screen.findByText('This section stopped working.')).toBeTruthy();
    expect(within(menu()).getByRole('link', { name: 'Creatives' })).toBeTruthy();
    restore();
  });

  it('AMBIG-ROUTE-04 sits in both boundaries, in every area', async () => {
    const areas = new Set<string>();
    for (const [nth, route] of routes.entries()) {
      const area = route.path.split('/')[1] ?? '';
      if (areas.has(area) && !isDue(nth, 3)) continue;
      const { state, restore } = await open(route);
      await screen.findByRole('progressbar', {}, { timeout: 5_000 }).catch((cause: unknown) => {
        throw new Error(route.path, { cause });
      });
      state.wrong = new Error('boom');
      fireEvent.click(screen.getByRole('button', { name: 'Retry now' }));
      expect(await screen.findByText('This section stopped working.'), route.path).toBeTruthy();
      state.wrong = null;
      fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(await screen.findByText('all well'), route.path).toBeTruthy();
      expect(menu()).toBeTruthy();
      areas.add(area);
      restore();
      cleanup();
    }
    expect([...areas].sort()).toEqual(
      expect.arrayContaining(['admin', 'business', 'campaigns', 'creatives', 'owner', 'playlists']),
    );
  }, 120_000);
});
