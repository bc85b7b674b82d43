/** What differs between what screens play and a draft. Pure. */
import type { PlaylistVersion } from '../../../../shared/contract/content/playlistCalls.ts';
import type { PlaylistItem } from '../../../../shared/contract/content/playlist.ts';

export const ITEM_FIELDS = [
  ...(['duration_ms', 'transition', 'fit', 'weight', 'dayparts'] as const),
  ...(['valid_from', 'valid_until', 'conditions', 'source'] as const),
] as const;
export type ItemField = (typeof ITEM_FIELDS)[number];
export type ComparedItem = Pick<PlaylistItem, 'id' | 'creative' | 'content_kind' | 'widget' | ItemField>;
export const SETTINGS = ['layout', 'beside_id', 'shuffle', 'default_duration_ms'] as const;
export type SettingField = (typeof SETTINGS)[number];
export type ComparedSettings = Pick<PlaylistVersion, SettingField | 'beside_name'>;
export interface Compared {
  items: readonly ComparedItem[];
  settings: ComparedSettings;
}

/** Places count from 1. */
export type ItemChange =
  | { kind: 'added'; item: ComparedItem; to: number }
  | { kind: 'removed'; item: ComparedItem; from: number }
  | { kind: 'moved'; item: ComparedItem; from: number; to: number }
  | { kind: 'changed'; before: ComparedItem; item: ComparedItem; to: number; fields: ItemField[] };
export interface Comparison {
  items: ItemChange[];
  settings: SettingField[];
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const playedBy = ({ creative, content_kind, widget }: ComparedItem) => creative?.id ?? content_kind ?? widget;

/** Place before by place after: by its id, else by what it plays, because going back to a version may give new ids. */
function matched(before: readonly ComparedItem[], after: readonly ComparedItem[]): Map<number, number> {
  const left = new Set(before.keys());
  const pairs = new Map<number, number>();
  for (const isSame of [
    (a: ComparedItem, b: ComparedItem) => a.id === b.id,
    (a: ComparedItem, b: ComparedItem) => playedBy(a) === playedBy(b),
  ])
    for (const [to, item] of after.entries()) {
      if (pairs.has(to)) continue;
      const from = [...left].find(n => isSame(before[n]!, item));
      if (from === undefined) continue;
      left.delete(from);
      pairs.set(to, from);
    }
  return pairs;
}

/** The longest run that kept its order, as places of `list`; what is not in it has moved. */
function keptOrder(list: readonly number[]): Set<number> {
  const lengths: number[] = [];
  const previous: number[] = [];
  let best = -1;
  for (const [i, value] of list.entries()) {
    previous[i] = -1;
    lengths[i] = 1;
    for (let j = 0; j < i; j += 1)
      if (list[j]! < value && lengths[j]! >= lengths[i]) {
        lengths[i] = lengths[j]! + 1;
        previous[i] = j;
      }
    if (best < 0 || lengths[i] > lengths[best]!) best = i;
  }
  const kept = new Set<number>();
  for (let i = best; i >= 0; i = previous[i]!) kept.add(i);
  return kept;
}

export function compare(before: Compared, after: Compared): Comparison {
  const pairs = matched(before.items, after.items);
  const places = [...pairs.keys()].sort((a, b) => a - b);
  const kept = keptOrder(places.map(to => pairs.get(to)!));
  const moved = new Set(places.filter((_, i) => !kept.has(i)));
  const taken = new Set(pairs.values());
  const items = after.items.flatMap((item, at): ItemChange[] => {
    const to = at + 1;
    const from = pairs.get(at);
    if (from === undefined) return [{ kind: 'added', item, to }];
    const former = before.items[from]!;
    const fields = ITEM_FIELDS.filter(field => !isEqual(former[field], item[field]));
    return [
      ...(moved.has(at) ? [{ kind: 'moved' as const, item, from: from + 1, to }] : []),
      ...(fields.length > 0 ? [{ kind: 'changed' as const, before: former, item, to, fields }] : []),
    ];
  });
  const removed = before.items.flatMap((item, at): ItemChange[] =>
    taken.has(at) ? [] : [{ kind: 'removed', item, from: at + 1 }],
  );
  const settings = SETTINGS.filter(field => {
    /** A version of an older server does not say how long its pictures stand. */
    if (field === 'default_duration_ms' && before.settings[field] === null) return false;
    return before.settings[field] !== after.settings[field];
  });
  return { items: [...items, ...removed], settings };
}
