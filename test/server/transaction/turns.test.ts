import { expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import { crowded, openTurns } from '../../../server/transaction/turns.ts';

const turns = () => openTurns({ atOnce: 2, waiting: 3 }, crowded('Too many.', 'RATE_LIMITED'));

it('of one caller so many run at once, so many wait in their order, and the rest are refused', async () => {
  const one = turns();
  const began: number[] = [];
  const taken = Array.from({ length: 6 }, (_, n) =>
    one.take('a').then(end => {
      began.push(n);
      return end;
    }),
  );
  await expect(taken[5]).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retry_after_s: 1 } });
  expect(began).toEqual([0, 1]);
  (await taken[0]!)();
  (await taken[2]!)();
  await taken[3];
  expect(began).toEqual([0, 1, 2, 3]);
});

it('a caller waits for himself alone, and a turn ends once', async () => {
  const one = turns();
  const first = await one.take('a');
  await one.take('a');
  first();
  first();
  await one.take('a');
  let isTaken = false;
  void one.take('a').then(() => (isTaken = true));
  await expect(one.run('b', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await one.take('b');
  await one.take('b');
  expect(isTaken).toBe(false);
});

it('calls that never leave this thread, and so never run beside another, let others be served in between', async () => {
  const one = turns();
  let rounds = 0;
  let isOver = false;
  const count = () => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const calls = async () => {
    for (let n = 0; n < 10; n++) await one.run('a', () => Promise.resolve());
  };
  /** As many as may run at once: none ever waits. */
  await Promise.all([calls(), calls()]);
  isOver = true;
  expect(rounds).toBeGreaterThanOrEqual(9);
});

it('a caller with many waiting is worked on one at a time, and rests four times as long as it took', async () => {
  const clock = manualClock();
  const one = openTurns({ atOnce: 4, waiting: 96, patience: 8 }, crowded('Too many.', 'RATE_LIMITED'), clock);
  let begun = 0;
  const ends: (() => void)[] = [];
  for (let n = 0; n < 20; n++) void one.take('a').then(end => (begun++, ends.push(end)));
  await clock.advance(0);
  expect(begun).toBe(4);
  await clock.advance(20);
  for (const end of ends.splice(0)) end();
  await clock.advance(79);
  expect(begun).toBe(4);
  await clock.advance(1);
  expect(begun).toBe(5);
  const other = await one.take('b');
  other();
});

it('a caller of a few calls that go on and on has a page at once, and then rests like one with many waiting', async () => {
  const clock = manualClock();
  const one = openTurns({ atOnce: 4, waiting: 96, patience: 8 }, crowded('Too many.', 'RATE_LIMITED'), clock);
  const TOOK_MS = 50;
  let ended = 0;
  let isOver = false;
  const loop = async () => {
    while (!isOver) {
      const end = await one.take('a');
      await new Promise<void>(done => clock.after(TOOK_MS, done));
      ended++;
      end();
    }
  };
  const loops = Promise.all([loop(), loop(), loop(), loop()]);
  const endedWithin = async (ms: number) => {
    const before = ended;
    for (let t = 0; t < ms; t += 10) {
      await clock.advance(10);
      await new Promise<void>(done => setImmediate(done));
    }
    return ended - before;
  };
  expect(await endedWithin(500)).toBeGreaterThan(25);
  await endedWithin(5_000);
  /** Of ten seconds a fifth, one call after the other, and what wears off meanwhile. */
  expect(await endedWithin(10_000)).toBeLessThan(100);
  isOver = true;
  await endedWithin(1_000);
  await loops;
});

it('a call whose caller has hung up while it waited takes no turn', async () => {
  const one = turns();
  const [first, second] = [await one.take('a'), await one.take('a')];
  let hangUp = () => {};
  const gone = one.take('a', leave => {
    hangUp = leave;
    return () => undefined;
  });
  const next = one.take('a');
  hangUp();
  await expect(gone).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  first();
  (await next)();
  second();
});
