/** The parts of a screen: the playlist of the second zone, and its loop as a document carries it. */
import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { BESIDE_ZONE, isForWholeScreen, type Playlist } from '../../../shared/contract/content/playlist.ts';
import type { PlaylistDocument } from '../../../shared/contract/playout/manifest.ts';
import { documents, playlists, playlistVersions } from '../../db/schema.ts';
import { requireForWholeScreen } from '../../playout/wholeScreen.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isLiveVersion } from './liveVersion.ts';

type Parted = Pick<Playlist, 'zone' | 'layout' | 'beside_id' | 'fallback'>;

const refusal = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });

/** A playlist of a second zone has none itself, so there is no chain. It stays as it is until the commit. */
export async function requireZones(
  ctx: TransactionContext,
  { zone, layout, beside_id, fallback }: Parted,
): Promise<void> {
  if (fallback) requireForWholeScreen(zone, 'fallback');
  const wanted = BESIDE_ZONE[layout];
  if (wanted === null) {
    if (beside_id !== null) throw refusal('beside_id', 'A full screen has no second zone.');
    return;
  }
  if (!isForWholeScreen(zone))
    throw refusal('layout', 'Only a playlist for the full screen or its main zone has a second zone.');
  if (beside_id === null) throw refusal('beside_id', 'Choose the playlist of the second zone.');
  const [beside] = await ctx.tx
    .select({ zone: playlists.zone })
    .from(playlists)
    .where(
      and(
        ...[eq(playlists.tenant_id, ctx.tenant_id), eq(playlists.id, beside_id)],
        ...[isNull(playlists.deleted_at), ne(playlists.state, 'archived')],
      ),
    )
    .for('share');
  if (!beside) throw refusal('beside_id', 'This playlist does not exist.');
  if (beside.zone !== wanted) throw refusal('beside_id', `Choose a playlist made for the zone "${wanted}".`);
}

/** A deleted one keeps nothing from changing beside it: what it comes back with, as draft and on screens, is asked anew. */
export async function requireZonesAgain(
  ctx: TransactionContext,
  row: Parted & { id: string },
): Promise<void> {
  await requireZones(ctx, row);
  const [live] = await ctx.tx
    .select({ beside_id: playlistVersions.beside_id, body: documents.body })
    .from(playlists)
    .innerJoin(playlistVersions, isLiveVersion)
    .innerJoin(
      documents,
      and(
        eq(documents.tenant_id, playlists.tenant_id),
        eq(documents.sha256, playlistVersions.document_sha256),
      ),
    )
    .where(and(eq(playlists.tenant_id, ctx.tenant_id), eq(playlists.id, row.id)));
  if (!live) return;
  const { layout = 'full' } = JSON.parse(live.body) as PlaylistDocument;
  await requireZones(ctx, { ...row, layout, beside_id: live.beside_id });
}

/** Playlists of which it is the second zone, in their draft or as published. */
export const besideOf = ({ tx, tenant_id }: TransactionContext, id: string) =>
  tx
    .select({ id: playlists.id, name: playlists.name })
    .from(playlists)
    .leftJoin(playlistVersions, isLiveVersion)
    .where(
      and(
        ...[eq(playlists.tenant_id, tenant_id), isNull(playlists.deleted_at)],
        or(eq(playlists.beside_id, id), eq(playlistVersions.beside_id, id)),
      ),
    );

/** Null where it has published nothing, or was deleted: what was taken off meanwhile still stands in its document. */
export async function besideLoop(
  { tx, tenant_id }: TransactionContext,
  id: string,
): Promise<NonNullable<PlaylistDocument['beside']> | null> {
  const [row] = await tx
    .select({ body: documents.body })
    .from(playlists)
    .innerJoin(playlistVersions, isLiveVersion)
    .innerJoin(
      documents,
      and(
        eq(documents.tenant_id, playlists.tenant_id),
        eq(documents.sha256, playlistVersions.document_sha256),
      ),
    )
    .where(and(eq(playlists.tenant_id, tenant_id), eq(playlists.id, id), isNull(playlists.deleted_at)));
  if (!row) return null;
  const { playlist_id, version, items, shuffle } = JSON.parse(row.body) as PlaylistDocument;
  return { playlist_id, version, items, ...(shuffle && { shuffle }) };
}
