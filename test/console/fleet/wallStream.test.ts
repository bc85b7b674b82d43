import { expect, it } from 'vitest';
import { POLL_MS, watchWall, type StreamStatus } from '../../../console/fleet/wall/wallStream.ts';
import { LIVE_KEEPALIVE_MS, type Wall } from '../../../shared/contract/fleet/live.ts';
import { manualClock } from '../../support/clock.ts';

const wallOf = (total: number) =>
  `data: ${JSON.stringify({ total, tiles: [], versions: [], incidents: 0 } satisfies Partial<Wall>)}\n\n`;

/** A link that answers what a test says; each stream is held open until it is ended. */
function aLink(answer: (query: { follow?: string }, nth: number) => Response | Promise<Response>) {
  const clock = manualClock();
  const totals: number[] = [];
  const links: StreamStatus[] = [];
  const asked: ('stream' | 'look')[] = [];
  const failures: unknown[] = [];
  const stop = watchWall(
    {},
    {
      clock,
      fetchWall(query) {
        asked.push(query.follow === undefined ? 'look' : 'stream');
        return Promise.resolve(answer(query as { follow?: string }, asked.length));
      },
      onWall: wall => totals.push(wall.total),
      onStatus: link => links.push(link),
      isFinal: error => (error as Error).message === 'denied',
      onFailure: error => failures.push(error),
    },
  );
  return { clock, totals, links, asked, failures, stop };
}
/** A stream that is written to by hand. */
function aStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const write = (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined);
  return { response: new Response(readable), write, end: () => void writer.close().catch(() => undefined) };
}

it('shows each event, however it is cut, and asks anew when the stream ends', async () => {
  const streams = [aStream(), aStream()];
  const { clock, totals, links, asked, stop } = aLink((_query, nth) => streams[nth - 1]!.response);
  const [first, second] = streams as [ReturnType<typeof aStream>, ReturnType<typeof aStream>];
  const text = wallOf(1) + wallOf(2);
  first.write(text.slice(0, 20));
  first.write(text.slice(20));
  first.write(': alive\n\n');
  await expect.poll(() => totals).toEqual([1, 2]);
  expect(links.at(-1)).toBe('live');
  first.end();
  second.write(wallOf(3));
  await expect
    .poll(async () => {
      await clock.advance(1_000);
      return totals;
    })
    .toEqual([1, 2, 3]);
  expect(asked).toEqual(['stream', 'stream']);
  stop();
});

it('waits longer after each failure, at most half a minute, and says that it waits', async () => {
  const { clock, asked, links, stop } = aLink(() => Promise.reject(new Error('no answer')));
  for (let s = 0; s < 120; s++) await clock.advance(1_000);
  expect(asked.length).toBeGreaterThanOrEqual(7);
  expect(asked.length).toBeLessThanOrEqual(9);
  expect(new Set(links)).toEqual(new Set(['waiting']));
  stop();
});

it('looks every ten seconds where streams say nothing', async () => {
  const silent: ReturnType<typeof aStream>[] = [];
  const { clock, totals, links, asked, stop } = aLink(({ follow }) => {
    if (follow === undefined) return new Response(wallOf(7));
    silent.push(aStream());
    return silent.at(-1)!.response;
  });
  for (let n = 0; n < 12; n++) await clock.advance(LIVE_KEEPALIVE_MS / 2);
  await expect
    .poll(async () => {
      await clock.advance(POLL_MS);
      return totals.length;
    })
    .toBeGreaterThan(2);
  expect(asked.slice(0, 3)).toEqual(['stream', 'stream', 'look']);
  expect([links.at(-1), totals[0]]).toEqual(['polling', 7]);
  stop();
});

it('gives up where it may not look, and asks nothing after it was ended', async () => {
  const denied = aLink(() => Promise.reject(new Error('denied')));
  await denied.clock.advance(60_000);
  expect([denied.asked.length, denied.failures.length]).toEqual([1, 1]);

  const stream = aStream();
  const open = aLink(() => stream.response);
  stream.write(wallOf(1));
  await expect.poll(() => open.totals).toEqual([1]);
  open.stop();
  for (let n = 0; n < 5; n++) await open.clock.advance(60_000);
  expect(open.asked).toEqual(['stream']);
});
