/** Which submission comes after one that was decided. */
import type { Submission } from '../../../../shared/contract/content/submission.ts';
import { isOpen, isReviewedByAnother } from '../states.ts';

type Waiting = Pick<Submission, 'id' | 'state' | 'assigned_to'>;
/**
 * The next in the order of the list that waits for this reviewer; after the last one those that he passed over.
 * `before`: the list as it stood when he decided; `now`: as it stands since.
 */
export function nextWaiting(
  id: string,
  { before, now, actor }: { before: readonly Waiting[]; now: readonly Waiting[]; actor: { id: string } },
): string | undefined {
  const place = before.findIndex(row => row.id === id);
  const passed = before.slice(0, Math.max(place, 0)).map(row => row.id);
  const waiting = now.filter(row => row.id !== id && isOpen(row) && !isReviewedByAnother(row, actor));
  return (waiting.find(row => !passed.includes(row.id)) ?? waiting[0])?.id;
}
