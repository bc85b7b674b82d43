import { cleanup, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { levelOf } from '../../../../console/app/boundary/LevelBoundary.tsx';
import { PageBoundaries } from '../../../../console/app/boundary/PageBoundaries.tsx';
import { ErrorLogContext } from '../../../../console/app/errors/ErrorLogContext.ts';
import { logRecoverable } from '../../../../console/app/errors/errorLog.ts';
import { child, log, press, text } from '../../../support/console/boundaries.tsx';
import { texts } from '../../../support/console/console.tsx';

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await texts();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the boundaries of a page', () => {
  const page = (children: ReactNode) =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <PageBoundaries>{children}</PageBoundaries>
      </QueryClientProvider>,
    );

  it('give up to the full page after three recoveries in vain, and start anew from there', async () => {
    const { state, Child } = child();
    state.wrong = new Error('boom');
    page(<Child />);
    for (let round = 0; round < 3; round++) await press('Try Again');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page Error');
    await press('Try Again');
    expect(text()).toContain('This section stopped working.');
    state.wrong = null;
    await press('Try Again');
    expect(text()).toBe('all well');
  });

  it.each([
    ['/admin', 'admin'],
    ['/admin/devices', 'admin'],
    ['/administration', 'application'],
    ['/owner/dashboard', 'application'],
    ['/creatives', 'application'],
  ])('lie at %s within the level %s', (path, level) => {
    expect(levelOf(path)).toBe(level);
  });

  it('BOUNDARY-12 keeps the shell of a page that aborts at every try, and notes nothing', () => {
    const { state, Child } = child();
    const { errors } = log();
    state.wrong = new DOMException('stopped', 'AbortError');
    const page = () => (
      <ErrorLogContext value={errors}>
        <p>the shell</p>
        <QueryClientProvider client={new QueryClient()}>
          <PageBoundaries>
            <Child />
          </PageBoundaries>
        </QueryClientProvider>
      </ErrorLogContext>
    );
    const { rerender } = render(page(), { onRecoverableError: logRecoverable(errors) });
    rerender(page());
    expect(text()).toBe('the shell');
    expect(errors.entries()).toEqual([]);
  });
});
