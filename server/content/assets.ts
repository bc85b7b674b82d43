/** Media files as the console sees them. */
import { and, eq, or } from 'drizzle-orm';
import type { Asset } from '../../shared/contract/media.ts';
import type { Db } from '../db/database.ts';
import { commonOf, found } from '../db/rows.ts';
import { mediaAssets } from '../db/schema.ts';
import type { Server } from '../server.ts';
import { mediaLink } from './links.ts';
import { THUMBNAIL_MIME } from './thumbnail.ts';

type Row = typeof mediaAssets.$inferSelect;

export const shownAsset = (server: Server, row: Row): Asset => ({
  ...commonOf(row),
  filename: row.filename,
  mime: row.mime as Asset['mime'],
  codec: row.codec,
  bytes: row.bytes,
  sha256: row.sha256,
  w: row.w,
  h: row.h,
  duration_ms: row.duration_ms,
  state: row.state as Asset['state'],
  url: mediaLink(server, row.sha256),
  thumbnail_url: row.thumbnail_sha256 === null ? null : mediaLink(server, row.thumbnail_sha256),
});

export async function readAsset(server: Server, tenant_id: string, id: string): Promise<Asset> {
  const [row] = await server.db
    .select()
    .from(mediaAssets)
    .where(and(eq(mediaAssets.id, id), eq(mediaAssets.tenant_id, tenant_id)));
  return shownAsset(server, found(row, 'media file'));
}

/** Type of the bytes named by this hash; `tenant_id` null: whoever holds a link may ask. */
export async function mimeOf(db: Db, sha256: string, tenant_id: string | null): Promise<string | null> {
  const owned = tenant_id === null ? undefined : eq(mediaAssets.tenant_id, tenant_id);
  const named = or(
    eq(mediaAssets.sha256, sha256),
    tenant_id === null ? eq(mediaAssets.thumbnail_sha256, sha256) : undefined,
  );
  const [row] = await db
    .select({ sha256: mediaAssets.sha256, mime: mediaAssets.mime })
    .from(mediaAssets)
    .where(and(named, owned))
    .limit(1);
  if (!row) return null;
  return row.sha256 === sha256 ? row.mime : THUMBNAIL_MIME;
}
