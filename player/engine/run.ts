/** Carries out what the engine decides and tells it what came of it. */
import type { Clock } from '../../shared/clock.ts';
import type { PlayRecord } from '../../shared/contract/proof/play.ts';
import { VIDEO_STUCK } from '../../shared/contract/wire/errorTexts.ts';
import type { Seen } from '../../shared/device/storage.ts';
import { step } from './engine.ts';
import { createMeter, type Meter } from '../stage/meter.ts';
import type { End } from '../ledger/record.ts';
import { releaseOf, type Source } from '../stage/slots.ts';
import type { Stage } from '../stage/stage.ts';
import { start, type Effect, type Event, type Item, type PlayKey, type State } from './state.ts';

export interface RunPorts {
  clock: Clock;
  stage: Stage;
  isVisible: boolean;
  choose: (aside: State['aside'], now: number) => Promise<Item | null>;
  /** Did bytes of this item turn out bad after `since`? */
  wasSpoiled: (item: Item, since: number) => boolean;
  source: (item: Item) => Promise<Source>;
  /** The ledger, or what stands for it where nothing is recorded. */
  plays: {
    open(item: Item, due: number): Promise<PlayKey>;
    mark(play: PlayKey, item: Item, at: number, seen: Seen): Promise<void>;
    beat(play: PlayKey, seen: Seen): Promise<void>;
    close(play: PlayKey, end: End): Promise<void>;
  };
  onShown: (item: Item) => void;
  /** Resolves once the house loop lies beneath the stage. */
  onHouse: () => Promise<void>;
  onSkipped: (item: Item, reason: string) => void;
  /** Nothing could be shown, several times in a row. */
  onAlarm: (reason: string) => void;
  onFault: (error: unknown) => void;
  /** Between two items: the new build may take over. */
  onUpdate: () => void;
}
interface Life {
  meter: Meter;
  /** Known for good once the picture has changed. */
  frames: PlayRecord['frames'] | null;
}

const BEAT_MS = 1_000;
const nameOf = (play: PlayKey) => `${play.epoch} ${play.seq}`;

export function createRun(ports: RunPorts) {
  const { clock, stage, plays } = ports;
  const lives = new Map<string, Life>();
  let state = start(ports.isVisible);
  let since = 0;
  let isLit = true;
  let cancelWake = () => {};
  let cancelBeat = () => {};

  function tell(event: Event) {
    const [after, effects] = step(state, event, clock.mono());
    state = after;
    cancelWake();
    for (const effect of effects) carryOut(effect);
  }
  const fails = (turn: number) => (error: Error) => tell({ on: 'failed', turn, reason: error.message });
  const watch = (work: Promise<unknown>) => void work.catch(ports.onFault);

  function seen(play: PlayKey, at: number): Seen | null {
    const life = lives.get(nameOf(play));
    return life ? { mono: at, visible_ms: life.meter.read(at), frames: life.frames ?? stage.frames() } : null;
  }

  function choose(turn: number) {
    ports.choose(state.aside, clock.mono()).then(
      item => tell({ on: 'chosen', turn, item }),
      (error: Error) => {
        ports.onFault(error);
        tell({ on: 'chosen', turn, item: null });
      },
    );
  }

  function load(turn: number, item: Item) {
    const since = clock.mono();
    ports
      .source(item)
      .then(source => (state.turn === turn ? stage.load(item, source) : releaseOf(source)))
      .then(
        () => tell({ on: 'loaded', turn }),
        (error: Error) => (ports.wasSpoiled(item, since) ? tell({ on: 'gone', turn }) : fails(turn)(error)),
      );
  }

  function open(turn: number, item: Item, due: number) {
    plays.open(item, due).then(
      play => tell({ on: 'opened', turn, play }),
      (error: unknown) => {
        ports.onFault(error);
        tell({ on: 'unopened', turn });
      },
    );
  }

  async function show(turn: number, item: Item, at: number) {
    const swap = await stage.show(item, at);
    const old = state.current?.play;
    const life = old && lives.get(nameOf(old));
    if (life) life.frames = swap.oldFrames;
    tell({ on: 'shown', turn, at: swap.at });
  }

  function mark(play: PlayKey, item: Item, at: number) {
    lives.set(nameOf(play), { meter: createMeter(state.visible && isLit, at), frames: null });
    const first = seen(play, at);
    if (first) watch(plays.mark(play, item, at, first));
    beat(play);
    since = at;
    ports.onShown(item);
  }

  function beat(play: PlayKey) {
    cancelBeat();
    cancelBeat = clock.after(BEAT_MS, () => {
      const now = seen(play, clock.mono());
      if (!now) return;
      watch(plays.beat(play, now));
      if (stage.isStuck(state.visible)) tell({ on: 'broken', reason: VIDEO_STUCK });
      beat(play);
    });
  }

  function close({ play, ending, at }: Extract<Effect, { do: 'close' }>) {
    watch(plays.close(play, { ending, at, seen: seen(play, at) }));
    lives.delete(nameOf(play));
  }

  async function house() {
    await ports.onHouse();
    if (!state.current) stage.clear();
  }

  function carryOut(effect: Effect) {
    switch (effect.do) {
      case 'choose':
        return choose(effect.turn);
      case 'load':
        return load(effect.turn, effect.item);
      case 'unload':
        return stage.unload();
      case 'open':
        return open(effect.turn, effect.item, effect.due);
      case 'show':
        return watch(show(effect.turn, effect.item, effect.at));
      case 'mark':
        return mark(effect.play, effect.item, effect.at);
      case 'close':
        return close(effect);
      case 'house':
        return watch(house());
      case 'report':
        return ports.onSkipped(effect.item, effect.reason);
      case 'alarm':
        return ports.onAlarm(effect.reason);
      case 'update':
        return ports.onUpdate();
      case 'wakeAt':
        cancelWake = clock.after(Math.max(0, effect.at - clock.mono()), () => tell({ on: 'tick' }));
    }
  }

  const measure = (isSeen: boolean) => {
    for (const { meter } of lives.values()) meter.set(isSeen, clock.mono());
  };

  return {
    tell,
    setVisible(isVisible: boolean) {
      measure(isVisible && isLit);
      tell({ on: 'visible', visible: isVisible });
    },
    /** What plays behind a dark screen is played, and seen by nobody. */
    setLit(lit: boolean) {
      isLit = lit;
      measure(state.visible && isLit);
    },
    onScreen: () => state.current && { item: state.current.item, since },
  };
}
export type Run = ReturnType<typeof createRun>;
