/** A creative is locked and written here; its state follows its submission while one is open. */
import { and, eq, isNull } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { CreativeState } from '../../../shared/contract/content/creative.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { requireFound } from '../../db/rows.ts';
import { creatives } from '../../db/schema.ts';
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

/** Rules look at words, too: another name or alternative text is checked anew. */
export async function recheckWords(ctx: TransactionContext, id: string, set: Partial<CreativeRow>) {
  if (set.name !== undefined || set.alt_text !== undefined) await recheckCreative(ctx, id);
}

export async function writeCreative(
  ctx: TransactionContext,
  row: CreativeRow,
  set: Partial<Omit<CreativeRow, 'id' | 'tenant_id' | 'version'>> & { state?: CreativeState },
): Promise<CreativeRow> {
  const { tx, tenant_id, now } = ctx;
  await recheckWords(ctx, row.id, set);
  const [written] = await tx
    .update(creatives)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(now) })
    .where(and(eq(creatives.tenant_id, tenant_id), eq(creatives.id, row.id)))
    .returning();
  return requireFound(written, 'creative');
}
