/** Which item comes next in a loop. Whether one is ready is asked of the store each time, never remembered. */
import type { Item } from './state.ts';

export interface LoopPosition {
  item_id: string;
  index: number;
  /** SHA-256 of its asset, because a new version has new item ids. */
  sha256?: string;
}
interface LoopState {
  items: readonly Item[];
  /** The last item that was shown, also before the restart. */
  after: LoopPosition | null;
  quarantine: Readonly<Record<string, number>>;
  now: number;
}

/** Index of the next item: after the last item, or after the same file at its index; else at the old index. */
function startIndex(items: readonly Item[], after: LoopPosition | null): number {
  if (after === null) return 0;
  const found = items.findIndex(item => item.id === after.item_id);
  if (found >= 0) return found + 1;
  const isSame = after.sha256 !== undefined && items[after.index]?.asset.sha256 === after.sha256;
  return isSame ? after.index + 1 : after.index;
}

/** The items that may be next, the wanted one first. */
export function playOrder({ items, after, quarantine, now }: LoopState): Item[] {
  const from = startIndex(items, after) % Math.max(1, items.length);
  const rotated = [...items.slice(from), ...items.slice(0, from)];
  return rotated.filter(item => (quarantine[item.id] ?? 0) <= now);
}

export async function chooseNext(
  loop: LoopState,
  isReady: (item: Item) => Promise<boolean>,
): Promise<Item | null> {
  for (const item of playOrder(loop)) if (await isReady(item)) return item;
  return null;
}
