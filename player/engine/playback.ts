/** Performs the effects of the playback reducer and dispatches their results as events. */
import type { Clock } from '../../shared/clock.ts';
import type { PlayRecord } from '../../shared/contract/proof/play.ts';
import { randomUnit } from '../../shared/random.ts';
import { VIDEO_STUCK } from '../../shared/contract/wire/errorTexts.ts';
import type { PlayProgress } from '../../shared/device/storage.ts';
import { step } from './engine.ts';
import { createMeter, type Meter } from '../stage/meter.ts';
import type { PlayEnd } from '../ledger/record.ts';
import { releaseOf, type Source } from '../stage/slots.ts';
import type { Stage } from '../stage/stage.ts';
import {
  FROZEN_MS,
  initialState,
  type Effect,
  type Event,
  type Item,
  type PlayKey,
  type State,
} from './state.ts';

export interface PlaybackPorts {
  clock: Clock;
  stage: Stage;
  isVisible: boolean;
  /** `due`: when the item would begin, monotonic ms like `now`. `again`: goes first among those that may. */
  choose: (quarantine: State['quarantine'], now: number, due: number, again?: Item) => Promise<Item | null>;
  /** How long nothing is shown before it is asked again; the engine's own time where it is left out. */
  idleMs?: () => number | undefined;
  /** Asked again right before an item begins: it may have waited, or come early. */
  mayBegin: (item: Item, due: number) => boolean;
  /** Did bytes of this item turn out bad after `since`? */
  wasDamaged: (item: Item, shownSince: number) => boolean;
  source: (item: Item) => Promise<Source>;
  /** The ledger, or what stands for it where nothing is recorded. */
  plays: {
    open(item: Item, due: number): Promise<PlayKey>;
    mark(play: PlayKey, item: Item, at: number, progressOf: PlayProgress): Promise<void>;
    saveProgress(play: PlayKey, seen: PlayProgress): Promise<void>;
    close(play: PlayKey, end: PlayEnd): Promise<void>;
  };
  /** `at`: monotonic ms. */
  onShown: (item: Item, at: number) => void;
  /** Resolves once the house loop lies beneath the stage. */
  onHouse: () => Promise<void>;
  onSkipped: (item: Item, reason: string) => void;
  /** Nothing could be shown, several times in a row. */
  onAlarm: (reason: string) => void;
  onFault: (error: unknown) => void;
  /** Between two items: the new build may take over. */
  onUpdate: () => void;
}
interface PlayMeter {
  meter: Meter;
  /** Known for good once the picture has changed. */
  frames: PlayRecord['frames'] | null;
  /** Monotonic ms; the first beat after it takes what is on screen. */
  pictureAt: number;
  picture?: NonNullable<PlayRecord['picture']>;
}

const PROGRESS_MS = 1_000;
/** What is on screen is looked at once in a play, at a moment nobody knows before: in its middle half. */
const pictureIn = (durationMs: number) => durationMs * (0.25 + 0.5 * randomUnit());
const nameOf = (play: PlayKey) => `${play.epoch} ${play.seq}`;

