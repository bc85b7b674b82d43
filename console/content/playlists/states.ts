/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Playlist } from '../../../shared/contract/content/playlist.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const PLAYLIST_BADGES: Record<Playlist['state'], StateBadge> = {
  draft: { shape: 'draft', tone: 'neutral' },
  published: { shape: 'live', tone: 'ok' },
  archived: { shape: 'never', tone: 'neutral' },
};
