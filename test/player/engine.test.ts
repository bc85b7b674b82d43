import { describe, expect, it } from 'vitest';
import { step } from '../../player/engine.ts';
import { OPEN_LEAD_MS, start, type Effect, type Event, type Item, type State } from '../../player/state.ts';
import { picture, video } from './items.ts';

/** An engine whose world answers at once where asked to, and a clock that goes to each wake-up. */
function machine(loop: Item[]) {
  let state: State = start(true);
  let now = 0;
  let wakeAt: number | null = null;
  let at = 0;
  const done: { at: number; effect: Effect }[] = [];
  const silent = new Set<string>();
  let seq = 0;

  function tell(event: Event) {
    const [after, effects] = step(state, event, now);
    state = after;
    wakeAt = null;
    for (const effect of effects) {
      done.push({ at: now, effect });
      if (effect.do === 'wakeAt') wakeAt = effect.at;
    }
    for (const effect of effects) answer(effect);
  }
  function answer(effect: Effect) {
    if (effect.do === 'choose') {
      const free = loop.filter(item => (state.aside[item.id] ?? 0) <= now);
      tell({ on: 'chosen', turn: effect.turn, item: free[at++ % Math.max(1, free.length)] ?? null });
    }
    if (effect.do === 'load' && !silent.has(effect.item.id)) tell({ on: 'loaded', turn: effect.turn });
    if (effect.do === 'open') tell({ on: 'opened', turn: effect.turn, play: { epoch: 'e', seq: ++seq } });
    if (effect.do === 'show') {
      now = Math.max(now, effect.at);
      tell({ on: 'shown', turn: effect.turn, at: now });
    }
  }
  return {
    tell,
    silent,
    state: () => state,
    now: () => now,
    /** Lets time pass, waking as the engine asked. */
    until(end: number) {
      for (let i = 0; i < 10_000 && wakeAt !== null && wakeAt <= end; i++) {
        now = Math.max(now, wakeAt);
        tell({ on: 'tick' });
      }
      now = Math.max(now, end);
    },
    of: <K extends Effect['do']>(kind: K) =>
      done.flatMap(({ at: when, effect }) =>
        effect.do === kind ? [{ at: when, ...(effect as Extract<Effect, { do: K }>) }] : [],
      ),
  };
}

describe('a loop', () => {
  it('plays each item for its time, without drift and without a gap', () => {
    const m = machine([picture(1), video(2), picture(3, { duration_ms: 5_000 })]);
    m.tell({ on: 'tick' });
    m.until(100_000);
    const marks = m.of('mark');
    expect(marks.slice(0, 5).map(mark => mark.at)).toEqual([0, 10_000, 20_000, 25_000, 35_000]);
    expect(marks.slice(0, 4).map(mark => mark.item.name)).toEqual([
      'Picture 1',
      'Video 2',
      'Picture 3',
      'Picture 1',
    ]);
  });

  it('opens each play in the ledger shortly before its first frame and closes it with the next one', () => {
    const m = machine([picture(1), picture(2)]);
    m.tell({ on: 'tick' });
    m.until(30_000);
    expect(m.of('open').map(open => open.at)).toEqual([
      0,
      10_000 - OPEN_LEAD_MS,
      20_000 - OPEN_LEAD_MS,
      30_000 - OPEN_LEAD_MS,
    ]);
    expect(m.of('close').map(({ play, ending, at }) => [play.seq, ending, at])).toEqual([
      [1, 'completed', 10_000],
      [2, 'completed', 20_000],
      [3, 'completed', 30_000],
    ]);
  });

  it('keeps the picture until the next one is ready, however late', () => {
    const m = machine([picture(1), video(2)]);
    m.silent.add(video(2).id);
    m.tell({ on: 'tick' });
    m.until(9_999);
    expect(m.state().current?.item.name).toBe('Picture 1');
    expect(m.of('close')).toEqual([]);
    m.until(14_000);
    expect(m.state().current?.item.name).toBe('Picture 1');
  });

  it('shows an item of less than a second for one second', () => {
    const m = machine([picture(1, { duration_ms: 1 }), picture(2)]);
    m.tell({ on: 'tick' });
    m.until(1_000);
    expect(m.of('mark').map(mark => mark.at)).toEqual([0, 1_000]);
  });

  it('does not move the plan for a frame that came a little late', () => {
    const m = machine([picture(1), picture(2)]);
    m.tell({ on: 'tick' });
    const [, effects] = step(
      {
        ...m.state(),
        next: {
          at: 'showing',
          item: picture(2),
          due: 10_000,
          play: { epoch: 'e', seq: 9 },
          deadline: 13_000,
        },
      },
      { on: 'shown', turn: m.state().turn, at: 10_006 },
      10_006,
    );
    expect(effects.find(effect => effect.do === 'close')).toMatchObject({ at: 10_006 });
    expect(effects.find(effect => effect.do === 'mark')).toMatchObject({ at: 10_006 });
  });
});

