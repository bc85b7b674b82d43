import { describe, expect, it } from 'vitest';
import { step } from '../../../player/engine/engine.ts';
import { OPEN_LEAD_MS, initialState } from '../../../player/engine/state.ts';
import { picture, video } from '../items.ts';
import { machine } from '../machine.ts';

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

describe('the first picture', () => {
  it('loads while its play is being opened, and is shown when both are done', () => {
    const first = step(initialState(true), { on: 'tick' }, 0)[0];
    const [loading, effects] = step(first, { on: 'chosen', turn: 1, item: picture(1) }, 5);
    expect(effects.map(effect => effect.do)).toEqual(['load', 'open', 'wakeAt']);
    const [opened] = step(loading, { on: 'opened', turn: 1, play: { epoch: 'e', seq: 1 } }, 9);
    expect(step(opened, { on: 'loaded', turn: 1 }, 20)[1][0]).toMatchObject({ do: 'show', at: 20 });
    const [loaded] = step(loading, { on: 'loaded', turn: 1 }, 9);
    const opening = step(loaded, { on: 'opened', turn: 1, play: { epoch: 'e', seq: 1 } }, 20)[1];
    expect(opening[0]).toMatchObject({ do: 'show', at: 20 });
  });

  it('that cannot be shown leaves a play that was not shown', () => {
    const first = step(initialState(true), { on: 'tick' }, 0)[0];
    const [loading] = step(first, { on: 'chosen', turn: 1, item: picture(1) }, 5);
    const [opened] = step(loading, { on: 'opened', turn: 1, play: { epoch: 'e', seq: 1 } }, 9);
    const [, effects] = step(opened, { on: 'failed', turn: 1, reason: 'broken' }, 20);
    expect(effects).toContainEqual({
      do: 'close',
      play: { epoch: 'e', seq: 1 },
      ending: 'not_shown',
      at: 20,
    });
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

  it('does not repeat a picture for want of another once another is there', () => {
    const loop = [picture(1)];
    const m = machine(loop);
    m.tell({ on: 'tick' });
    expect(m.of('load').map(effect => effect.item.id)).toEqual([picture(1).id, picture(1).id]);
    loop.unshift(picture(2));
    m.tell({ on: 'library', restored: [] });
    expect(m.of('load').at(-1)?.item.id).toBe(picture(2).id);
    m.until(picture(1).duration_ms + 100);
    expect(m.of('show').map(effect => effect.item.id)).toEqual([picture(1).id, picture(2).id]);
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
      { ...initialState(true), turn: 7 },
      { on: 'opened', turn: 6, play: { epoch: 'e', seq: 3 } },
      50,
    )[1];
    expect(late).toContainEqual({ do: 'close', play: { epoch: 'e', seq: 3 }, ending: 'not_shown', at: 50 });
  });
});
