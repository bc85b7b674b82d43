/** Gives screens what became of local content: documents of all kinds that changed are made anew together. */
import { and, eq, inArray, lte, or, sql } from 'drizzle-orm';
import { dateOf, every } from '../../../shared/clock.ts';
import type { ContentKind } from '../../../shared/contract/content/contentKinds.ts';
import { contentItems } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { makeCard } from './cards.ts';
import { nextDue } from './dueTime.ts';
import type { ContentRow } from './items.ts';

const PAUSE_MS = 2_000;
/** Of one tenant in one transaction; the rest follows in the next. */
const ROUND = 100;

type Reissue = (ctx: TransactionContext, kinds: readonly ContentKind[]) => Promise<void>;

/** What is live since before there were cards has none yet. */
const isDue = (now: number) =>
  or(
    lte(contentItems.due_at, dateOf(now)),
    sql`${contentItems.state} = 'live' and ${contentItems.card_id} is null and ${contentItems.deleted_at} is null`,
  );

/** Returns how many items there were. */
export async function settleDueContent(server: Server, reissue: Reissue): Promise<number> {
  const { tenantTransactions, clock } = server;
  const tenants = await tenantTransactions.acrossTenants(tx =>
    tx.selectDistinct({ id: contentItems.tenant_id }).from(contentItems).where(isDue(clock.now())),
  );
  let settled = 0;
  for (const { id } of tenants)
    settled += await inTenant(server, { tenant_id: id, user_id: null }, ctx => settleTenant(ctx, reissue));
  return settled;
}

async function settleTenant(ctx: TransactionContext, reissue: Reissue): Promise<number> {
  const { tx, tenant_id, now } = ctx;
  const rows = await tx
    .select()
    .from(contentItems)
    .where(and(eq(contentItems.tenant_id, tenant_id), isDue(now)))
    .orderBy(contentItems.id)
    .limit(ROUND)
    .for('update', { skipLocked: true });
  for (const row of rows) await settle(ctx, row);
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort();
  if (kinds.length > 0) await reissue(ctx, kinds);
  return rows.length;
}

async function settle(ctx: TransactionContext, row: ContentRow): Promise<void> {
  const { tx, tenant_id, now } = ctx;
  const lacksCard = row.card_id === null && row.state === 'live' && row.deleted_at === null;
  await tx
    .update(contentItems)
    .set({ due_at: nextDue(row, now), ...(lacksCard ? await makeCard(ctx, row) : {}) })
    .where(and(eq(contentItems.id, row.id), eq(contentItems.tenant_id, tenant_id)));
}

/** Items that show this picture: their card is made with it, or without it where it may not be shown any more. */
export async function redrawItemsWith(ctx: TransactionContext, asset_id: string): Promise<void> {
  const { tx, tenant_id, now } = ctx;
  const rows = await tx
    .select()
    .from(contentItems)
    .where(
      and(
        ...[eq(contentItems.tenant_id, tenant_id), eq(contentItems.image_id, asset_id)],
        inArray(contentItems.state, ['live', 'paused', 'in_review']),
      ),
    );
  for (const row of rows)
    await tx
      .update(contentItems)
      .set({ ...(await makeCard(ctx, row)), due_at: dateOf(now) })
      .where(and(eq(contentItems.id, row.id), eq(contentItems.tenant_id, tenant_id)));
}

/** Screens follow within seconds. */
export function startDueContent(
  server: Server,
  reissue: Reissue,
  onFault: (error: unknown) => void,
): () => void {
  return every(server.clock, PAUSE_MS, () => settleDueContent(server, reissue).then(() => {}, onFault));
}
