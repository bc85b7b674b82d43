import { describe, expect, it } from 'vitest';
import { step } from '../../../player/engine/engine.ts';
import { initialState } from '../../../player/engine/state.ts';
import { picture, video } from '../items.ts';
import { machine } from '../machine.ts';

describe('a failure', () => {
  it('MEDIA-01 ERR-14 MEDIA-02 gives a video ten seconds and says so', () => {
    const m = machine([video(1), picture(2)]);
    m.silent.add(video(1).id);
    m.tell({ on: 'tick' });
    m.until(9_999);
    expect(m.of('report')).toEqual([]);
    m.until(10_000);
    expect(m.of('report')).toMatchObject([{ at: 10_000, reason: 'Video load timeout' }]);
  });

  it('MEDIA-03 ERR-15 MEDIA-04 gives a picture eight seconds and says so', () => {
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
    expect(m.state().quarantine[video(1).id]).toBe(10_000 + 15 * 60_000);
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
    expect(m.of('alarm')).toMatchObject([{ reason: 'Video load timeout' }]);
    expect(m.state().house).toEqual({ until: 90_000 });
    m.until(89_999);
    expect(m.of('mark')).toEqual([]);
    m.until(90_000);
    expect(m.of('mark')).toMatchObject([{ at: 90_000, item: { name: 'Picture 4' } }]);
  });

  it('leaves no record for an item that was skipped', () => {
    const m = machine([picture(2), video(1)]);
    m.silent.add(video(1).id);
    m.tell({ on: 'tick' });
    m.until(30_000);
    expect(m.of('open').every(open => open.item.kind === 'image')).toBe(true);
  });

  it('closes a play as not shown when its frame never came', () => {
    const [shown] = step(
      {
        ...initialState(true),
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
    expect(m.state().quarantine).toEqual({});
    m.until(1_000);
    m.tell({ on: 'failed', turn: m.state().turn, reason: 'x' });
    m.tell({ on: 'library', restored: [video(1).id, picture(2).id] });
    expect(m.state().quarantine).toEqual({});
  });

  it('of the ledger shows nothing unrecorded and blames no item', () => {
    const first = step(initialState(true), { on: 'tick' }, 0)[0];
    const [loading] = step(first, { on: 'chosen', turn: 1, item: picture(1) }, 5);
    const [loaded] = step(loading, { on: 'loaded', turn: 1 }, 9);
    const [after, effects] = step(loaded, { on: 'unopened', turn: 1 }, 20);
    expect(effects.some(effect => effect.do === 'show')).toBe(false);
    expect(after).toMatchObject({ quarantine: {}, failures: 0, next: { at: 'waiting', until: 1_020 } });
    expect(step(after, { on: 'tick' }, 1_020)[1][0]).toMatchObject({ do: 'choose' });
  });
});
