/** A creative is locked and written here; its state follows its submission while one is open. */
import { and, eq, isNull } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { CREATIVE_TRANSITIONS } from '../../../shared/contract/content/creative.ts';
import { statesBefore } from '../../../shared/contract/wire/entity.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { requireFound } from '../../db/rows.ts';
import { creatives } from '../../db/schema.ts';
import { withEditor } from '../../resource/editors.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { recheckCreative } from '../validation/recheck.ts';

export type CreativeRow = typeof creatives.$inferSelect;

/** Locks a creative of the tenant that is not deleted. */
export async function lockCreativeRow(
  { tx, tenant_id }: TransactionContext,
  id: string,
): Promise<CreativeRow> {
  const [row] = await tx
    .select()
    .from(creatives)
    .where(and(eq(creatives.id, id), eq(creatives.tenant_id, tenant_id), isNull(creatives.deleted_at)))
    .for('update');
  return requireFound(row, 'creative');
}

/** Nothing that somebody decides about or that is on screens lacks a text for people who cannot see it. */
export function requireAltText(alt_text: string): void {
  if (alt_text !== '') return;
  const text = 'An alternative text is needed before it is submitted.';
  throw new AppError('VALIDATION', text, { alt_text: [text] });
}

function requireOrder({ valid_from, valid_until }: Pick<CreativeRow, 'valid_from' | 'valid_until'>): void {
  if (valid_from === null || valid_until === null || valid_from <= valid_until) return;
  const text = 'Not before it starts';
  throw new AppError('VALIDATION', text, { valid_until: [text] });
}

/** Rules look at words, too: another name or alternative text is checked anew. */
export async function recheckWords(ctx: TransactionContext, id: string, set: Partial<CreativeRow>) {
  if (set.name !== undefined || set.alt_text !== undefined) await recheckCreative(ctx, id);
}

/** What was sent back is a draft again as soon as somebody works on it; who does is no second pair of eyes. */
export const reworked = (
  ctx: TransactionContext,
  row: Pick<CreativeRow, 'state' | 'edited_by'>,
): Pick<CreativeRow, 'state' | 'edited_by'> => ({
  state: row.state === 'changes_requested' ? 'draft' : row.state,
  edited_by: withEditor(ctx, row),
});

/** The one place where a creative's state is written: no other step than those of the table is taken. */
export async function writeCreative(
  ctx: TransactionContext,
  row: CreativeRow,
  set: Partial<Omit<CreativeRow, 'id' | 'tenant_id' | 'version'>>,
): Promise<CreativeRow> {
  const { tx, tenant_id, now } = ctx;
  if (set.state !== undefined && set.state !== row.state)
    requireState({ from: statesBefore(CREATIVE_TRANSITIONS, set.state) }, row.state);
  if (set.valid_from !== undefined || set.valid_until !== undefined) requireOrder({ ...row, ...set });
  await recheckWords(ctx, row.id, set);
  const [written] = await tx
    .update(creatives)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(now) })
    .where(and(eq(creatives.tenant_id, tenant_id), eq(creatives.id, row.id)))
    .returning();
  return requireFound(written, 'creative');
}
