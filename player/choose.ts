/** Which item comes next in a loop. Readiness is asked of the store each time, never remembered. */
import type { Item } from './state.ts';

export interface Place {
  item_id: string;
  index: number;
}
interface Choice {
  items: readonly Item[];
  /** The last item that was shown, also before the restart. */
  after: Place | null;
  isReady: (item: Item) => boolean;
  aside: Readonly<Record<string, number>>;
  now: number;
}

/** Where the loop goes on: after the item itself where it is still there, else at the place it had. */
function startIndex(items: readonly Item[], after: Place | null): number {
  if (after === null) return 0;
  const found = items.findIndex(item => item.id === after.item_id);
  return found >= 0 ? found + 1 : after.index;
}

export function chooseNext({ items, after, isReady, aside, now }: Choice): Item | null {
  const from = startIndex(items, after);
  for (let i = 0; i < items.length; i++) {
    const item = items[(from + i) % items.length];
    if (item && isReady(item) && (aside[item.id] ?? 0) <= now) return item;
  }
  return null;
}