describe('a failure', () => {
  it('MEDIA-01 MEDIA-02 gives a video ten seconds and says so', () => {
    const m = machine([video(1), picture(2)]);
    m.silent.add(video(1).id);
    m.tell({ on: 'tick' });
    m.until(9_999);
    expect(m.of('report')).toEqual([]);
    m.until(10_000);
    expect(m.of('report')).toMatchObject([{ at: 10_000, reason: 'Video load timeout' }]);
  });

  it('MEDIA-03 MEDIA-04 gives a picture eight seconds and says so', () => {
    const m = machine([picture(1), picture(2)]);
    m.silent.add(picture(1).id);
    m.tell({ on: 'tick' });
    m.until(7_999);
    expect(m.of('report')).toEqual([]);
    m.until(8_000);
    expect(m.of('report')).toMatchObject([{ at: 8_000, reason: 'Image load timeout' }]);
  });

  it('OPEN-PLAYER-04 plays the next item at once and sets the failed one aside for 15 minutes', () => {
    const m = machine([video(1), picture(2)]);
    m.silent.add(video(1).id);
    m.tell({ on: 'tick' });
    m.until(10_000);
    expect(m.state().current?.item.name).toBe('Picture 2');
    expect(m.of('mark')[0]?.at).toBe(10_000);
    expect(m.state().aside[video(1).id]).toBe(10_000 + 15 * 60_000);
    m.until(15 * 60_000);
    expect(m.of('load').filter(load => load.item.kind === 'video')).toHaveLength(1);
    m.until(16 * 60_000);
    expect(m.of('load').filter(load => load.item.kind === 'video').length).toBeGreaterThan(1);
  });

  it('OPEN-PLAYER-04 brings the house loop for 60 seconds after three in a row', () => {
    const loop = [video(1), video(2), video(3), picture(4)];
    const m = machine(loop);
    for (const item of loop.slice(0, 3)) m.silent.add(item.id);
    m.tell({ on: 'tick' });
    m.until(30_000);
    expect(m.of('report')).toHaveLength(3);
    expect(m.state().house).toEqual({ until: 90_000 });
    m.until(89_999);
    expect(m.of('mark')).toEqual([]);
    m.until(90_000);
    expect(m.of('mark')).toMatchObject([{ at: 90_000, item: { name: 'Picture 4' } }]);
  });

  it('leaves no record for an item that was skipped', () => {
    const m = machine([video(1), picture(2)]);
    m.silent.add(video(1).id);
    m.tell({ on: 'tick' });
    m.until(30_000);
    expect(m.of('open').every(open => open.item.kind === 'image')).toBe(true);
  });

  it('closes a play as not shown when its frame never came', () => {
    const [shown] = step(
      {
        ...start(true),
        turn: 4,
        next: { at: 'showing', item: picture(1), due: 0, play: { epoch: 'e', seq: 1 }, deadline: 3_000 },
      },
      { on: 'tick' },
      2_999,
    );
    const [, effects] = step(shown, { on: 'tick' }, 3_000);
    expect(effects).toContainEqual({
      do: 'close',
      play: { epoch: 'e', seq: 1 },
      ending: 'not_shown',
      at: 3_000,
    });
  });

  it('ends an item that broke on screen and records how it ended', () => {
    const m = machine([video(1), picture(2)]);
    m.tell({ on: 'tick' });
    m.until(4_000);
    m.tell({ on: 'broken', reason: 'decoder' });
    expect(m.of('close')).toMatchObject([{ ending: 'failed', at: 4_000 }]);
    expect(m.state().current?.item.name).toBe('Picture 2');
  });

  it('does not blame an item whose bytes were damaged: it plays again once they are fetched', () => {
    const m = machine([video(1), picture(2)]);
    m.silent.add(video(1).id);
    m.tell({ on: 'tick' });
    m.tell({ on: 'gone', turn: m.state().turn });
    expect(m.state().aside).toEqual({});
    m.until(1_000);
    m.tell({ on: 'failed', turn: m.state().turn, reason: 'x' });
    m.tell({ on: 'library', restored: [video(1).id, picture(2).id] });
    expect(m.state().aside).toEqual({});
  });
});