export function createPlayback(ports: PlaybackPorts) {
  const { clock, stage, plays } = ports;
  const meters = new Map<string, PlayMeter>();
  let state = initialState(ports.isVisible);
  let since = 0;
  let isLit = true;
  let cancelWake = () => {};
  let wakeAt = Infinity;
  let cancelBeat = () => {};

  function dispatch(event: Event) {
    const isFrozen = clock.mono() - wakeAt > FROZEN_MS;
    wakeAt = Infinity;
    /** Whatever comes first afterwards: not only the timer that is late. */
    if (isFrozen) dispatch({ on: 'thawed' });
    const [after, effects] = step(state, event, clock.mono());
    state = after;
    cancelWake();
    for (const effect of effects) perform(effect);
  }
  const failedBy = (turn: number) => (error: Error) =>
    dispatch({ on: 'failed', turn, reason: error.message });
  const reportFault = (work: Promise<unknown>) => void work.catch(ports.onFault);

  function seen(play: PlayKey, at: number): PlayProgress | null {
    const life = meters.get(nameOf(play));
    if (!life) return null;
    const { meter, frames, picture } = life;
    return {
      mono: at,
      visible_ms: meter.read(at),
      frames: frames ?? stage.frames(),
      ...(picture && { picture }),
    };
  }

  function choose({ turn, again }: Extract<Effect, { do: 'choose' }>) {
    const now = clock.mono();
    ports.choose(state.quarantine, now, Math.max(now, state.current?.endsAt ?? now), again).then(
      item => dispatch({ on: 'chosen', turn, item, again_ms: ports.idleMs?.() }),
      (error: Error) => {
        ports.onFault(error);
        dispatch({ on: 'chosen', turn, item: null });
      },
    );
  }

  function load(turn: number, item: Item) {
    const since = clock.mono();
    ports
      .source(item)
      .then(source => (state.turn === turn ? stage.load(item, source) : releaseOf(source)))
      .then(
        () => dispatch({ on: 'loaded', turn }),
        (error: Error) =>
          ports.wasDamaged(item, since) ? dispatch({ on: 'gone', turn }) : failedBy(turn)(error),
      );
  }

  function open(turn: number, item: Item, due: number) {
    const opening = async () => (ports.mayBegin(item, due) ? plays.open(item, due) : null);
    opening().then(
      play => dispatch(play ? { on: 'opened', turn, play } : { on: 'expired', turn }),
      (error: unknown) => {
        ports.onFault(error);
        dispatch({ on: 'unopened', turn });
      },
    );
  }

  async function show(turn: number, item: Item, at: number) {
    const swap = await stage.show(item, at);
    const old = state.current?.play;
    const life = old && meters.get(nameOf(old));
    if (life) life.frames = swap.oldFrames;
    dispatch({ on: 'shown', turn, at: swap.at });
  }

  function mark(play: PlayKey, item: Item, at: number) {
    const meter = createMeter(state.visible && isLit, at);
    meters.set(nameOf(play), { meter, frames: null, pictureAt: at + pictureIn(item.duration_ms) });
    const first = seen(play, at);
    if (first) reportFault(plays.mark(play, item, at, first));
    beat(play);
    since = at;
    ports.onShown(item, at);
  }

  function beat(play: PlayKey) {
    cancelBeat();
    cancelBeat = clock.after(PROGRESS_MS, () => {
      takePicture(play);
      const now = seen(play, clock.mono());
      if (!now) return;
      reportFault(plays.saveProgress(play, now));
      if (stage.isStuck(state.visible)) dispatch({ on: 'broken', reason: VIDEO_STUCK });
      beat(play);
    });
  }

  function takePicture(play: PlayKey) {
    const life = meters.get(nameOf(play));
    if (!life || life.frames || !state.visible || clock.mono() < life.pictureAt) return;
    life.pictureAt = Infinity;
    try {
      const picture = stage.picture();
      if (picture) life.picture = picture;
    } catch (error) {
      ports.onFault(error);
    }
  }

  function close({ play, ending, at }: Extract<Effect, { do: 'close' }>) {
    reportFault(plays.close(play, { ending, at, seen: seen(play, at) }));
    meters.delete(nameOf(play));
  }

  async function house() {
    await ports.onHouse();
    if (!state.current) stage.clear();
  }

  function perform(effect: Effect) {
    switch (effect.do) {
      case 'choose':
        return choose(effect);
      case 'load':
        return load(effect.turn, effect.item);
      case 'unload':
        return stage.unload();
      case 'open':
        return open(effect.turn, effect.item, effect.due);
      case 'show':
        return reportFault(show(effect.turn, effect.item, effect.at));
      case 'mark':
        return mark(effect.play, effect.item, effect.at);
      case 'close':
        return close(effect);
      case 'house':
        return reportFault(house());
      case 'clear':
        return stage.clear();
      case 'late':
        return ports.onFault(new Error(effect.reason));
      case 'report':
        return ports.onSkipped(effect.item, effect.reason);
      case 'alarm':
        return ports.onAlarm(effect.reason);
      case 'update':
        return ports.onUpdate();
      case 'wakeAt':
        wakeAt = effect.at;
        cancelWake = clock.after(Math.max(0, wakeAt - clock.mono()), () => dispatch({ on: 'tick' }));
    }
  }

  const setSeen = (isSeen: boolean) => {
    for (const { meter } of meters.values()) meter.set(isSeen, clock.mono());
  };

  return {
    tell: dispatch,
    setVisible(isVisible: boolean) {
      setSeen(isVisible && isLit);
      dispatch({ on: 'visible', visible: isVisible });
    },
    /** While the screen is dark, plays continue but do not count as visible. */
    setLit(lit: boolean) {
      isLit = lit;
      setSeen(state.visible && isLit);
    },
    onScreen: () => state.current && { item: state.current.item, since },
  };
}
export type Playback = ReturnType<typeof createPlayback>;
