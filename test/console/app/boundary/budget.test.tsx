import { act, cleanup, render, screen } from '@testing-library/react';
import { QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AsyncBoundary } from '../../../../console/app/boundary/AsyncBoundary.tsx';
import { createQueryClient, read } from '../../../../shared/net/queries.ts';
import { begin, get, lost } from '../../../shared/net/calls.ts';
import { texts } from '../../../support/console/console.tsx';

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await texts();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const bar = () => screen.queryByRole('progressbar');

describe('the requests of one read', () => {
  it.each([
    ['online', 2],
    ['degraded', 3],
  ] as const)(
    'AMBIG-RETRY-05 a read that always fails, on a link that is %s, costs five requests and then waits for a hand',
    async (status, first) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const { client, clock, at } = begin(lost, { status });
      const queries = createQueryClient();
      function Reading() {
        useSuspenseQuery(read(client, get, {}));
        return <p>all well</p>;
      }
      render(
        <QueryClientProvider client={queries}>
          <AsyncBoundary
            clock={clock}

            onRetry={() => void queries.removeQueries({ predicate: ({ state }) => state.status === 'error' })}
          >
            <Suspense fallback="…">
              <Reading />
            </Suspense>
          </AsyncBoundary>
        </QueryClientProvider>,
      );
      const seen = new Set<number>();
      for (let s = 0; s < 120; s++) {
        await act(async () => {
          await clock.advance(1_000);
          await vi.advanceTimersByTimeAsync(1_000);
        });
        if (bar()) seen.add(at.length);
      }
      expect([...seen]).toEqual(Array.from({ length: 5 - first }, (_, i) => first + i));
      expect([at.length, bar()]).toEqual([5, null]);
      expect(document.body.textContent).toContain('Connection problem.');
      vi.useRealTimers();
    },
  );
});
