/** The parts of a screen: the playlist of the second zone, and its loop as a document carries it. */
import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { BESIDE_ZONE, type Playlist } from '../../../shared/contract/content/playlist.ts';
import type { PlaylistDocument } from '../../../shared/contract/playout/manifest.ts';
import { documents, playlists, playlistVersions } from '../../db/schema.ts';
import { isForWholeScreen, requireForWholeScreen } from '../../playout/wholeScreen.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isLiveVersion } from './liveVersion.ts';

type Parted = Pick<Playlist, 'zone' | 'layout' | 'beside_id' | 'fallback'>;

const refusal = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });

/** A playlist of a second zone has none itself, so there is no chain. */
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
    );
  if (!beside) throw refusal('beside_id', 'This playlist does not exist.');
  if (beside.zone !== wanted) throw refusal('beside_id', `Choose a playlist made for the zone "${wanted}".`);
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
