/** A copy of a playlist in another tenant: its creatives come along as drafts, because each tenant approves its own. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { dateOf } from '../../../../shared/clock.ts';
import type { PlaylistDetail } from '../../../../shared/contract/content/playlist.ts';
import { AppError } from '../../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { creatives, mediaAssets } from '../../../db/schema.ts';
import { requireWithinPlan } from '../../../identity/tenants/plan.ts';
import { appendAuditEntry, type AuditPrincipal } from '../../../transaction/audit.ts';
import type { TransactionContext } from '../../../transaction/context.ts';
import { withEditor } from '../../../resource/editors.ts';
import { isQuarantined } from '../../creatives/quarantine.ts';
import { licenceEnd, mayStillBeShown } from '../../creatives/rights.ts';
import { queuedAt } from '../../media/initialProcessing.ts';
import { draftItems } from '../drafts.ts';
import { addPlaylist, freeNameOf, lockPlaylist, readPlaylist } from '../playlists.ts';

type Asset = typeof mediaAssets.$inferSelect;
type CreativeRow = typeof creatives.$inferSelect;

/** Two copies that cross each other would wait for each other's audit chain. */
const lockCopies = ({ tx }: TransactionContext) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('playlist copies', 0))`);

/** What is copied is read from `ctx` and written in `target`; both are one transaction. */
export async function copyPlaylist(
  ctx: TransactionContext,
  target: TransactionContext,
  { id, by }: { id: string; by: AuditPrincipal },
): Promise<PlaylistDetail> {
  if (target.tenant_id === ctx.tenant_id)
    throw new AppError('VALIDATION', 'Choose another tenant.', { tenant_id: ['Choose another tenant.'] });
  await lockCopies(ctx);
  const row = await lockPlaylist(ctx, id);
  if (row.deleted_at !== null) throw new AppError('STATE', 'This playlist is deleted.');
  const items = await draftItems(ctx, id);
  const copies = await copyCreatives(ctx, target, [
    ...new Set(items.flatMap(item => item.creative_id ?? [])),
  ]);
  /** The second zone is a playlist of its own, which stays behind; the fallback and the lock do, too. */
  const { default_duration_ms, shuffle, zone } = row;
  const made = await addPlaylist(target, {
    ...{ name: await freeNameOf(target, row.name), default_duration_ms, shuffle, zone },
    items: items.map(({ id: _id, creative_id, ...item }) => ({
      ...item,
      creative_id: creative_id === null ? null : (copies.get(creative_id) ?? null),
    })),
  });
  const detail = await readPlaylist(target, made);
  ctx.auditNote.before = {};
  ctx.auditNote.after = { tenant_id: target.tenant_id, copy_id: made, creatives: copies.size };
  await appendAuditEntry(target, by, {
    ...{ action: 'playlists.copy', target_type: 'playlists', target_id: made, target_name: detail.name },
    diff: {
      copied_from: { before: null, after: id },
      tenant_id: { before: ctx.tenant_id, after: target.tenant_id },
    },
  });
  return detail;
}

/** The new id of each, by the old one. */
async function copyCreatives(
  { tx, tenant_id, now }: TransactionContext,
  target: TransactionContext,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({
      creative: creatives,
      asset: mediaAssets,
      licence_until: licenceEnd,
      is_licensed: sql<boolean>`${mayStillBeShown(now)}`,
      is_quarantined: isQuarantined,
    })
    .from(creatives)
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(and(eq(creatives.tenant_id, tenant_id), inArray(creatives.id, [...ids])));
  const refused = rows.filter(
    ({ creative, asset, is_licensed, is_quarantined }) =>
      creative.deleted_at !== null || asset.state !== 'ready' || is_quarantined || !is_licensed,
  );
  if (refused.length > 0)
    throw new AppError(
      'RULE',
      'Some creatives cannot be copied: they are deleted, their licence has ended, or their files are not ready.',
      { creative_ids: refused.map(({ creative }) => creative.id) },
    );
  const copies = new Map<string, string>();
  for (const { creative, asset, licence_until } of rows)
    copies.set(
      creative.id,
      await addCreative(target, creative, await takeAsset(target, { ...asset, licence_until })),
    );
  await requireWithinPlan(target, 'storage_gb');
  return copies;
}

const madeNow = ({ tenant_id, user_id, now }: TransactionContext) => ({
  ...{ tenant_id, created_by: user_id, version: 1, deleted_at: null },
  ...{ created_at: dateOf(now), updated_at: dateOf(now) },
});

/** The bytes are the same file on disk; a slide keeps what it was made of only where that names no pictures. */
async function takeAsset(target: TransactionContext, asset: Asset): Promise<string> {
  const { tx, now } = target;
  const isConverting = asset.processing === 'queued' || asset.processing === 'running';
  const slide = Object.keys(asset.slide?.images ?? {}).length === 0 ? asset.slide : null;
  const [row] = await tx
    .insert(mediaAssets)
    .values({
      ...asset,
      ...madeNow(target),
      ...{ id: uuid7(now), folder: '', replaces: null, slide, picture_ids: [], from_feed: false },
      ...(isConverting && queuedAt(dateOf(now))),
    })
    .onConflictDoUpdate({
      target: [mediaAssets.tenant_id, mediaAssets.sha256],
      /** A licence that has become shorter since the last copy holds there, too. */
      set: {
        deleted_at: null,
        licence_until: sql`least(${mediaAssets.licence_until}, excluded.licence_until)`,
      },
    })
    .returning({ id: mediaAssets.id, state: mediaAssets.state });
  if (row?.state !== 'ready')
    throw new AppError('RULE', 'That tenant has taken one of the files off its screens.', {
      sha256: asset.sha256,
    });
  return row.id;
}

async function addCreative(target: TransactionContext, creative: CreativeRow, asset_id: string) {
  const id = uuid7(target.now);
  await target.tx.insert(creatives).values({
    ...creative,
    ...madeNow(target),
    ...{ id, asset_id, state: 'draft', approval_reason: null, approved_sha256: null },
    ...{ approved_renditions: [], edited_by: withEditor(target) },
  });
  return id;
}
