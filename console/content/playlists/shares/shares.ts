/** How much of a loop each thing has: by what plays and by its kind. Pure. */
import type { Playlist } from '../../../../shared/contract/content/playlist.ts';
import { lengthOf, playedId, type DraftItem } from '../editor/draftReducer.ts';

export const SHARE_KINDS = ['image', 'video', 'slide', 'local', 'widget', 'campaign_slot'] as const;
export type ShareKind = (typeof SHARE_KINDS)[number];
export interface Share<K extends string> {
  key: K;
  plays: number;
  ms: number;
  /** 0 to 1. */
  share: number;
}
export interface Shares {
  kinds: Share<ShareKind>[];
  /** `item`: the first that plays it, by which it is named. */
  contents: (Share<string> & { item: DraftItem })[];
}

export function shareKindOf({ source, creative, widget }: DraftItem): ShareKind {
  if (source === 'campaign_slot') return 'campaign_slot';
  if (creative) return creative.kind;
  return widget === null ? 'local' : 'widget';
}

/** Most of the loop first. An order by weight plays each item as often as it weighs. */
export function sharesOf(items: readonly DraftItem[], shuffle: Playlist['shuffle']): Shares {
  const counted = items.map(item => {
    const plays = shuffle === 'weighted' ? item.weight : 1;
    return { item, plays, ms: lengthOf(item) * plays };
  });
  const total = counted.reduce((sum, { ms }) => sum + ms, 0);
  function group<K extends string>(keyOf: (item: DraftItem) => K) {
    const groups = new Map<K, Share<K> & { item: DraftItem }>();
    for (const { item, plays, ms } of counted) {
      const key = keyOf(item);
      const known = groups.get(key) ?? { key, plays: 0, ms: 0, share: 0, item };
      groups.set(key, { ...known, plays: known.plays + plays, ms: known.ms + ms });
    }
    return [...groups.values()]
      .map(one => ({ ...one, share: total === 0 ? 0 : one.ms / total }))
      .sort((a, b) => b.ms - a.ms);
  }
  return { kinds: group(shareKindOf).map(({ item: _, ...share }) => share), contents: group(playedId) };
}
