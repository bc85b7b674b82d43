import { describe, expect, it } from 'vitest';
import { createPlayback, type PlaybackPorts } from '../../../player/engine/playback.ts';
import type { PlayEnd } from '../../../player/ledger/record.ts';
import type { Stage } from '../../../player/stage/stage.ts';
import type { Item } from '../../../player/engine/state.ts';
import { manualClock } from '../../support/clock.ts';
import { picture, video } from '../items.ts';

interface Played {
  name: string;
  opened: number;
  marked: number | null;
  beats: number;
  ended: { at: number; ending: string; visible: number | null } | null;
}

/** A screen that shows what it is told at the time it is told, and a ledger that is a list. */
function world(loop: Item[], broken: (item: Item) => string | null = () => null) {
  const clock = manualClock();
  const ledger: Played[] = [];
  const ends: PlayEnd[] = [];
  const log: string[] = [];
  const spoiled = new Set<string>();
  let next = 0;
  let hasSource = 0;
  const stage = {
    load: (item: Item) => {
      const reason = broken(item);
      return reason === null ? Promise.resolve() : Promise.reject(new Error(reason));
    },
    show: (_: Item, at: number) =>
      new Promise(done => {
        const shown = () => done({ at: clock.mono(), oldFrames: { rendered: 1, dropped: 0 } });
        clock.after(Math.max(0, at - clock.mono()), shown);
      }),
    unload: () => log.push('unload'),
    clear: () => log.push('clear'),
    frames: () => ({ rendered: 1, dropped: 0 }),
    picture: () => null,
    isStuck: () => false,
  } as unknown as Stage;
  const at = (key: { seq: number }) => ledger[key.seq - 1]!;
  const ports: PlaybackPorts = {
    clock,
    stage,
    isVisible: true,
    choose: quarantine => {
      const free = loop.filter(item => (quarantine[item.id] ?? 0) <= clock.mono());
      return Promise.resolve(free[next++ % Math.max(1, free.length)] ?? null);
    },
    mayBegin: () => true,
    wasDamaged: item => spoiled.has(item.id),
    source: () => {
      hasSource++;
      return Promise.resolve({ url: 'blob:x', release: () => hasSource-- });
    },
    plays: {
      open: item => {
        const row = { name: item.name, opened: clock.mono(), marked: null, beats: 0, ended: null };
        return Promise.resolve({ epoch: 'e', seq: ledger.push(row) });
      },
      mark: (key, _item, when) => Promise.resolve(void (at(key).marked = when)),
      saveProgress: key => Promise.resolve(void at(key).beats++),
      close: (key, end) => {
        ends.push(end);
        const { ending, at: when, seen } = end;
        return Promise.resolve(
          void (at(key).ended = { at: when, ending, visible: seen?.visible_ms ?? null }),
        );
      },
    },
    onShown: () => {},
    onHouse: () => Promise.resolve(void log.push('house')),
    onSkipped: (item, reason) => log.push(`${item.name}: ${reason}`),
    onAlarm: reason => log.push(`alarm: ${reason}`),
    onFault: error => log.push(String(error)),
    onUpdate: () => log.push('update'),
  };
  return { clock, ledger, ends, log, spoiled, stage, run: createPlayback(ports) };
}

