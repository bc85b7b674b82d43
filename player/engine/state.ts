/** State, events and effects of the playback reducer. All times are monotonic ms. */
import type { PlayItem } from '../../shared/playout/decide.ts';
import type { PlayRecord } from '../../shared/contract/proof/play.ts';

export type Item = PlayItem;
/** The ledger's name for a play, once it is open. */
export interface PlayKey {
  epoch: string;
  seq: number;
}
export type Ending = Extract<
  PlayRecord['result'],
  'completed' | 'interrupted' | 'interrupted_by_alert' | 'failed' | 'not_shown'
>;

export interface OnScreen {
  item: Item;
  /** Null once its record is closed while its picture still stands. */
  play: PlayKey | null;
  endsAt: number;
  ending: Ending;
}
export type Next =
  | { at: 'none' }
  | { at: 'choosing'; deadline: number }
  /** The store had nothing to play; it is asked again. */
  | { at: 'waiting'; until: number }
  /** The very first picture loads while its play is being opened: its ledger entry is written at the same time. */
  | { at: 'loading'; item: Item; deadline: number; opening: 'no' | 'asked' | PlayKey }
  | { at: 'ready'; item: Item }
  | { at: 'opening'; item: Item; due: number; deadline: number }
  | { at: 'showing'; item: Item; due: number; play: PlayKey; deadline: number };

export interface State {
  visible: boolean;
  current: OnScreen | null;
  next: Next;
  /** Events of an earlier turn are ignored. */
  turn: number;
  failures: number;
  /** Nothing was on screen since the start. */
  isFirst: boolean;
  /** Item ids that failed, and until when they are left out. */
  quarantine: Readonly<Record<string, number>>;
  /** The house loop stands in after repeated failures. */
  house: { until: number } | null;
  /** An alert covers the screen and nothing plays; `again` is what it interrupted. */
  covered: { again: Item | null } | null;
  /** A new build waits for the end of the item on screen; once gone, nothing more is opened. */
  leaving: 'no' | 'wanted' | 'gone';
}

export type Event =
  | { on: 'tick' }
  /** Nothing came by FROZEN_MS after the time to wake: the machine slept, or nothing of the page ran. */
  | { on: 'thawed' }
  /** `again_ms`: when to ask again where there was nothing. */
  | { on: 'chosen'; turn: number; item: Item | null; again_ms?: number | undefined }
  | { on: 'loaded'; turn: number }
  | { on: 'failed'; turn: number; reason: string }
  | { on: 'opened'; turn: number; play: PlayKey }
  /** The ledger could not be written: nothing is shown that it does not know. */
  | { on: 'unopened'; turn: number }
  /** Its rights ended while it waited to begin. */
  | { on: 'expired'; turn: number }
  | { on: 'shown'; turn: number; at: number }
  /** The item on screen stopped moving or broke. */
  | { on: 'broken'; reason: string }
  | { on: 'visible'; visible: boolean }
  /** Its bytes turned out not to be there or not to be right: no fault of the item. */
  | { on: 'gone'; turn: number }
  /** The library holds something new; these items were fetched again. */
  | { on: 'library'; restored: readonly string[] }
  /** Another version is to be played. */
  | { on: 'content' }
  | { on: 'skip' }
  /** An alert covers the screen, or does no longer. */
  | { on: 'cover' }
  | { on: 'uncover' }
  | { on: 'update' }
  /** Nothing more is shown: its zone ends, or the page does. */
  | { on: 'end' }
  | { on: 'stay' };

export type Effect =
  /** `again`: it was interrupted and comes first, if it still may. */
  | { do: 'choose'; turn: number; again?: Item }
  | { do: 'load'; turn: number; item: Item }
  | { do: 'unload' }
  /** Writes the play into the ledger; the picture may only change after its answer. */
  | { do: 'open'; turn: number; item: Item; due: number }
  | { do: 'show'; turn: number; item: Item; at: number }
  | { do: 'mark'; play: PlayKey; item: Item; at: number }
  | { do: 'close'; play: PlayKey; ending: Ending; at: number }
  | { do: 'house' }
  /** Takes the picture away; something else covers the screen. */
  | { do: 'clear' }
  /** The library or the ledger gave no answer in its time. */
  | { do: 'late'; reason: string }
  | { do: 'report'; item: Item; reason: string }
  /** So many failed in a row that the house loop stands in: somebody should look. */
  | { do: 'alarm'; reason: string }
  | { do: 'update' }
  | { do: 'wakeAt'; at: number };

/** The ledger is written this long before the picture changes: time for a durable write, little for a power cut. */
export const OPEN_LEAD_MS = 140;
/** A frame at 60 Hz may come this much off its time without moving the following ones. */
export const ON_TIME_MS = 9;
export const SHOW_LIMIT_MS = 3_000;
/** The library names a file in some ms, the ledger takes a row in some more. */
export const CHOOSE_LIMIT_MS = 5_000;
export const OPEN_LIMIT_MS = 5_000;
/** Whatever the next item waits for: after so long beyond its time a picture gives way to the house loop. */
export const OVERSTAY_MS = 8_000;
/** Beyond what a busy machine costs, and within the shortest of these limits. */
export const FROZEN_MS = 2_500;
export const CHOOSE_AGAIN_MS = 5_000;
export const OPEN_AGAIN_MS = 1_000;
export const MIN_ITEM_MS = 1_000;
export const STAGE_TIMEOUT = 'No frame was presented';
export const LIBRARY_TIMEOUT = 'The library gave no answer';
export const LEDGER_TIMEOUT = 'The ledger gave no answer';
export const OVERSTAYED = 'The next item did not come';

export const initialState = (visible: boolean): State => ({
  visible,
  current: null,
  next: { at: 'none' },
  turn: 0,
  failures: 0,
  isFirst: true,
  quarantine: {},
  house: null,
  covered: null,
  leaving: 'no',
});

export type Outcome = readonly [State, readonly Effect[]];
