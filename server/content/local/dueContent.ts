/** Gives screens what became of local content: documents of all kinds that changed are made anew together. */
import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dateOf } from '../../../shared/clock.ts';
import { dayStart } from '../../../shared/i18n/format.ts';
import type { ContentKind } from '../../../shared/contract/content/contentKinds.ts';
import { contentItems, mediaAssets, tenants, type WaitingEdit } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { replaceCard } from '../submissions/contentSubmissions.ts';
import { drawCard, makeCard } from './cards.ts';
import { expireUndecided } from './decisions.ts';
import { nextDue } from './dueTime.ts';
import { columnsOf, type ContentRow } from './items.ts';

const PAUSE_MS = 5_000;
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
  for (const row of rows) await settle(ctx, await expireUndecided(ctx, row), onFault);
  const shown = rows.filter(({ state }) => state !== 'in_review');
  const kinds = [...new Set(shown.map(({ kind }) => kind))].sort();
  if (kinds.length > 0) await reissue(ctx, kinds);
  return rows.length;
}

async function settle(ctx: TransactionContext, row: ContentRow, onFault: OnFault): Promise<void> {
  const { tx, tenant_id, now } = ctx;
  const licence = await pictureLicence(ctx, row);
  const mustDraw =
    isLiveRow(row) && (row.card_id === null || (licence !== null && licence.over <= now && licence.isDrawn));
  const due_at = nextDue(row, licence?.over ?? null, now);
  const later = { due_at: dateOf(now + RETRY_MS) };
  const set = mustDraw
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

const isLiveRow = ({ state, deleted_at }: ContentRow) => state === 'live' && deleted_at === null;
/** When the licence of its picture is over in the zone of the tenant, and whether its card shows the picture. */
async function pictureLicence(
  { tx, tenant_id }: TransactionContext,
  { image_id, card_id }: ContentRow,
): Promise<{ over: number; isDrawn: boolean } | null> {
  if (image_id === null || card_id === null) return null;
  const card = alias(mediaAssets, 'card');
  const [found] = await tx
    .select({ until: mediaAssets.licence_until, tz: tenants.tz, picture_ids: card.picture_ids })
    .from(mediaAssets)
    .innerJoin(tenants, eq(tenants.id, mediaAssets.tenant_id))
    .innerJoin(card, eq(card.id, card_id))
    .where(and(eq(mediaAssets.tenant_id, tenant_id), eq(mediaAssets.id, image_id)));
  if (!found || found.until === null) return null;
  return {
    over: Date.parse(dayStart(found.until, found.tz, 1)),
    isDrawn: found.picture_ids.includes(image_id),
  };
}

/** Items that show these pictures: their cards are made with them, or without those that may not be shown any more. */
export async function redrawItemsWith(ctx: TransactionContext, asset_ids: readonly string[]): Promise<void> {
  const { tx, tenant_id, now } = ctx;
  const rows = await tx
    .select()
    .from(contentItems)
    .where(
      and(
        ...[eq(contentItems.tenant_id, tenant_id), isNull(contentItems.deleted_at)],
        inArray(contentItems.state, ['live', 'paused', 'in_review']),
        or(
          inArray(contentItems.image_id, [...asset_ids]),
          inArray(sql`${contentItems.waiting} -> 'body' ->> 'image_id'`, [...asset_ids]),
        ),
      ),
    )
    .orderBy(contentItems.id)
    /** Drawing takes seconds: what somebody writes meanwhile comes after it, and is not written over. */
    .for('update');
  for (const row of rows) {
    const card = await makeCard(ctx, row);
    const waiting = row.waiting && { ...row.waiting, card_id: await drawWaiting(ctx, row, row.waiting) };
    await tx
      .update(contentItems)
      .set({ ...card, waiting, due_at: dateOf(now) })
      .where(and(eq(contentItems.id, row.id), eq(contentItems.tenant_id, tenant_id)));
    await replaceCard(ctx, row.id, waiting?.card_id ?? card.card_id);
  }
}
const drawWaiting = async (ctx: TransactionContext, row: ContentRow, { body }: WaitingEdit) =>
  (await drawCard(ctx, { ...row, ...columnsOf(body) })).asset_id;

/** Screens follow within seconds. */
export function startDueContent(server: Server, reissue: Reissue, onFault: OnFault): () => void {
  return server.periodic.start(
    'local_content',
    PAUSE_MS,
    report => settleDueContent(server, reissue, report),
    onFault,
  );
}