describe('a running screen', () => {
  it('plays an hour without drift, every play opened before it is marked and closed by the next', async () => {
    const { clock, ledger, run, log } = world([picture(1), video(2), picture(3)]);
    run.tell({ on: 'tick' });
    await clock.advance(3_600_000);
    expect(ledger.length).toBeGreaterThanOrEqual(360);
    for (const [i, play] of ledger.slice(0, 360).entries()) {
      expect(play.marked).toBe(i * 10_000);
      expect(play.opened).toBeLessThanOrEqual(play.marked ?? -1);
      expect(play.ended).toEqual({ at: (i + 1) * 10_000, ending: 'completed', visible: 10_000 });
    }
    expect(log).toEqual([]);
  });

  it('beats once a second while something is on screen', async () => {
    const { clock, ledger, run } = world([picture(1), picture(2)]);
    run.tell({ on: 'tick' });
    await clock.advance(9_500);
    expect(ledger[0]?.beats).toBe(9);
  });

  it('looks once at what is on screen, in the middle half of a play, and writes it down', async () => {
    const { clock, run, stage, ends } = world([picture(1), picture(2)]);
    const looks: number[] = [];
    const light = '80'.repeat(16);
    stage.picture = () => {
      looks.push(clock.mono());
      return { media_ms: null, light };
    };
    run.tell({ on: 'tick' });
    await clock.advance(20_500);
    expect(looks).toHaveLength(2);
    for (const [nth, at] of looks.entries()) {
      expect(at - nth * 10_000).toBeGreaterThanOrEqual(2_500);
      expect(at - nth * 10_000).toBeLessThanOrEqual(8_500);
    }
    expect(ends.map(end => end.seen?.picture)).toEqual([1, 2].map(() => ({ media_ms: null, light })));
  });

  it('looks at a moment nobody knows before: over many plays at every second of the middle half', async () => {
    const { clock, run, stage } = world([picture(1), picture(2)]);
    const seconds = new Set<number>();
    stage.picture = () => {
      seconds.add(Math.round((clock.mono() % 10_000) / 1_000));
      return null;
    };
    run.tell({ on: 'tick' });
    await clock.advance(2_000_000);
    /** Four of them hold a fifth of all looks each: that one is left out by chance no machine will see. */
    expect([...seconds]).toEqual(expect.arrayContaining([4, 5, 6, 7]));
  });

  it('plays on where what is on screen cannot be looked at', async () => {
    const { clock, run, stage, ledger, log } = world([picture(1), picture(2)]);
    stage.picture = () => {
      throw new Error('out of memory');
    };
    run.tell({ on: 'tick' });
    await clock.advance(10_500);
    expect(ledger[0]?.beats).toBeGreaterThanOrEqual(9);
    expect(ledger[0]?.ended?.ending).toBe('completed');
    expect(log).toEqual(['Error: out of memory']);
  });

  it('looks at nothing while nobody sees it', async () => {
    const { clock, run, stage } = world([picture(1), picture(2)]);
    let looks = 0;
    stage.picture = () => {
      looks++;
      return null;
    };
    run.tell({ on: 'tick' });
    await clock.advance(2_000);
    run.setVisible(false);
    await clock.advance(60_000);
    expect(looks).toBe(0);
  });

  it('counts only what was visible', async () => {
    const { clock, ledger, run } = world([picture(1), picture(2)]);
    run.tell({ on: 'tick' });
    await clock.advance(2_000);
    run.setVisible(false);
    await clock.advance(60_000);
    expect(ledger).toHaveLength(1);
    run.setVisible(true);
    await clock.advance(1_000);
    expect(ledger[0]?.ended).toMatchObject({ at: 62_000, visible: 2_000 });
    expect(ledger).toHaveLength(2);
  });

  it('holds nothing against what was loading while the machine slept', async () => {
    const slow = picture(2);
    const { clock, ledger, run, log, stage } = world([picture(1), slow]);
    let finish = () => {};
    const loadsLate = (item: Item) =>
      item === slow ? new Promise<void>(done => (finish = done)) : Promise.resolve();
    stage.load = loadsLate;
    run.tell({ on: 'tick' });
    await clock.advance(3_000);
    await clock.sleep(60_000);
    expect(log).toEqual([]);
    finish();
    await clock.advance(500);
    expect(ledger.map(({ name, ended }) => [name, ended?.ending])).toEqual([
      [picture(1).name, 'completed'],
      [slow.name, undefined],
    ]);
  });

  it('plays on behind a dark screen, and counts that as seen by nobody', async () => {
    const { clock, ledger, run } = world([picture(1), picture(2)]);
    run.tell({ on: 'tick' });
    await clock.advance(3_000);
    run.setLit(false);
    await clock.advance(8_000);
    run.setVisible(true);
    await clock.advance(8_000);
    run.setLit(true);
    await clock.advance(3_000);
    expect(ledger[0]?.ended).toMatchObject({ at: 10_000, visible: 3_000 });
    expect(ledger[1]?.ended).toMatchObject({ at: 20_000, visible: 1_000 });
  });

  it('says why it skipped an item and goes on with the next', async () => {
    const { clock, ledger, run, log } = world([picture(1), video(2)], item =>
      item.kind === 'video' ? 'The video cannot be decoded' : null,
    );
    run.tell({ on: 'tick' });
    await clock.advance(30_000);
    expect(log).toContain('Video 2: The video cannot be decoded');
    expect(ledger.every(play => play.name === 'Picture 1')).toBe(true);
  });

  it('does not set an item aside whose stored bytes were damaged', async () => {
    const { clock, run, log, spoiled } = world([video(1), picture(2)], item =>
      item.kind === 'video' ? 'network error' : null,
    );
    spoiled.add(video(1).id);
    run.tell({ on: 'tick' });
    await clock.advance(5_000);
    expect(log.filter(line => line.startsWith('Video'))).toEqual([]);
  });

  it('takes the picture away only when the house loop lies beneath it', async () => {
    const loop = [picture(1)];
    const { clock, run, log, ledger } = world(loop);
    run.tell({ on: 'tick' });
    await clock.advance(5_000);
    loop.length = 0;
    run.tell({ on: 'content' });
    await clock.advance(4_000);
    expect(log).toEqual(['unload']);
    await clock.advance(2_000);
    expect(log.slice(0, 3)).toEqual(['unload', 'house', 'clear']);
    expect(ledger[0]?.ended?.ending).toBe('completed');
  });
});
