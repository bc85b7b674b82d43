import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { sinkOf } from '../../../../server/fleet/live/sink.ts';

const EVENT = 'x'.repeat(20_000);

it('a stream that nobody reads is let go, and holds no more than one event too many', async () => {
  const stream = new PassThrough();
  const closed = new Promise<void>(done => stream.on('close', done));
  const sink = sinkOf(stream);
  for (let n = 0; n < 100; n++) sink.write(EVENT);
  await closed;
  expect(stream.readableLength + stream.writableLength).toBeLessThanOrEqual(2 * EVENT.length);
});

it('a stream that is read goes on', async () => {
  const stream = new PassThrough();
  let read = 0;
  stream.on('data', (bytes: Buffer) => (read += bytes.length));
  const sink = sinkOf(stream);
  for (let n = 0; n < 100; n++) {
    sink.write(EVENT);
    await new Promise(done => setImmediate(done));
  }
  expect([read, stream.destroyed]).toEqual([100 * EVENT.length, false]);
});
