/** The transitions of the playback reducer. Each returns the next state and the effects. Pure. */
import { MEDIA } from '../../shared/constants.ts';
import {
  CHOOSE_AGAIN_MS,
  CHOOSE_LIMIT_MS,
  OPEN_AGAIN_MS,
  ON_TIME_MS,
  OPEN_LIMIT_MS,
  MIN_ITEM_MS,
  SHOW_LIMIT_MS,
  type Effect,
  type Event,
  type Item,
  type Next,
  type OnScreen,
  type Outcome,
  type PlayKey,
  type State,
} from './state.ts';

/** A play opened for an outdated turn was never shown, so it is closed. */
export const closeOrphan = (event: Event, now: number): readonly Effect[] =>
  event.on === 'opened' ? [{ do: 'close', play: event.play, ending: 'not_shown', at: now }] : [];

export const nothingReady = (state: State, now: number, againMs = CHOOSE_AGAIN_MS): Outcome => [
  { ...state, next: { at: 'waiting', until: now + againMs } },
  state.current ? [] : [{ do: 'house' }],
];

const loadLimit = (item: Item) => (item.kind === 'video' ? MEDIA.videoLoadMs : MEDIA.imageLoadMs);

export function load(state: State, item: Item, now: number): Outcome {
  const { turn } = state;
  const isEarly = state.isFirst && state.visible;
  const next: Next = {
    at: 'loading',
    item,
    deadline: now + loadLimit(item),
    opening: isEarly ? 'asked' : 'no',
  };
  const opening: Effect[] = isEarly ? [{ do: 'open', turn, item, due: now }] : [];
  return [{ ...state, next, isFirst: false }, [{ do: 'load', turn, item }, ...opening]];
}

export function loaded(state: State, next: Extract<Next, { at: 'loading' }>, now: number): Outcome {
  const { item, opening } = next;
  if (opening === 'no') return [{ ...state, next: { at: 'ready', item } }, []];
  if (opening === 'asked') return [{ ...state, next: beginOpening(item, now, now) }, []];
  return show(state, { item, due: now }, opening, now);
}

export const beginOpening = (item: Item, due: number, now: number): Extract<Next, { at: 'opening' }> => ({
  at: 'opening',
  item,
  due,
  deadline: Math.max(due, now) + OPEN_LIMIT_MS,
});

export function opened(state: State, play: PlayKey, now: number): Outcome {
  const { next } = state;
  if (next.at === 'opening') return show(state, next, play, now);
  return [next.at === 'loading' ? { ...state, next: { ...next, opening: play } } : state, []];
}

function show(state: State, next: { item: Item; due: number }, play: PlayKey, now: number): Outcome {
  const { item } = next;
  const due = Math.max(next.due, now);
  const showing: Next = { at: 'showing', item, due, play, deadline: due + SHOW_LIMIT_MS };
  return [{ ...state, next: showing }, [{ do: 'show', turn: state.turn, item, at: due }]];
}

/** No fault of the item: everything is tried again in a moment. */
export function openFailed(state: State, now: number): Outcome {
  if (state.next.at !== 'opening' && state.next.at !== 'loading') return [state, []];
  const next: Next = { at: 'waiting', until: now + OPEN_AGAIN_MS };
  return [{ ...state, turn: state.turn + 1, next }, [{ do: 'unload' }]];
}

/** Nothing was opened for it: another item is chosen at once. */
export const expired = (state: State): Outcome => [
  { ...state, turn: state.turn + 1, next: { at: 'none' } },
  [{ do: 'unload' }],
];

export function pictureShown(state: State, next: Extract<Next, { at: 'showing' }>, at: number): Outcome {
  const isOnTime = state.current !== null && Math.abs(at - next.due) <= ON_TIME_MS;
  const startedAt = isOnTime ? next.due : at;
  const endsAt = startedAt + Math.max(MIN_ITEM_MS, next.item.duration_ms);
  const current: OnScreen = { item: next.item, play: next.play, endsAt, ending: 'completed' };
  const mark: Effect = { do: 'mark', play: next.play, item: next.item, at };
  return [
    { ...state, current, next: { at: 'none' }, failures: 0, house: null },
    [mark, ...closeCurrent(state, at)],
  ];
}

export const closeCurrent = ({ current }: State, at: number): readonly Effect[] =>
  current?.play ? [{ do: 'close', play: current.play, ending: current.ending, at }] : [];

/** Closes an open play whose picture will not be shown. */
function closeUnshown(next: Next, now: number): readonly Effect[] {
  const play = next.at === 'showing' ? next.play : next.at === 'loading' ? next.opening : 'no';
  return typeof play === 'string' ? [] : [{ do: 'close', play, ending: 'not_shown', at: now }];
}

