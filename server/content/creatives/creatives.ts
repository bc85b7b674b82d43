/** Creatives of a tenant: list, read, change, delete, restore. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/content/creative.ts';
import type { Creative, creativePatch } from '../../../shared/contract/content/creative.ts';
import { OPEN_SUBMISSIONS } from '../../../shared/contract/content/submission.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Db } from '../../db/database.ts';
import { commonFieldsOf, requireFound, requireRestorable, requireVersion } from '../../db/rows.ts';
import { creatives, mediaAssets, submissions } from '../../db/schema.ts';
import { listing, asSelectQuery, type SelectedFields } from '../../resource/listing.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { toAsset } from '../media/assets.ts';
import { creativeInReach } from '../ownDevices.ts';
import { recheck } from './rows.ts';
import { requireNoOpenSubmission } from '../submissions/submissions.ts';
import { usesOf, type CreativeUse } from './uses.ts';

const hasNewerFile = sql<boolean>`exists(
  select 1 from ${submissions} where ${submissions.creative_id} = ${creatives.id} and ${submissions.is_newer_file}
    and ${inArray(submissions.state, OPEN_SUBMISSIONS)})`;
const fields = { creative: creatives, asset: mediaAssets, has_newer_file: hasNewerFile };
const from = (tx: Db, selected: SelectedFields) =>
  asSelectQuery(
    tx
      .select(selected as never)
      .from(creatives)
      .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id)),
  );
interface Row {
  creative: typeof creatives.$inferSelect;
  asset: typeof mediaAssets.$inferSelect;
  has_newer_file: boolean;
}

const toCreative = (
  ctx: TransactionContext,
  { creative, asset, has_newer_file }: Row,
  used_in: CreativeUse[],
): Creative => ({
  ...commonFieldsOf(creative),
  name: creative.name,
  kind: creative.kind as Creative['kind'],
  state: creative.state as Creative['state'],
  approval_reason: creative.approval_reason,
  approved_sha256: creative.approved_sha256,
  has_newer_file,
  asset: toAsset(ctx, asset),
  slide: asset.slide,
  duration_ms: creative.duration_ms,
  alt_text: creative.alt_text,
  used_in,
});

async function withUses(ctx: TransactionContext, rows: Row[]): Promise<Creative[]> {
  const uses = await usesOf(
    ctx,
    rows.map(row => row.creative.id),
  );
  return rows.map(row => toCreative(ctx, row, uses.get(row.creative.id) ?? []));
}

export const creativeListing = listing(contract.creatives)<Row>({
  from,
  fields,
  id: creatives.id,
  scope: ctx => and(eq(creatives.tenant_id, ctx.tenant_id), creativeInReach(ctx)),
  sortColumns: {
    name: creatives.name,
    kind: creatives.kind,
    state: creatives.state,
    duration_ms: creatives.duration_ms,
    bytes: mediaAssets.bytes,
    created_at: creatives.created_at,
    updated_at: creatives.updated_at,
  },
  searchColumns: [creatives.name, creatives.alt_text, mediaAssets.filename],
  filterColumns: { kind: creatives.kind, state: creatives.state },
  deleted_at: creatives.deleted_at,
  created_at: creatives.created_at,
  serialize: withUses,
});

/** The creatives of these ids that belong to the tenant and are not deleted. */
export async function creativesById(ctx: TransactionContext, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Creative>();
  const { tx, tenant_id } = ctx;
  const rows = await from(tx, fields).where(
    and(
      inArray(creatives.id, [...ids]),
      eq(creatives.tenant_id, tenant_id),
      isNull(creatives.deleted_at),
      creativeInReach(ctx),
    ),
  );
  const all = await withUses(ctx, rows as Row[]);
  return new Map(all.map(creative => [creative.id, creative]));
}

export const readCreative = (ctx: TransactionContext, id: string) => creativeListing.read(ctx, id);

/** Locks the row, so that checks still hold at the write. */
async function lockCreative(ctx: TransactionContext, id: string): Promise<Creative> {
  await ctx.tx
    .select({ id: creatives.id })
    .from(creatives)
    .where(and(eq(creatives.id, id), eq(creatives.tenant_id, ctx.tenant_id)))
    .for('update');
  const creative = await readCreative(ctx, id);
  ctx.auditNote.before = { ...creative };
  return creative;
}

/** Locks a creative that is not deleted and still has the expected version. */
async function lockVersion(ctx: TransactionContext, id: string, expected: number): Promise<Creative> {
  const current = await lockCreative(ctx, id);
  if (current.deleted_at !== null) requireFound(null, 'creative');
  requireVersion(current, expected);
  return current;
}

interface Change {
  id: string;
  expected: number;
  patch: z.infer<typeof creativePatch>;
}
export async function changeCreative(
  ctx: TransactionContext,
  { id, expected, patch }: Change,
): Promise<Creative> {
  const current = await lockVersion(ctx, id, expected);
  if (patch.duration_ms !== undefined && current.kind === 'video')
    throw new AppError('VALIDATION', 'A video has its own length.', {
      duration_ms: ['A video has its own length.'],
    });
  await write(ctx, current, patch);
  return readCreative(ctx, id);
}

export async function removeCreative(ctx: TransactionContext, id: string, expected: number): Promise<void> {
  const current = await lockVersion(ctx, id, expected);
  if (current.used_in.length > 0)
    throw new AppError('IN_USE', 'This is used in playlists.', {
      by: 'playlists',
      used_in: current.used_in,
    });
  await requireNoOpenSubmission(ctx, id);
  await write(ctx, current, { deleted_at: dateOf(ctx.now) });
}

export async function restoreCreative(ctx: TransactionContext, id: string): Promise<Creative> {
  const current = await lockCreative(ctx, id);
  requireRestorable(current.deleted_at === null ? null : dateOf(Date.parse(current.deleted_at)), ctx.now);
  await write(ctx, current, { deleted_at: null });
  return readCreative(ctx, id);
}

async function write(
  { tx, tenant_id, now }: TransactionContext,
  { id, version }: Creative,
  set: Partial<typeof creatives.$inferInsert>,
): Promise<void> {
  await tx
    .update(creatives)
    .set({ ...set, ...recheck(set), version: version + 1, updated_at: dateOf(now) })
    .where(and(eq(creatives.tenant_id, tenant_id), eq(creatives.id, id)));
}
