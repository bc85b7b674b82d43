/** What of the library to fetch next and what to give up: pure, from what is wanted, what lies here, and the room. */
import type { DocumentAsset } from '../../shared/contract/playout/manifest.ts';
import type { StoredAsset } from '../../shared/library/store.ts';

/** Media fill this share of what the browser allows at most: the rest belongs to what must never be refused. */
const MEDIA_SHARE = 0.8;

/** Bytes, as the browser estimates them. */
export interface StorageUsage {
  used: number;
  quota: number;
}
export interface LibraryState {
  /** By digest, in the order of their first play. */
  wanted: ReadonlyMap<string, DocumentAsset>;
  held: readonly StoredAsset[];
  room: StorageUsage;
  /** May not go though no version names it: it is on screen. */
  pinned: ReadonlySet<string>;
  /** Not now: it was refused a moment ago. */
  isDeferred: (asset: DocumentAsset) => boolean;
}
export interface LibraryPlan {
  next: DocumentAsset | null;
  /** Least recently wanted first. */
  evict: readonly string[];
  /** Wanted, and no room for it though all that may go went. */
  short: readonly DocumentAsset[];
  /** More is used than media leave to others, and nothing is left that may go. */
  isTight: boolean;
}

/** What may go: first what no index knows, then what nobody wanted for longest. */
export const evictableAssets = ({
  wanted,
  held,
  pinned,
}: Pick<LibraryState, 'wanted' | 'held' | 'pinned'>): StoredAsset[] =>
  held
    .filter(({ sha256 }) => !wanted.has(sha256) && !pinned.has(sha256))
    .sort((a, b) => (a.wanted ?? -1) - (b.wanted ?? -1));

export function planLibrary(stock: LibraryState): LibraryPlan {
  const { wanted, held, room, isDeferred } = stock;
  const stored = new Map(held.map(one => [one.sha256, one]));
  const spare = evictableAssets(stock);
  const free = MEDIA_SHARE * room.quota - room.used;
  const maxFree = spare.reduce((sum, { bytes }) => sum + bytes, free);
  const needOf = ({ sha256, bytes }: DocumentAsset) => bytes - (stored.get(sha256)?.bytes ?? 0);

  const missing = [...wanted.values()].filter(({ sha256 }) => !stored.get(sha256)?.complete);
  const short = missing.filter(asset => needOf(asset) > maxFree);
  const next = missing.find(asset => needOf(asset) <= maxFree && !isDeferred(asset)) ?? null;

  const need = next ? needOf(next) : 0;
  const evict: string[] = [];
  let left = free;
  for (const one of spare) {
    if (one.wanted !== null && left >= need) break;
    evict.push(one.sha256);
    left += one.bytes;
  }
  return { next, evict, short, isTight: left < 0 };
}
