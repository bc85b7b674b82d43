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
import type { Server } from '../server.ts';
import { shownAsset } from './assets.ts';
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

const shown = (server: Server, { creative, asset }: Row, used_in: Use[]): Creative => ({
  ...commonOf(creative),
  name: creative.name,
  kind: creative.kind as Creative['kind'],
  state: creative.state as Creative['state'],
  approval_reason: creative.approval_reason,
  asset: shownAsset(server, asset),
  duration_ms: creative.duration_ms,
  alt_text: creative.alt_text,
  used_in,
});

/** Rows of one tenant. */
async function withUses(server: Server, db: Db, rows: Row[]): Promise<Creative[]> {
  const [first] = rows;
  if (!first) return [];
  const uses = await usesOf(
    db,
    first.creative.tenant_id,
    rows.map(row => row.creative.id),
  );
  return rows.map(row => shown(server, row, uses.get(row.creative.id) ?? []));
}

export async function listCreatives(server: Server, tenant_id: string, query: ListQuery) {
  const { db } = server;
  refuseUnknown(query.status, [...CREATIVE_STATES, ...KINDS]);
  const states = named(query.status, CREATIVE_STATES);
  const kinds = named(query.status, KINDS);
  const searched = and(
    eq(creatives.tenant_id, tenant_id),
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
    items: await withUses(server, db, rows),
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
export async function creativesById(
  server: Server,
  db: Db,
  { tenant_id, ids }: { tenant_id: string; ids: readonly string[] },
) {
  if (ids.length === 0) return new Map<string, Creative>();
  const rows = await selection(db).where(
    and(inArray(creatives.id, [...ids]), eq(creatives.tenant_id, tenant_id), isNull(creatives.deleted_at)),
  );
  const all = await withUses(server, db, rows);
  return new Map(all.map(creative => [creative.id, creative]));
}

interface Named {
  id: string;
  tenant_id: string;
}
export async function readCreative(
  server: Server,
  { id, tenant_id }: Named,
  db = server.db,
): Promise<Creative> {
  const [row] = await selection(db).where(and(eq(creatives.id, id), eq(creatives.tenant_id, tenant_id)));
  const [creative] = await withUses(server, db, [found(row, 'creative')]);
  return found(creative, 'creative');
}

type Expected = Named & { expected: number };

/** Locks the row, so that what is decided about it still holds when it is written. */
async function locked(server: Server, tx: Db, asked: Named): Promise<Creative> {
  const { id, tenant_id } = asked;
  await tx
    .select({ id: creatives.id })
    .from(creatives)
    .where(and(eq(creatives.id, id), eq(creatives.tenant_id, tenant_id)))
    .for('update');
  return readCreative(server, asked, tx);
}

export const changeCreative = (server: Server, asked: Expected & { patch: z.infer<typeof creativePatch> }) =>
  server.db.transaction(async tx => {
    const current = await locked(server, tx, asked);
    if (current.deleted_at !== null) found(null, 'creative');
    requireVersion(current, asked.expected);
    if (asked.patch.duration_ms !== undefined && current.kind === 'video')
      throw new AppError('VALIDATION', 'A video has its own length.', {
        duration_ms: ['A video has its own length.'],
      });
    await write(tx, current, { ...asked.patch, updated_at: nowOf(server) });
    return readCreative(server, asked, tx);
  });

export const removeCreative = (server: Server, asked: Expected): Promise<void> =>
  server.db.transaction(async tx => {
    const current = await locked(server, tx, asked);
    if (current.deleted_at !== null) found(null, 'creative');
    requireVersion(current, asked.expected);
    if (current.used_in.length > 0)
      throw new AppError('IN_USE', 'This is used in playlists.', { used_in: current.used_in });
    await write(tx, current, { deleted_at: nowOf(server), updated_at: nowOf(server) });
  });

export const restoreCreative = (server: Server, asked: Named): Promise<Creative> =>
  server.db.transaction(async tx => {
    const current = await locked(server, tx, asked);
    const deleted = current.deleted_at === null ? null : dateOf(Date.parse(current.deleted_at));
    requireRestorable(deleted, server.clock.now());
    await write(tx, current, { deleted_at: null, updated_at: nowOf(server) });
    return readCreative(server, asked, tx);
  });

const nowOf = ({ clock }: Pick<Server, 'clock'>) => dateOf(clock.now());

async function write(tx: Db, { id, version }: Creative, set: Partial<typeof creatives.$inferInsert>) {
  await tx
    .update(creatives)
    .set({ ...set, version: version + 1 })
    .where(eq(creatives.id, id));
}
