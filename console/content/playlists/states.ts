/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Playlist } from '../../../shared/contract/content/playlist.ts';
import type { Sign } from '../../kit/fields/signs.tsx';

export const PLAYLIST_SIGNS: Record<Playlist['state'], Sign> = {
  draft: { shape: 'draft', tone: 'neutral' },
  published: { shape: 'live', tone: 'ok' },
  archived: { shape: 'never', tone: 'neutral' },
};
