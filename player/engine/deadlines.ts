/** Transitions caused by the time alone, and the next time to check. Pure. */
import { IMAGE_TIMEOUT, VIDEO_TIMEOUT } from '../../shared/contract/wire/errorTexts.ts';
import {
  beginOpening,
  chooseNow,
  closeCurrent,
  fail,
  nothingReady,
  openFailed,
} from './playbackTransitions.ts';
import {
  LEDGER_TIMEOUT,
  LIBRARY_TIMEOUT,
  OPEN_LEAD_MS,
  OVERSTAY_MS,
  OVERSTAYED,
  STAGE_TIMEOUT,
  type Next,
  type Outcome,
  type State,
} from './state.ts';

export function advance(state: State, now: number): Outcome {
  const { current, next } = state;
  const isOver = current === null || now >= current.endsAt;
  if (state.leaving === 'gone' || state.covered) return [state, []];
  if (state.leaving === 'wanted' && isOver && next.at !== 'opening' && next.at !== 'showing')
    return leave(state, now);
  if (isOverstayed(state, now)) return withAlarm(keepHouse(state, isOver, now), OVERSTAYED, now);
  if (state.house)
    return now < state.house.until
      ? keepHouse(state, isOver, now)
      : chooseNow({ ...state, house: null }, now);
  switch (next.at) {
    case 'none':
      return chooseNow(state, now);
    case 'waiting':
      if (now >= next.until) return chooseNow(state, now);
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
      if (now < next.deadline) return [state, []];
      return late(nothingReady({ ...state, turn: state.turn + 1 }, now), LIBRARY_TIMEOUT, now);
    case 'opening':
      if (now < next.deadline) return [state, []];
      return late(openFailed(state, now), LEDGER_TIMEOUT, now);
  }
}

function advanceAgain([state, effects]: Outcome, now: number): Outcome {
  const [after, more] = advance(state, now);
  return [after, [...effects, ...more]];
}

/** A step that gave no answer is begun anew; where nothing is on screen somebody should look. */
function late([state, effects]: Outcome, reason: string, now: number): Outcome {
  const isDark = state.current === null || now >= state.current.endsAt;
  const outcome: Outcome = [state, [...effects, { do: 'late', reason }]];
  return isDark ? withAlarm(outcome, reason, now) : advanceAgain(outcome, now);
}
function withAlarm([state, effects]: Outcome, reason: string, now: number): Outcome {
  return advanceAgain([state, [...effects, { do: 'alarm', reason }]], now);
}

/** Several items in a row may each take all the time they have to load. */
const isOverstayed = ({ current, next, visible }: State, now: number) =>
  current !== null &&
  visible &&
  (next.at === 'loading' || next.at === 'choosing') &&
  now >= current.endsAt + OVERSTAY_MS;

function openWhenDue(state: State, next: Extract<Next, { at: 'ready' }>, now: number): Outcome {
  const due = state.current?.endsAt ?? now;
  if (!state.visible || state.leaving !== 'no' || now < due - OPEN_LEAD_MS) return [state, []];
  const begun = beginOpening(next.item, Math.max(due, now), now);
  return [{ ...state, next: begun }, [{ do: 'open', turn: state.turn, item: next.item, due: begun.due }]];
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
  if (next.at === 'choosing' || next.at === 'opening') times.push(next.deadline);
  if (current && state.visible && (next.at === 'loading' || next.at === 'choosing'))
    times.push(current.endsAt + OVERSTAY_MS);
  if (next.at === 'ready' && current && state.visible) times.push(current.endsAt - OPEN_LEAD_MS);
  if ((next.at === 'loading' || next.at === 'showing') && state.visible) times.push(next.deadline);
  if (current && (state.leaving === 'wanted' || house || next.at === 'waiting')) times.push(current.endsAt);
  const future = times.filter(at => at > now);
  return future.length === 0 ? null : Math.min(...future);
}
