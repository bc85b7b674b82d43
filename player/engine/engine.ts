/** What happens on the screen, as a pure function: events in, effects out; the clock is a parameter. */
import { advance, wake } from './due.ts';
import {
  broken,
  drop,
  fail,
  load,
  loaded,
  nothing,
  opened,
  orphan,
  reprieve,
  restored,
  swapped,
  unopened,
} from './moves.ts';
import type { Effect, Event, Outcome, State } from './state.ts';

export function step(state: State, event: Event, now: number): readonly [State, readonly Effect[]] {
  const [heard, effects] = hear(state, event, now);
  const [after, more] = advance(heard, now);
  const at = wake(after, now);
  return [after, [...effects, ...more, ...(at === null ? [] : [{ do: 'wakeAt', at } as const])]];
}

const isStale = (state: State, event: Event) => 'turn' in event && event.turn !== state.turn;

function hear(state: State, event: Event, now: number): Outcome {
  if (isStale(state, event)) return [state, orphan(event, now)];
  const { next } = state;
  switch (event.on) {
    case 'chosen':
      if (next.at !== 'choosing') return [state, []];
      return event.item === null ? nothing(state, now) : load(state, event.item, now);
    case 'loaded':
      return next.at === 'loading' ? loaded(state, next, now) : [state, []];
    case 'failed':
      return 'item' in next && next.at !== 'showing' ? fail(state, event.reason, now) : [state, []];
    case 'opened':
      return opened(state, event.play, now);
    case 'unopened':
      return unopened(state, now);
    case 'shown':
      return next.at === 'showing' ? swapped(state, next, event.at) : [state, []];
    case 'broken':
      return broken(state, event.reason, now);
    case 'visible':
      return [{ ...state, visible: event.visible, next: reprieve(next, now) }, []];
    case 'library':
      return restored(state, event.restored, now);
    case 'gone':
    case 'content':
      return drop(state, now);
    case 'skip':
      return [state.current ? { ...state, current: { ...state.current, endsAt: now } } : state, []];
    case 'update':
      return [{ ...state, leaving: 'wanted' }, []];
    case 'stay':
      return [{ ...state, leaving: 'no' }, []];
    case 'tick':
      return [state, []];
  }
}
