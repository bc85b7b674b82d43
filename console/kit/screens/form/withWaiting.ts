import type { Entry } from '../../../../shared/queue/entry.ts';

const EDITS: readonly string[] = ['PATCH', 'PUT'];

/**
 * The row as it will be once what waits for exactly this address is sent, so that an editor begins with the user's own
 * last change. The row itself where nothing waits.
 */
export const withWaiting = <R extends object>(
  row: R,
  writes: readonly Pick<Entry, 'method' | 'url' | 'data'>[],
  url: string | null,
): R =>
  writes
    .filter(write => write.url === url && EDITS.includes(write.method))
    .reduce<R>((before, { data }) => ({ ...before, ...(data as Partial<R>) }), row);
