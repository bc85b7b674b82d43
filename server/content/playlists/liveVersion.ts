import { and, eq } from 'drizzle-orm';
import { playlists, playlistVersions } from '../../db/schema.ts';

/** Joins a playlist to the version that screens play. */
export const isLiveVersion = and(
  eq(playlistVersions.playlist_id, playlists.id),
  eq(playlistVersions.version, playlists.published_version),
);