describe('circumstances', () => {
  it('asks the store again while there is nothing to play', () => {
    const m = machine([]);
    m.tell({ on: 'tick' });
    m.until(20_000);
    expect(m.of('choose').length).toBeGreaterThan(3);
    expect(m.of('house').length).toBeGreaterThan(0);
  });

  it('asks the store at once when the library has something new', () => {
    const m = machine([]);
    m.tell({ on: 'tick' });
    const before = m.of('choose').length;
    m.tell({ on: 'library', restored: [] });
    expect(m.of('choose').length).toBe(before + 1);
  });

  it('opens no play while the page is hidden, and goes on without a burst', () => {
    const m = machine([picture(1), picture(2)]);
    m.tell({ on: 'tick' });
    m.tell({ on: 'visible', visible: false });
    m.until(3_600_000);
    expect(m.of('open')).toHaveLength(1);
    m.tell({ on: 'visible', visible: true });
    m.until(3_605_000);
    expect(m.of('open')).toHaveLength(2);
    expect(m.of('mark').at(-1)?.at).toBe(3_600_000);
  });

  it('does not count hidden time against a video that loads', () => {
    const m = machine([video(1)]);
    m.silent.add(video(1).id);
    m.tell({ on: 'tick' });
    m.tell({ on: 'visible', visible: false });
    m.until(600_000);
    expect(m.of('report')).toEqual([]);
  });

  it('drops what it prepared when another version takes over', () => {
    const m = machine([picture(1), picture(2)]);
    m.tell({ on: 'tick' });
    m.until(2_000);
    expect(m.state().next.at).toBe('ready');
    m.tell({ on: 'content' });
    expect(m.of('unload')).toHaveLength(1);
    expect(m.state().next.at).toBe('ready');
    expect(m.state().current?.item.name).toBe('Picture 1');
  });

  it('lets a new build take over between two items, with every play closed', () => {
    const m = machine([picture(1), picture(2)]);
    m.tell({ on: 'tick' });
    m.until(5_000);
    m.tell({ on: 'update' });
    expect(m.of('update')).toEqual([]);
    m.until(20_000);
    expect(m.of('update')).toMatchObject([{ at: 10_000 }]);
    expect(m.of('open')).toHaveLength(1);
    expect(m.of('close')).toHaveLength(1);
    m.tell({ on: 'stay' });
    expect(m.of('mark')).toHaveLength(2);
  });

  it('does not hear answers to an earlier turn, and closes a play that was opened for it', () => {
    const late = step(
      { ...start(true), turn: 7 },
      { on: 'opened', turn: 6, play: { epoch: 'e', seq: 3 } },
      50,
    )[1];
    expect(late).toContainEqual({ do: 'close', play: { epoch: 'e', seq: 3 }, ending: 'not_shown', at: 50 });
  });
});
