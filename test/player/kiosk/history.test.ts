import { describe, expect, it } from 'vitest';
import { holdHistory } from '../../../player/kiosk/history.ts';

/** A tab: entries before the page, and the page's own; going back beyond those leaves it. */
function tab() {
  const page = new EventTarget();
  const entries: unknown[] = [null];
  let at = 0;
  let isGone = false;
  const pending: (() => void)[] = [];
  const history = {
    get state() {
      return entries[at];
    },
    pushState(state: unknown) {
      entries.splice(++at, Infinity, state);
    },
    /** Takes effect later, as in a browser. */
    go: (by: number) => void pending.push(() => move(by)),
  };
  function move(by: number) {
    /** There is nothing ahead: a browser does nothing then. */
    if (at + by >= entries.length) return;
    at += by;
    if (at < 0) isGone = true;
    else page.dispatchEvent(new Event('popstate'));
  }
  return {
    page,
    history,
    touch: () => page.dispatchEvent(new Event('pointerup')),
    back: () => move(-1),
    settle: () => {
      for (let act = pending.shift(); act; act = pending.shift()) act();
    },
    isGone: () => isGone,
    entries: () => entries.length,
    at: () => at,
  };
}

describe('the history of a kiosk', () => {
  it('is left by nothing from the first touch on: Back brings it forward again', () => {
    const own = tab();
    holdHistory(own);
    own.touch();
    for (let n = 0; n < 20; n++) {
      own.back();
      own.settle();
      expect(own.isGone()).toBe(false);
    }
    expect(own.at()).toBe(1);
  });

  it('holds somebody quick, too, and does not grow with each touch', () => {
    const own = tab();
    holdHistory(own);
    for (let n = 0; n < 50; n++) own.touch();
    expect(own.entries()).toBe(5);
    for (let n = 0; n < 3; n++) own.back();
    own.settle();
    expect([own.isGone(), own.at()]).toEqual([false, 4]);
  });

  it('goes on where a reload left it', () => {
    const own = tab();
    holdHistory(own);
    own.touch();
    own.touch();
    const reloaded = { ...own, page: new EventTarget() };
    holdHistory({ history: own.history, page: reloaded.page });
    reloaded.page.dispatchEvent(new Event('pointerup'));
    expect(own.entries()).toBe(4);
  });
});
