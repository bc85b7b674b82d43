/** What happens on the screen, as a pure function: events in, effects out; the clock is a parameter. */
import { advance, nextWakeAt } from './deadlines.ts';
import {
  cover,
  currentBroke,
  endPlayback,
  expired,
  discardNext,
  fail,
  load,
  loaded,
  nothingReady,
  opened,
  closeOrphan,
  extendDeadline,
  itemsRestored,
  uncover,
  pictureShown,
  thawed,
  openFailed,
} from './playbackTransitions.ts';
import type { Effect, Event, Outcome, State } from './state.ts';

export function step(state: State, event: Event, now: number): readonly [State, readonly Effect[]] {
  const [reduced, effects] = reduce(state, event, now);
  const [after, more] = advance(reduced, now);
  const at = nextWakeAt(after, now);
  return [after, [...effects, ...more, ...(at === null ? [] : [{ do: 'wakeAt', at } as const])]];
}

const isStale = (state: State, event: Event) => 'turn' in event && event.turn !== state.turn;

function reduce(state: State, event: Event, now: number): Outcome {
  if (isStale(state, event)) return [state, closeOrphan(event, now)];
  const { next } = state;
  switch (event.on) {
    case 'chosen':
      if (next.at !== 'choosing') return [state, []];
      return event.item === null ? nothingReady(state, now, event.again_ms) : load(state, event.item, now);
    case 'loaded':
      return next.at === 'loading' ? loaded(state, next, now) : [state, []];
    case 'failed':
      return 'item' in next && next.at !== 'showing' ? fail(state, event.reason, now) : [state, []];
    case 'opened':
      return opened(state, event.play, now);
    case 'unopened':
      return openFailed(state, now);
    case 'expired':
      return expired(state);
    case 'shown':
      return next.at === 'showing' ? pictureShown(state, next, event.at) : [state, []];
    case 'broken':
      return currentBroke(state, event.reason, now);
    case 'visible':
      return [{ ...state, visible: event.visible, next: extendDeadline(next, now) }, []];
    case 'thawed':
      return thawed(state, now);
    case 'library':
      return itemsRestored(state, event.restored, now);
    case 'gone':
    case 'content':
      return discardNext(state, now);
    case 'skip':
      return [state.current ? { ...state, current: { ...state.current, endsAt: now } } : state, []];
    case 'cover':
      return cover(state, now);
    case 'uncover':
      return uncover(state, now);
    case 'update':
      return [{ ...state, leaving: 'wanted' }, []];
    case 'end':
      return endPlayback(state, now);
    case 'stay':
      return [{ ...state, leaving: 'no' }, []];
    case 'tick':
      return [state, []];
  }
}
