/** Moves an item, or an edit of a published one, as its submission is decided or withdrawn. */
import type { TransactionContext } from '../../transaction/context.ts';
import { requireState } from '../../resource/repository.ts';
import { followItem } from '../submissions/contentSubmissions.ts';
import { isPublished } from './cards.ts';
import { columnsOf, lockItemRow, type ContentRow } from './items.ts';
import { requireAllowedWords } from './words.ts';
import { writeItem } from './writeItem.ts';

const FROM: readonly ContentRow['state'][] = ['in_review', 'draft'];

interface Move {
  state: 'live' | 'draft' | 'in_review' | 'rejected';
  reason?: string | null;
  /** Of the card that was decided. */
  sha256?: string;
  /** Changes were asked for: an edit waits on. */
  comesAgain?: boolean;
}
export async function moveItem(ctx: TransactionContext, id: string, move: Move): Promise<void> {
  const row = await lockItemRow(ctx, id);
  if (isPublished(row)) return moveEdit(ctx, row, move);
  requireState({ from: FROM }, row.state);
  const { state, reason, sha256 } = move;
  if (state === 'live') await requireAllowedWords(ctx, row);
  await writeItem(ctx, row, {
    state,
    ...(reason !== undefined && { reason }),
    ...(state === 'live' && sha256 !== undefined && { approved_sha256: sha256, edited_by: [] }),
  });
}

/** What is live stays so; the edit takes its place, waits on, or is dropped. */
async function moveEdit(ctx: TransactionContext, row: ContentRow, move: Move): Promise<void> {
  const { state, sha256 = null, comesAgain = false } = move;
  const { waiting } = row;
  requireState({ from: [row.state] }, waiting === null ? 'edited' : row.state);
  if (waiting === null || comesAgain) return;
  if (state === 'in_review') return followItem(ctx, row);
  if (state !== 'live') return void (await writeItem(ctx, row, { waiting: null, edited_by: [] }));
  const { body, card_id, image_url } = waiting;
  await requireAllowedWords(ctx, body);
  const approved = { card_id, approved_sha256: sha256, edited_by: [] };
  await writeItem(ctx, row, { ...columnsOf(body), ...approved, image_url, waiting: null });
}
