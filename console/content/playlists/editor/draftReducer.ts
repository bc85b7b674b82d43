/** The builder's work: a list of items with a way back, pure. */
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import type {
  PlaylistItem,
  PlaylistItemInput,
  TRANSITIONS,
} from '../../../../shared/contract/content/playlist.ts';
import type { FITS } from '../../../../shared/contract/fleet/device.ts';

export interface DraftItem {
  /** Stays with the item while it is worked on; the server's id comes with saving. */
  key: string;
  id?: string;
  creative: Creative;
  /** null: a video to its end. */
  duration_ms: number | null;
  transition: (typeof TRANSITIONS)[number];
  fit: (typeof FITS)[number] | null;
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
  | { do: 'set'; key: string; change: Partial<Pick<DraftItem, 'duration_ms' | 'transition' | 'fit'>> }
  | { do: 'undo' }
  | { do: 'redo' }
  /** The server has them now, in this order: the same items under the server's ids. */
  | { do: 'saved'; items: readonly PlaylistItem[] };

const MAX_UNDO_STEPS = 100;

export const draftOf = (items: readonly PlaylistItem[]): Draft => ({
  items: items.map(({ id, creative, duration_ms, transition, fit }) => ({
    key: id,
    id,
    creative,
    duration_ms,
    transition,
    fit,
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
    case 'set': {
      const next = editItems(items, action);
      return next === items
        ? draft
        : { items: next, past: [...past, items].slice(-MAX_UNDO_STEPS), future: [] };
    }
  }
}

/** How long an item stands on the screen, ms: a video to its end, or as set. */
export const lengthOf = (item: Pick<DraftItem, 'duration_ms' | 'creative'>) =>
  item.duration_ms ?? item.creative.duration_ms;

export const loopLength = (items: readonly DraftItem[]) =>
  items.reduce((sum, item) => sum + lengthOf(item), 0);

/** What a screen must hold: a file counts once, however often it plays. */
export function bytesOf(items: readonly DraftItem[]): number {
  const files = new Map(items.map(({ creative }) => [creative.asset.sha256, creative.asset.bytes]));
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}

export const inputOf = ({ id, creative, duration_ms, transition, fit }: DraftItem): PlaylistItemInput => ({
  ...(id === undefined ? {} : { id }),
  creative_id: creative.id,
  duration_ms,
  transition,
  fit,
});

const comparable = (items: readonly DraftItem[]) =>
  JSON.stringify(items.map(item => [item.creative.id, item.duration_ms, item.transition, item.fit]));
/** Does the draft differ from what the server has? */
export const differs = (items: readonly DraftItem[], saved: readonly DraftItem[]) =>
  comparable(items) !== comparable(saved);
