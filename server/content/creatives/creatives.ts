/** Creatives of a tenant: list, read, change, delete, restore. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/content/creative.ts';
import type { Creative, creativePatch } from '../../../shared/contract/content/creative.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Db } from '../../db/database.ts';
import { commonOf, found, requireRestorable, requireVersion } from '../../db/rows.ts';
import { creatives, mediaAssets } from '../../db/schema.ts';
import { listing, reading, type Fields } from '../../resource/listing.ts';
import type { Work } from '../../transaction/work.ts';
import { shownAsset } from '../media/assets.ts';
import { creativeInReach } from '../ownDevices.ts';
import { usesOf, type Use } from './uses.ts';

const fields = { creative: creatives, asset: mediaAssets };
const from = (tx: Db, asked: Fields) =>
  reading(
    tx
      .select(asked as never)
      .from(creatives)
      .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id)),
  );
interface Row {
  creative: typeof creatives.$inferSelect;
  asset: typeof mediaAssets.$inferSelect;
}

const shown = (work: Work, { creative, asset }: Row, used_in: Use[]): Creative => ({
  ...commonOf(creative),
  name: creative.name,
  kind: creative.kind as Creative['kind'],
  state: creative.state as Creative['state'],
  approval_reason: creative.approval_reason,
  asset: shownAsset(work, asset),
  duration_ms: creative.duration_ms,
  alt_text: creative.alt_text,
  used_in,
});

async function withUses(work: Work, rows: Row[]): Promise<Creative[]> {
  const uses = await usesOf(
    work,
    rows.map(row => row.creative.id),
  );
  return rows.map(row => shown(work, row, uses.get(row.creative.id) ?? []));
}

export const creativeListing = listing<Row, Creative>({
  entity: contract.creatives,
  from,
  fields,
  id: creatives.id,
  scope: work => and(eq(creatives.tenant_id, work.tenant_id), creativeInReach(work)),
  sorts: {
    name: creatives.name,
    kind: creatives.kind,
    state: creatives.state,
    duration_ms: creatives.duration_ms,
    bytes: mediaAssets.bytes,
    created_at: creatives.created_at,
    updated_at: creatives.updated_at,
  },
  searched: [creatives.name, creatives.alt_text, mediaAssets.filename],
  told: { kind: creatives.kind, state: creatives.state },
  deleted_at: creatives.deleted_at,
  created_at: creatives.created_at,
  shown: withUses,
});

/** Those of the ids that are the tenant's and not deleted. */
export async function creativesById(work: Work, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Creative>();
  const { tx, tenant_id } = work;
  const rows = await from(tx, fields).where(
    and(
      inArray(creatives.id, [...ids]),
      eq(creatives.tenant_id, tenant_id),
      isNull(creatives.deleted_at),
      creativeInReach(work),
    ),
  );
  const all = await withUses(work, rows as Row[]);
  return new Map(all.map(creative => [creative.id, creative]));
}

export const readCreative = (work: Work, id: string) => creativeListing.one(work, id);

/** Locks the row, so that what is decided about it still holds when it is written. */
async function locked(work: Work, id: string): Promise<Creative> {
  await work.tx
    .select({ id: creatives.id })
    .from(creatives)
    .where(and(eq(creatives.id, id), eq(creatives.tenant_id, work.tenant_id)))
    .for('update');
  const creative = await readCreative(work, id);
  work.noted.before = { ...creative };
  return creative;
}

/** As the caller saw it, and not deleted. */
async function lockedAt(work: Work, id: string, expected: number): Promise<Creative> {
  const current = await locked(work, id);
  if (current.deleted_at !== null) found(null, 'creative');
  requireVersion(current, expected);
  return current;
}

interface Change {
  id: string;
  expected: number;
  patch: z.infer<typeof creativePatch>;
}
export async function changeCreative(work: Work, { id, expected, patch }: Change): Promise<Creative> {
  const current = await lockedAt(work, id, expected);
  if (patch.duration_ms !== undefined && current.kind === 'video')
    throw new AppError('VALIDATION', 'A video has its own length.', {
      duration_ms: ['A video has its own length.'],
    });
  await write(work, current, patch);
  return readCreative(work, id);
}

export async function removeCreative(work: Work, id: string, expected: number): Promise<void> {
  const current = await lockedAt(work, id, expected);
  if (current.used_in.length > 0)
    throw new AppError('IN_USE', 'This is used in playlists.', {
      by: 'playlists',
      used_in: current.used_in,
    });
  await write(work, current, { deleted_at: dateOf(work.now) });
}

export async function restoreCreative(work: Work, id: string): Promise<Creative> {
  const current = await locked(work, id);
  requireRestorable(current.deleted_at === null ? null : dateOf(Date.parse(current.deleted_at)), work.now);
  await write(work, current, { deleted_at: null });
  return readCreative(work, id);
}

async function write(
  { tx, tenant_id, now }: Work,
  { id, version }: Creative,
  set: Partial<typeof creatives.$inferInsert>,
): Promise<void> {
  await tx
    .update(creatives)
    .set({ ...set, version: version + 1, updated_at: dateOf(now) })
    .where(and(eq(creatives.tenant_id, tenant_id), eq(creatives.id, id)));
}
