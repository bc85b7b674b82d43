import { describe, expect, it } from 'vitest';
import { picture } from '../items.ts';
import { machine } from '../machine.ts';

describe('an alert that covers the screen', () => {
  it('ends the play on screen, shows nothing more, and the interrupted item comes again first', () => {
    const m = machine([picture(1), picture(2), picture(3)]);
    m.tell({ on: 'tick' });
    m.until(14_000);
    m.tell({ on: 'cover' });
    expect(m.of('close').at(-1)).toMatchObject({ at: 14_000, ending: 'interrupted_by_alert' });
    expect(m.of('clear')).toHaveLength(1);
    m.until(60_000);
    expect(m.of('mark')).toHaveLength(2);
    m.tell({ on: 'uncover' });
    m.until(75_000);
    expect(m.of('mark').map(({ at, item }) => [at, item.name])).toEqual([
      [0, 'Picture 1'],
      [10_000, 'Picture 2'],
      [60_000, 'Picture 2'],
      [70_000, 'Picture 1'],
    ]);
    // Each play has one end, and none is open twice.
    const closed = m.of('close').map(({ play }) => play.seq);
    expect(new Set(closed).size).toBe(closed.length);
  });

  it('that comes while the next item begins closes its play as not shown, and a second cover changes nothing', () => {
    const m = machine([picture(1), picture(2)]);
    m.tell({ on: 'tick' });
    m.until(9_000);
    const { turn } = m.state();
    m.tell({ on: 'cover' });
    m.tell({ on: 'cover' });
    m.tell({ on: 'opened', turn, play: { epoch: 'e', seq: 99 } });
    expect(m.of('close').map(({ play, ending }) => [play.seq, ending])).toEqual([
      [1, 'interrupted_by_alert'],
      [99, 'not_shown'],
    ]);
    m.tell({ on: 'uncover' });
    m.until(9_000);
    expect(m.state().current?.item.name).toBe('Picture 1');
  });

  it('brings nothing back that broke before it came: what it interrupted is chosen as anything else is', () => {
    const m = machine([picture(1), picture(2)]);
    m.silent.add(picture(2).id);
    m.tell({ on: 'tick' });
    m.until(4_000);
    m.tell({ on: 'broken', reason: 'stuck' });
    m.tell({ on: 'cover' });
    m.silent.clear();
    m.tell({ on: 'uncover' });
    m.until(6_000);
    expect(m.of('choose').some(({ again }) => again?.name === 'Picture 1')).toBe(true);
    expect(m.of('mark').map(({ item }) => item.name)).toEqual(['Picture 1', 'Picture 2']);
  });

  it('before anything was shown is followed by what is chosen then', () => {
    const m = machine([picture(1)]);
    m.tell({ on: 'cover' });
    m.until(5_000);
    expect(m.of('mark')).toEqual([]);
    m.tell({ on: 'uncover' });
    m.until(6_000);
    expect(m.of('mark').map(({ item }) => item.name)).toEqual(['Picture 1']);
  });
});
