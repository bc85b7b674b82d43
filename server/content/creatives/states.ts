/** The one way a creative changes its state: by the table of the contract, in one statement. */
import { and, eq, isNull } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { CREATIVE_TRANSITIONS, type CreativeState } from '../../../shared/contract/content/creative.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { mayBecome } from '../../../shared/contract/wire/transitions.ts';
import { requireFound } from '../../db/rows.ts';
import { creatives } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

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

type Values = Partial<Omit<CreativeRow, 'id' | 'tenant_id' | 'state' | 'version'>>;
export async function writeCreative(
  { tx, tenant_id, now }: TransactionContext,
  row: CreativeRow,
  set: Values & { state?: CreativeState },
): Promise<CreativeRow> {
  const [written] = await tx
    .update(creatives)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(now) })
    .where(and(eq(creatives.tenant_id, tenant_id), eq(creatives.id, row.id)))
    .returning();
  return requireFound(written, 'creative');
}

/** Through each state in turn; a step that is not in the table is refused (409 STATE). */
export async function moveCreative(
  ctx: TransactionContext,
  row: CreativeRow,
  through: readonly CreativeState[],
  set: Values = {},
): Promise<CreativeRow> {
  let state = row.state as CreativeState;
  for (const next of through) {
    if (!mayBecome(CREATIVE_TRANSITIONS, state, next))
      throw new AppError('STATE', `This creative is ${state}.`, { status: state });
    state = next;
  }
  return writeCreative(ctx, row, { ...set, state });
}