/** The item in preparation cannot be shown: it is set aside; three in a row bring the house loop. */
export function fail(state: State, reason: string, now: number): Outcome {
  const { next } = state;
  if (!('item' in next)) return [state, []];
  const failures = state.failures + 1;
  const isTooMany = failures >= MEDIA.failuresToHouse;
  const effects: Effect[] = [
    { do: 'report', item: next.item, reason },
    { do: 'unload' },
    ...closeUnshown(next, now),
    ...(isTooMany ? [{ do: 'alarm', reason } as const] : []),
  ];
  const after: State = {
    ...state,
    turn: state.turn + 1,
    next: { at: 'none' },
    failures: isTooMany ? 0 : failures,
    quarantine: quarantined(state, next.item, now),
    house: isTooMany ? { until: now + MEDIA.houseMs } : state.house,
  };
  return [after, effects];
}

function quarantined(state: State, item: Item, now: number): State['quarantine'] {
  const still = Object.entries(state.quarantine).filter(([, until]) => until > now);
  return { ...Object.fromEntries(still), [item.id]: now + MEDIA.quarantineMs };
}

/** The picture stays until the next one is there, but its time is over. */
export function currentBroke(state: State, reason: string, now: number): Outcome {
  const { current } = state;
  if (!current || current.ending === 'failed') return [state, []];
  const after: State = {
    ...state,
    current: { ...current, ending: 'failed', endsAt: Math.min(now, current.endsAt) },
    quarantine: quarantined(state, current.item, now),
  };
  return [after, [{ do: 'report', item: current.item, reason }]];
}

/** The last picture stands until it is taken away; its play ends now, and one in preparation is none. */
export function endPlayback(state: State, now: number): Outcome {
  const current = state.current && { ...state.current, play: null };
  const effects = [...closeCurrent(state, now), ...closeUnshown(state.next, now), { do: 'unload' } as const];
  return [{ ...state, turn: state.turn + 1, current, next: { at: 'none' }, leaving: 'gone' }, effects];
}

/** An alert goes before everything. What it interrupts comes again after it, if it still may; what was prepared is chosen anew. */
export function cover(state: State, now: number): Outcome {
  const { current, next } = state;
  if (state.covered) return [state, []];
  const ended: State = {
    ...state,
    current: current && { ...current, ending: 'interrupted_by_alert' },
  };
  const effects: Effect[] = [
    ...closeCurrent(ended, now),
    ...closeUnshown(next, now),
    { do: 'unload' },
    { do: 'clear' },
  ];
  const covered = { again: current?.item ?? null };
  return [
    { ...state, turn: state.turn + 1, current: null, next: { at: 'none' }, house: null, covered },
    effects,
  ];
}

export function uncover(state: State, now: number): Outcome {
  const after = { ...state, covered: null };
  const again = state.covered?.again;
  return again && state.leaving === 'no' ? chooseNow(after, now, again) : [after, []];
}

export function chooseNow(state: State, now: number, again?: Item): Outcome {
  const turn = state.turn + 1;
  const next: Next = { at: 'choosing', deadline: now + CHOOSE_LIMIT_MS };
  return [{ ...state, turn, next }, [{ do: 'choose', turn, ...(again && { again }) }]];
}

/** No frames are presented while the page is hidden, so the deadline restarts when it is visible. */
export function extendDeadline(next: Next, now: number): Next {
  if (next.at === 'showing') return { ...next, deadline: now + SHOW_LIMIT_MS };
  return next.at === 'loading' ? { ...next, deadline: now + loadLimit(next.item) } : next;
}

/** Time in which nothing could happen counts against no item, and what was to end in it ends now. */
export function thawed(state: State, now: number): Outcome {
  const { current, next } = state;
  const isAnswered = next.at === 'choosing' || next.at === 'opening';
  const limit = next.at === 'choosing' ? CHOOSE_LIMIT_MS : OPEN_LIMIT_MS;
  return [
    {
      ...state,
      current: current && { ...current, endsAt: Math.max(current.endsAt, now) },
      next: isAnswered ? { ...next, deadline: now + limit } : extendDeadline(next, now),
    },
    [],
  ];
}

/** Discards the prepared item for another choice, unless its play is already open. */
export function discardNext(state: State, now: number): Outcome {
  const { next } = state;
  if (next.at === 'opening' || next.at === 'showing') return [state, []];
  const isHeld = next.at === 'loading' || next.at === 'ready';
  const effects: Effect[] = isHeld ? [{ do: 'unload' }, ...closeUnshown(next, now)] : [];
  return [{ ...state, turn: state.turn + 1, next: { at: 'none' } }, effects];
}

/**
 * Items whose bytes came anew may be tried again; who waits asks at once. The same picture again was chosen
 * for want of another: now there is one.
 */
export function itemsRestored(state: State, items: readonly string[], now: number): Outcome {
  const kept = Object.entries(state.quarantine).filter(([id]) => !items.includes(id));
  const next: Next = state.next.at === 'waiting' ? { at: 'none' } : state.next;
  const after = { ...state, quarantine: Object.fromEntries(kept), next };
  const isRepeat = 'item' in next && next.item.id === state.current?.item.id;
  return isRepeat ? discardNext(after, now) : [after, []];
}
