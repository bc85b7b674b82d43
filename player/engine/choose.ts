/** Which item comes next. Whether one is ready is asked of the store each time, never remembered. */
import { upcoming, type Loop, type LoopPosition } from '../../shared/playout/order.ts';
import type { Item } from './state.ts';

interface Choice {
  /** The one that is wanted most comes first. */
  candidates: Iterable<Item>;
  quarantine: Readonly<Record<string, number>>;
  now: number;
  /** Its rights, at the moment it would begin. */
  mayBegin?: (item: Item) => boolean;
}

export async function firstReady(
  { candidates, quarantine, now, mayBegin = () => true }: Choice,
  isReady: (item: Item) => Promise<boolean>,
): Promise<Item | null> {
  for (const item of candidates)
    if ((quarantine[item.id] ?? 0) <= now && mayBegin(item) && (await isReady(item))) return item;
  return null;
}

interface LoopState extends Omit<Choice, 'candidates'> {
  loop: Loop<Item> | null;
  /** The last item that was shown, also before the restart. */
  after: LoopPosition | null;
}
/** Of a loop, in its order. */
export const chooseNext = (
  { loop, after, ...rest }: LoopState,
  isReady: (item: Item) => Promise<boolean>,
): Promise<Item | null> => firstReady({ ...rest, candidates: loop ? upcoming(loop, after) : [] }, isReady);
