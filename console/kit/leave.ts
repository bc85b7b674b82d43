/** Nobody leaves a page with unsaved work without having said so. */
import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';

interface Leave {
  dirty: boolean;
  /** The move that waits for an answer. */
  pending: (() => void) | null;
}
export const leaveStore = createStore<Leave>(() => ({ dirty: false, pending: null }));

/** All is saved: what follows at once may leave. */
export const settled = () => leaveStore.setState({ dirty: false, pending: null });
export const stay = () => leaveStore.setState({ pending: null });
export function leave() {
  const { pending } = leaveStore.getState();
  leaveStore.setState({ dirty: false, pending: null });
  pending?.();
}

/** At once, or once he has said that his unsaved work may go. */
export function whenSafe(move: () => void) {
  if (leaveStore.getState().dirty) leaveStore.setState({ pending: move });
  else move();
}
/** For the router: every move inside the console passes here. */
export const aroundNav = <O>(navigate: (to: string, options?: O) => void, to: string, options?: O) =>
  whenSafe(() => navigate(to, options));

/** While `dirty`, moves, Back and closing the tab ask first. */
export function useLeaveGuard(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return;
    const here = location.href;
    leaveStore.setState({ dirty: true });
    const unload = (event: BeforeUnloadEvent) => {
      if (leaveStore.getState().dirty) event.preventDefault();
    };
    // The browser has already gone back when it tells us; we return, ask, and go back again if he means it.
    const pop = (event: PopStateEvent) => {
      if (!leaveStore.getState().dirty) return;
      event.stopImmediatePropagation();
      history.pushState(null, '', here);
      leaveStore.setState({ pending: () => history.back() });
    };
    addEventListener('beforeunload', unload);
    addEventListener('popstate', pop, { capture: true });
    return () => {
      leaveStore.setState({ dirty: false });
      removeEventListener('beforeunload', unload);
      removeEventListener('popstate', pop, { capture: true });
    };
  }, [dirty]);
}
