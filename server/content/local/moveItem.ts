/** Moves an item that is in review or waits for a change, as its submission is decided. */
import type { TransactionContext } from '../../transaction/context.ts';
import { requireState } from '../../resource/repository.ts';
import { lockItemRow, type ContentRow } from './items.ts';
import { writeItem } from './writeItem.ts';

const FROM: readonly ContentRow['state'][] = ['in_review', 'draft'];

export async function moveItem(
  ctx: TransactionContext,
  id: string,
  set: Pick<ContentRow, 'state'> & Partial<Pick<ContentRow, 'reason'>>,
): Promise<ContentRow> {
  const row = await lockItemRow(ctx, id);
  requireState({ from: FROM }, row.state);
  return writeItem(ctx, row, set);
}
