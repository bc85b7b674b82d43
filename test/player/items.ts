/** Believable items for the player's tests. */
import type { DocumentItem, PlaylistDocument } from '../../shared/contract/playout/manifest.ts';

const hexOf = (n: number) => n.toString(16).padStart(4, '0');
export const idOf = (n: number) => `0190aaaa-0000-7000-8000-00000000${hexOf(n)}`;
export const shaOf = (n: number) => hexOf(n).repeat(16);

export const picture = (n: number, more: Partial<DocumentItem> = {}): DocumentItem => ({
  id: idOf(n),
  creative_id: idOf(n + 0x1000),
  kind: 'image',
  name: `Picture ${n}`,
  asset: {
    sha256: shaOf(n),
    bytes: 1_000,
    mime: 'image/jpeg',
    chunk_bytes: 1_048_576,
    chunks_sha256: shaOf(n),
  },
  duration_ms: 10_000,
  transition: 'none',
  fit: null,
  ...more,
});

export const video = (n: number, more: Partial<DocumentItem> = {}): DocumentItem => ({
  ...picture(n, { kind: 'video', name: `Video ${n}` }),
  ...more,
});

export const playlistOf = (items: DocumentItem[], version = 1): PlaylistDocument => ({
  kind: 'playlist',
  playlist_id: idOf(0xffff),
  version,
  items,
});
