/** The arithmetic of axes, apart from whatever draws them. */

/** 1, 2 or 5 times a power of ten, at least 1: plays are whole, and so is every mark of their axis. */
export function niceStep(span: number, maxSteps: number): number {
  const raw = Math.max(1, span / maxSteps);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find(factor => factor * power >= raw) ?? 10;
  return step * power;
}

/** Marks from 0 to the first that holds the largest value; `most` steps at the most. */
export function ticks(max: number, maxSteps = 4): number[] {
  const step = niceStep(max, maxSteps);
  const steps = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: steps + 1 }, (_, i) => i * step);
}

/** 1 where every label has room, 2 for every other one, then 3, 4, 6, 12: so that hours fall on even marks. */
export function labelEvery(labels: number, width: number, labelWidth: number): number {
  const room = Math.max(1, Math.floor(width / labelWidth));
  const least = Math.ceil(labels / room);
  return [1, 2, 3, 4, 6, 12].find(every => every >= least) ?? least;
}

/** Which of `levels` shades a value has: 0 for nothing, the last for the largest. */
export const levelOf = (value: number, max: number, levels: number) =>
  value <= 0 || max <= 0 ? 0 : Math.max(1, Math.ceil((value / max) * levels));
