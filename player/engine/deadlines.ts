/** Transitions caused by the time alone, and the next time to check. Pure. */
import { IMAGE_TIMEOUT, VIDEO_TIMEOUT } from '../../shared/contract/wire/errorTexts.ts';
import { closeCurrent, fail } from './playbackTransitions.ts';
import { OPEN_LEAD_MS, STAGE_TIMEOUT, type Next, type Outcome, type State } from './state.ts';

export function advance(state: State, now: number): Outcome {
  const { current, next } = state;
  const isOver = current === null || now >= current.endsAt;
  if (state.leaving === 'gone') return [state, []];
  if (state.leaving === 'wanted' && isOver && next.at !== 'opening' && next.at !== 'showing')
    return leave(state, now);
  if (state.house)
    return now < state.house.until ? keepHouse(state, isOver, now) : chooseNow({ ...state, house: null });
  switch (next.at) {
    case 'none':
      return chooseNow(state);
    case 'waiting':
      if (now >= next.until) return chooseNow(state);
      return current && isOver ? keepHouse(state, isOver, now) : [state, []];
    case 'loading':
      if (!state.visible || now < next.deadline) return [state, []];
      return advanceAgain(fail(state, next.item.kind === 'video' ? VIDEO_TIMEOUT : IMAGE_TIMEOUT, now), now);
    case 'ready':
      return openWhenDue(state, next, now);
    case 'showing':
      if (!state.visible || now < next.deadline) return [state, []];
      return advanceAgain(fail(state, STAGE_TIMEOUT, now), now);
    case 'choosing':
    case 'opening':
      return [state, []];
  }
}

function advanceAgain([state, effects]: Outcome, now: number): Outcome {
  const [after, more] = advance(state, now);
  return [after, [...effects, ...more]];
}

function chooseNow(state: State): Outcome {
  const turn = state.turn + 1;
  return [{ ...state, turn, next: { at: 'choosing' } }, [{ do: 'choose', turn }]];
}

function openWhenDue(state: State, next: Extract<Next, { at: 'ready' }>, now: number): Outcome {
  const due = state.current?.endsAt ?? now;
  if (!state.visible || state.leaving !== 'no' || now < due - OPEN_LEAD_MS) return [state, []];
  const opening: Next = { at: 'opening', item: next.item, due: Math.max(due, now) };
  return [{ ...state, next: opening }, [{ do: 'open', turn: state.turn, item: next.item, due: opening.due }]];
}

function keepHouse(state: State, isOver: boolean, now: number): Outcome {
  if (!state.current || !isOver) return [state, []];
  return [{ ...state, current: null }, [...closeCurrent(state, now), { do: 'house' }]];
}

/** The last picture stays on screen while the new build takes over. */
function leave(state: State, now: number): Outcome {
  const current = state.current ? { ...state.current, play: null } : null;
  return [{ ...state, current, leaving: 'gone' }, [...closeCurrent(state, now), { do: 'update' }]];
}

export function nextWakeAt(state: State, now: number): number | null {
  const { current, next, house } = state;
  const times: number[] = [];
  if (house) times.push(house.until);
  if (next.at === 'waiting') times.push(next.until);
  if (next.at === 'ready' && current && state.visible) times.push(current.endsAt - OPEN_LEAD_MS);
  if ((next.at === 'loading' || next.at === 'showing') && state.visible) times.push(next.deadline);
  if (current && (state.leaving === 'wanted' || house || next.at === 'waiting')) times.push(current.endsAt);
  const future = times.filter(at => at > now);
  return future.length === 0 ? null : Math.min(...future);
}
