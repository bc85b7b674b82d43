/** A polygon with at most as many points as screens are given: those that say least of its shape go first. Pure. */
import { MAX_FENCE_POINTS, type Coordinates } from '../contract/playout/fence.ts';

/** Twice the area of the triangle that a point makes with its neighbours: what the shape loses without it. */
const loss = (at: Coordinates, before: Coordinates, after: Coordinates) =>
  Math.abs((before.lng - at.lng) * (after.lat - at.lat) - (after.lng - at.lng) * (before.lat - at.lat));

/** A heap of points by their loss; one whose loss has changed is pushed again and its older entry is passed over. */
interface Entry {
  point: number;
  loss: number;
}
function push(heap: Entry[], entry: Entry): void {
  let at = heap.length;
  heap.push(entry);
  for (let up = (at - 1) >> 1; at > 0 && heap[up]!.loss > entry.loss; up = (at - 1) >> 1) {
    heap[at] = heap[up]!;
    heap[up] = entry;
    at = up;
  }
}
function pop(heap: Entry[]): Entry | undefined {
  const [least] = heap;
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return least;
  let at = 0;
  for (;;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    const isRight = right !== undefined && left !== undefined && right.loss < left.loss;
    const down = isRight ? right : left;
    if (down === undefined || down.loss >= last.loss) break;
    heap[at] = down;
    at = 2 * at + (isRight ? 2 : 1);
  }
  heap[at] = last;
  return least;
}

/** Visvalingam and Whyatt's way: n log n, whatever the shape is. */
export function simplified(ring: readonly Coordinates[], max = MAX_FENCE_POINTS): readonly Coordinates[] {
  if (ring.length <= max) return ring;
  const n = ring.length;
  const before = ring.map((_, i) => (i + n - 1) % n);
  const after = ring.map((_, i) => (i + 1) % n);
  const lossOf = (i: number) => loss(ring[i]!, ring[before[i]!]!, ring[after[i]!]!);
  const newest = ring.map((_, i) => lossOf(i));
  const isGone = new Uint8Array(n);
  const heap: Entry[] = [];
  for (let i = 0; i < n; i++) push(heap, { point: i, loss: newest[i]! });
  let left = n;
  while (left > max) {
    const least = pop(heap);
    if (least === undefined) break;
    const { point } = least;
    if (isGone[point] === 1 || newest[point] !== least.loss) continue;
    isGone[point] = 1;
    left--;
    const [from, to] = [before[point]!, after[point]!];
    [after[from], before[to]] = [to, from];
    /** Never less than what went before it, or a long row of small steps would go whole. */
    for (const i of [from, to]) {
      newest[i] = Math.max(least.loss, lossOf(i));
      push(heap, { point: i, loss: newest[i] });
    }
  }
  return ring.filter((_, i) => isGone[i] === 0);
}
