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
/** A card that could not be made is tried again after so long; the others do not wait for it. */
const RETRY_MS = 600_000;
/** Of one tenant in one transaction; the rest follows in the next. */
const ROUND = 100;

type Reissue = (ctx: TransactionContext, kinds: readonly ContentKind[]) => Promise<void>;
type OnFault = (error: unknown) => void;

/** What is live since before there were cards has none yet. */
const isDue = (now: number) =>
  or(
    lte(contentItems.due_at, dateOf(now)),
    sql`${contentItems.state} = 'live' and ${contentItems.card_id} is null and ${contentItems.due_at} is null
      and ${contentItems.deleted_at} is null`,
  );

/** Returns how many items there were. What fails in one tenant is told and holds up no other. */
export async function settleDueContent(server: Server, reissue: Reissue, onFault: OnFault): Promise<number> {
  const { tenantTransactions, clock } = server;
  const tenants = await tenantTransactions.acrossTenants(tx =>
    tx.selectDistinct({ id: contentItems.tenant_id }).from(contentItems).where(isDue(clock.now())),
  );
  let settled = 0;
  for (const { id } of tenants)
    settled += await inTenant(server, { tenant_id: id, user_id: null }, ctx =>
      settleTenant(ctx, reissue, onFault),
    ).catch((error: unknown) => {
      onFault(error);
      return 0;
    });
  return settled;
}

async function settleTenant(ctx: TransactionContext, reissue: Reissue, onFault: OnFault): Promise<number> {
  const { tx, tenant_id, now } = ctx;
  const rows = await tx
    .select()
    .from(contentItems)
    .where(and(eq(contentItems.tenant_id, tenant_id), isDue(now)))
    .orderBy(contentItems.id)
    .limit(ROUND)
    .for('update', { skipLocked: true });
  for (const row of rows) await settle(ctx, row, onFault);
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort();
  if (kinds.length > 0) await reissue(ctx, kinds);
  return rows.length;
}

async function settle(ctx: TransactionContext, row: ContentRow, onFault: OnFault): Promise<void> {
  const { tx, tenant_id, now } = ctx;
  const lacksCard = row.card_id === null && row.state === 'live' && row.deleted_at === null;
  const due_at = nextDue(row, now);
  const later = { due_at: dateOf(now + RETRY_MS) };
  const set = lacksCard
    ? await makeCard(ctx, row).then(
        card => ({ due_at, ...card }),
        (error: unknown) => (onFault(error), later),
      )
    : { due_at };
  await tx
    .update(contentItems)
    .set(set)
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
export function startDueContent(server: Server, reissue: Reissue, onFault: OnFault): () => void {
  return every(server.clock, PAUSE_MS, () =>
    settleDueContent(server, reissue, onFault).then(() => {}, onFault),
  );
}
