/**
 * Counts flashes (WCAG 2.2, 2.3.1): a pair of opposing changes of relative luminance by a tenth or more where the
 * darker is below 0.8, on a quarter of the picture at the same time. Pure.
 */
const CHANGE = 0.1;
const DARK = 0.8;
const AREA = 0.25;
const LEVELS = 256;

/** Relative luminance of a grey value, 0 to 255. */
const LUMINANCE = Float32Array.from({ length: LEVELS }, (_, grey) => {
  const share = grey / (LEVELS - 1);
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** @param cells grey values of one frame. */
export function createFlashMeter(cells: number) {
  /** The last turning point of each cell, and where it has been going since: up, down or nowhere yet. */
  const extreme = new Float32Array(cells);
  const heading = new Int8Array(cells);
  /** Times of changes of the picture: a flash is two of them, one each way. */
  const changes: { at: number; way: number }[] = [];
  let isFirst = true;
  let most = 0;

  /** Which way a cell has turned with this frame: 1, -1, or 0 where it goes on or stands. */
  function turn(cell: number, now: number): number {
    const before = extreme[cell]!;
    const way = Math.sign(now - before);
    if (heading[cell] === way) {
      extreme[cell] = now;
      return 0;
    }
    if (Math.abs(now - before) < CHANGE || Math.min(now, before) >= DARK) return 0;
    heading[cell] = way;
    extreme[cell] = now;
    return way;
  }

  return {
    /** @param at s from the beginning. */
    add(frame: ArrayLike<number>, at: number) {
      const turns = { up: 0, down: 0 };
      for (let cell = 0; cell < cells; cell++) {
        const now = LUMINANCE[frame[cell] ?? 0]!;
        if (isFirst) extreme[cell] = now;
        else {
          const way = turn(cell, now);
          if (way > 0) turns.up++;
          if (way < 0) turns.down++;
        }
      }
      isFirst = false;
      const way = turns.up >= cells * AREA ? 1 : turns.down >= cells * AREA ? -1 : 0;
      if (way === 0 || changes.at(-1)?.way === way) return;
      changes.push({ at, way });
      while (at - changes[0]!.at > 1) changes.shift();
      most = Math.max(most, Math.floor(changes.length / 2));
    },
    /** The most flashes in any one second. */
    flashes: () => most,
  };
}
