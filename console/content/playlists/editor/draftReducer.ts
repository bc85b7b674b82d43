/** The builder's work: a list of items with a way back, pure. */
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import {
  WIDGET_IDS,
  type PlaylistDetail,
  type PlaylistItem,
  type PlaylistItemInput,
} from '../../../../shared/contract/content/playlist.ts';

/** What an item has beside what it plays. */
export type ItemSettings = Pick<
  PlaylistItem,
  | 'source'
  | 'duration_ms'
  | 'transition'
  | 'fit'
  | 'weight'
  | 'dayparts'
  | 'valid_from'
  | 'valid_until'
  | 'conditions'
>;
export interface DraftItem extends ItemSettings, Pick<PlaylistItem, 'content_kind' | 'widget'> {
  /** Stays with the item while it is worked on; the server's id comes with saving. */
  key: string;
  id?: string;
  /** Null where it plays local content or a widget. */
  creative: Creative | null;
  /** Of the playlist, for what has no length of its own. */
  default_ms: number;
}

export interface Draft {
  items: readonly DraftItem[];
  past: readonly (readonly DraftItem[])[];
  future: readonly (readonly DraftItem[])[];
}

export type DraftAction =
  | { do: 'add'; items: readonly DraftItem[]; at: number }
  | { do: 'remove'; key: string }
  /** `to`: the place it has afterwards, from 0. */
  | { do: 'move'; key: string; to: number }
  | { do: 'set'; key: string; change: Partial<ItemSettings> }
  | { do: 'replace'; items: readonly DraftItem[] }
  | { do: 'undo' }
  | { do: 'redo' }
  /** The server has them now, in this order: the same items under the server's ids. */
  | { do: 'saved'; items: readonly PlaylistItem[] };

const MAX_UNDO_STEPS = 100;

export const draftOf = ({
  items,
  default_duration_ms,
}: Pick<PlaylistDetail, 'items' | 'default_duration_ms'>): Draft => ({
  items: items.map(({ creative_id: _creative, ...item }) => ({
    ...item,
    key: item.id,
    default_ms: default_duration_ms,
  })),
  past: [],
  future: [],
});

const clamp = (n: number, max: number) => Math.max(0, Math.min(n, max));

const insertAt = <T>(list: readonly T[], at: number, more: readonly T[]): readonly T[] => [
  ...list.slice(0, at),
  ...more,
  ...list.slice(at),
];

function moveItem(items: readonly DraftItem[], key: string, to: number): readonly DraftItem[] {
  const from = items.findIndex(item => item.key === key);
  const item = items[from];
  if (!item || clamp(to, items.length - 1) === from) return items;
  const rest = items.filter(other => other !== item);
  return insertAt(rest, clamp(to, rest.length), [item]);
}

function editItems(
  items: readonly DraftItem[],
  draftReducer: Exclude<DraftAction, { do: 'undo' | 'redo' | 'saved' }>,
): readonly DraftItem[] {
  switch (draftReducer.do) {
    case 'add':
      return insertAt(items, clamp(draftReducer.at, items.length), draftReducer.items);
    case 'remove':
      return items.filter(item => item.key !== draftReducer.key);
    case 'move':
      return moveItem(items, draftReducer.key, draftReducer.to);
    case 'set':
      return items.map(item => (item.key === draftReducer.key ? { ...item, ...draftReducer.change } : item));
    case 'replace':
      return draftReducer.items;
  }
}

export function step(draft: Draft, action: DraftAction): Draft {
  const { items, past, future } = draft;
  switch (action.do) {
    case 'undo': {
      const before = past.at(-1);
      return before ? { items: before, past: past.slice(0, -1), future: [items, ...future] } : draft;
    }
    case 'redo': {
      const [next, ...rest] = future;
      return next ? { items: next, past: [...past, items], future: rest } : draft;
    }
    case 'saved':
      return { ...draft, items: items.map((item, i) => ({ ...item, id: action.items[i]?.id ?? item.id })) };
    case 'add':
    case 'remove':
    case 'move':
    case 'set':
    case 'replace': {
      const next = editItems(items, action);
      return next === items
        ? draft
        : { items: next, past: [...past, items].slice(-MAX_UNDO_STEPS), future: [] };
    }
  }
}

/** How long an item stands on the screen, ms: a video to its end, or as set. */
export const lengthOf = (item: Pick<DraftItem, 'duration_ms' | 'creative' | 'default_ms'>) =>
  item.duration_ms ?? item.creative?.duration_ms ?? item.default_ms;

/** What it plays, by which it has its colour. */
export const playedId = ({ creative, widget, content_kind, key }: DraftItem): string =>
  creative?.id ?? (widget === null ? (content_kind ?? key) : WIDGET_IDS[widget]);

/** What is in quarantine takes no time and no room, as the server counts it. */
export const playedItems = (items: readonly DraftItem[]) => items.filter(item => !item.creative?.quarantine);

export const loopLength = (items: readonly DraftItem[]) =>
  playedItems(items).reduce((sum, item) => sum + lengthOf(item), 0);

/** What a screen must hold: a file counts once, however often it plays. */
export function bytesOf(items: readonly DraftItem[]): number {
  const files = new Map(
    playedItems(items).flatMap(({ creative }) =>
      creative ? [[creative.asset.sha256, creative.asset.bytes] as const] : [],
    ),
  );
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}

export const inputOf = ({
  id,
  creative,
  key: _key,
  default_ms: _ms,
  ...item
}: DraftItem): PlaylistItemInput => ({
  ...(id === undefined ? {} : { id }),
  ...item,
  creative_id: creative?.id ?? null,
});

/** Does anything restrict when it plays, or how often? */
export const isRestricted = ({ dayparts, conditions, valid_from, valid_until, weight }: ItemSettings) =>
  dayparts.length + conditions.length > 0 || valid_from !== null || valid_until !== null || weight !== 1;
/** `today`: YYYY-MM-DD. Its days are over: it never plays again. */
export const isPast = ({ valid_until }: Pick<ItemSettings, 'valid_until'>, today: string) =>
  valid_until !== null && valid_until < today;

/** Its first day is to come, or that of what it shows; the loop has its length all the same. */
export const isLater = (
  { valid_from, creative }: Pick<DraftItem, 'valid_from' | 'creative'>,
  today: string,
) => [valid_from, creative?.valid_from].some(day => day != null && day > today);

/** Of the draft, of what the server has, or of what waits to be sent. */
type ComparedItem = DraftItem | PlaylistItemInput;
const creativeOf = (item: ComparedItem) =>
  ('creative' in item ? item.creative?.id : item.creative_id) ?? null;
const comparable = (items: readonly ComparedItem[]) =>
  JSON.stringify(
    items.map(item => [
      ...[creativeOf(item), item.source, item.content_kind, item.widget, item.duration_ms],
      ...[item.transition, item.fit, item.weight, item.dayparts],
      ...[item.valid_from, item.valid_until, item.conditions],
    ]),
  );
/** Does the draft differ from what the server has, or from what waits to be sent to it? */
export const differs = (items: readonly DraftItem[], saved: readonly ComparedItem[]) =>
  comparable(items) !== comparable(saved);
