import { step } from '../../player/engine/engine.ts';
import { initialState, type Effect, type Event, type Item, type State } from '../../player/engine/state.ts';

/** An engine whose world answers at once where asked to, and a clock that goes to each wake-up. */
export function machine(loop: Item[]) {
  let state: State = initialState(true);
  let now = 0;
  let wakeAt: number | null = null;
  let at = 0;
  const done: { at: number; effect: Effect }[] = [];
  const silent = new Set<string>();
  let seq = 0;

  function tell(event: Event) {
    const [after, effects] = step(state, event, now);
    state = after;
    wakeAt = null;
    for (const effect of effects) {
      done.push({ at: now, effect });
      if (effect.do === 'wakeAt') wakeAt = effect.at;
    }
    for (const effect of effects) answer(effect);
  }
  function answer(effect: Effect) {
    if (effect.do === 'choose') {
      const free = loop.filter(item => (state.quarantine[item.id] ?? 0) <= now);
      const again = free.find(({ id }) => id === effect.again?.id);
      const item = again ?? free[at++ % Math.max(1, free.length)] ?? null;
      tell({ on: 'chosen', turn: effect.turn, item });
    }
    if (effect.do === 'load' && !silent.has(effect.item.id)) tell({ on: 'loaded', turn: effect.turn });
    if (effect.do === 'open') tell({ on: 'opened', turn: effect.turn, play: { epoch: 'e', seq: ++seq } });
    if (effect.do === 'show') {
      now = Math.max(now, effect.at);
      tell({ on: 'shown', turn: effect.turn, at: now });
    }
  }
  return {
    tell,
    silent,
    state: () => state,
    now: () => now,
    /** Lets time pass, waking as the engine asked. */
    until(end: number) {
      for (let i = 0; i < 10_000 && wakeAt !== null && wakeAt <= end; i++) {
        now = Math.max(now, wakeAt);
        tell({ on: 'tick' });
      }
      now = Math.max(now, end);
    },
    of: <K extends Effect['do']>(kind: K) =>
      done.flatMap(({ at: when, effect }) =>
        effect.do === kind ? [{ at: when, ...(effect as Extract<Effect, { do: K }>) }] : [],
      ),
  };
}
