/** Creatives of a tenant: list, read, change, delete, restore. */
import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { dateOf } from '../../shared/clock.ts';
import { CREATIVE_STATES, type Creative, type creativePatch } from '../../shared/contract/creative.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { ListQuery } from '../../shared/contract/wire.ts';
import type { Db } from '../db/database.ts';
import { countOf, facet, holding, named, orderOf, refuseUnknown } from '../db/lists.ts';
import { commonOf, found, requireRestorable, requireVersion } from '../db/rows.ts';
import { creatives, mediaAssets } from '../db/schema.ts';
import type { Work } from '../transaction/work.ts';
import { shownAsset } from './assets.ts';
import { creativeInReach } from './ownDevices.ts';
import { usesOf, type Use } from './uses.ts';

const KINDS = ['image', 'video'] as const;
const SORTS = {
  name: creatives.name,
  kind: creatives.kind,
  state: creatives.state,
  duration_ms: creatives.duration_ms,
  bytes: mediaAssets.bytes,
  created_at: creatives.created_at,
  updated_at: creatives.updated_at,
};

const selection = (db: Db) =>
  db
    .select({ creative: creatives, asset: mediaAssets })
    .from(creatives)
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id));
type Row = Awaited<ReturnType<typeof selection>>[number];

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

export async function listCreatives(work: Work, query: ListQuery) {
  const { tx: db, tenant_id } = work;
  refuseUnknown(query.status, [...CREATIVE_STATES, ...KINDS]);
  const states = named(query.status, CREATIVE_STATES);
  const kinds = named(query.status, KINDS);
  const searched = and(
    eq(creatives.tenant_id, tenant_id),
    creativeInReach(work),
    query.deleted === '1' ? isNotNull(creatives.deleted_at) : isNull(creatives.deleted_at),
    holding(query.q, creatives.name, creatives.alt_text, mediaAssets.filename),
  );
  const filtered = and(
    searched,
    states.length > 0 ? inArray(creatives.state, states) : undefined,
    kinds.length > 0 ? inArray(creatives.kind, kinds) : undefined,
  );
  const rows = await selection(db)
    .where(filtered)
    .orderBy(...orderOf(query.sort ?? '-created_at', SORTS, creatives.id))
    .limit(query.limit)
    .offset(query.offset);
  const count = (word: typeof creatives.kind | typeof creatives.state, where: SQL | undefined) =>
    db
      .select({ word, n: countOf })
      .from(creatives)
      .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
      .where(where)
      .groupBy(word);
  const [counted] = await db
    .select({ n: countOf })
    .from(creatives)
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(filtered);
  return {
    items: await withUses(work, rows),
    total: counted?.n ?? 0,
    limit: query.limit,
    offset: query.offset,
    facets: {
      kind: facet(await count(creatives.kind, searched)),
      state: facet(await count(creatives.state, searched)),
    },
  };
}

/** Those of the ids that are the tenant's and not deleted. */
export async function creativesById(work: Work, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Creative>();
  const { tx, tenant_id } = work;
  const rows = await selection(tx).where(
    and(
      inArray(creatives.id, [...ids]),
      eq(creatives.tenant_id, tenant_id),
      isNull(creatives.deleted_at),
      creativeInReach(work),
    ),
  );
  const all = await withUses(work, rows);
  return new Map(all.map(creative => [creative.id, creative]));
}

export async function readCreative(work: Work, id: string): Promise<Creative> {
  const [row] = await selection(work.tx).where(
    and(eq(creatives.id, id), eq(creatives.tenant_id, work.tenant_id), creativeInReach(work)),
  );
  const [creative] = await withUses(work, [found(row, 'creative')]);
  return found(creative, 'creative');
}

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
    throw new AppError('IN_USE', 'This is used in playlists.', { used_in: current.used_in });
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
