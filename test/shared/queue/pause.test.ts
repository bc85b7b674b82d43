/** What the server asks one page to wait for holds for all that send for it, and holds nothing else back. */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../shared/queue/policy.ts';
import { draft, OWNER } from './entries.ts';
import { begin, DONE } from './laneWorld.ts';

const FIVE_MIN = 300_000;
const WAIT: Outcome = { at: 'tried', said: { status: 429 }, retryAfterMs: FIVE_MIN };

/** As the browser's own: one after the other. */
function aLock() {
  let last: Promise<void> = Promise.resolve();
  const lock = (work: () => Promise<void>) => (last = last.then(work));
  const isFree = async () =>
    Promise.race([
      lock(() => Promise.resolve()).then(() => true),
      new Promise(done => setTimeout(done, 50, false)),
    ]);
  return { lock, isFree };
}

/** A page that was asked to wait, and another of the same browser that has something to send, too. */
async function twoPages() {
  const { lock, isFree } = aLock();
  let isBusy = true;
  const answer = () => (isBusy ? WAIT : DONE);
  const first = begin({ answer, ports: { lock } });
  await first.add(draft(1));
  void first.lane.kick();
  await first.rest();
  expect(first.names()).toEqual(['Taxi 1']);
  isBusy = false;
  return { first, isFree, other: () => begin({ beside: first, answer, ports: { lock } }) };
}

describe('a lane that was asked to wait', () => {
  it('lets go of its lock meanwhile', async () => {
    const { isFree } = await twoPages();
    expect(await isFree()).toBe(true);
  });

  it('Q9 is not overtaken by another page, nor by one that is opened meanwhile', async () => {
    const { first, other } = await twoPages();
    const { lane, add, names, rest } = other();
    await add(draft(2));
    void lane.kick();
    await rest();
    await first.clock.advance(FIVE_MIN - 1_000);
    expect([names(), first.names()]).toEqual([[], ['Taxi 1']]);
  });

  it('comes back by itself when the time is up, and all is sent once', async () => {
    const { first, other } = await twoPages();
    const { lane, add, names, rest } = other();
    await add(draft(2));
    void lane.kick();
    await rest();
    await first.clock.advance(FIVE_MIN + 1_000);
    await rest();
    expect([...names(), ...first.names()].sort()).toEqual(['Taxi 1', 'Taxi 1', 'Taxi 2']);
    expect(await first.store.list(OWNER)).toEqual([]);
  });

  it('a clock that is set back a day holds nobody back for it', async () => {
    const { first, other } = await twoPages();
    first.clock.jump(-86_400_000);
    const { lane, add, names } = other();
    await add(draft(2));
    await lane.kick();
    expect(names()).toContain('Taxi 2');
  });
});
