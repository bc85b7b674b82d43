/** Which item comes next in a loop. Whether one is ready is asked of the store each time, never remembered. */
import { upcoming, type Loop, type LoopPosition } from '../../shared/playout/order.ts';
import type { Item } from './state.ts';

interface LoopState {
  loop: Loop<Item> | null;
  /** The last item that was shown, also before the restart. */
  after: LoopPosition | null;
  quarantine: Readonly<Record<string, number>>;
  now: number;
  /** Its rights, at the moment it would begin. */
  mayBegin?: (item: Item) => boolean;
}

export async function chooseNext(
  { loop, after, quarantine, now, mayBegin = () => true }: LoopState,
  isReady: (item: Item) => Promise<boolean>,
): Promise<Item | null> {
  for (const item of loop ? upcoming(loop, after) : [])
    if ((quarantine[item.id] ?? 0) <= now && mayBegin(item) && (await isReady(item))) return item;
  return null;
}
