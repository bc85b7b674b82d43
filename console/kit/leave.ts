/** Nobody leaves a page with unsaved work without having said so. */
import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';

interface UnsavedChanges {
  dirty: boolean;
  /** The move that waits for an answer. */
  blockedNavigation: (() => void) | null;
}
export const unsavedChangesStore = createStore<UnsavedChanges>(() => ({ dirty: false, blockedNavigation: null }));

/** All is saved: what follows at once may leave. */
export const markSaved = () => unsavedChangesStore.setState({ dirty: false, blockedNavigation: null });
export const stayOnPage = () => unsavedChangesStore.setState({ pending: null });
export function discardAndLeave() {
  const { blockedNavigation: pending } = unsavedChangesStore.getState();
  unsavedChangesStore.setState({ dirty: false, pending: null });
  pending?.();
}

/** At once, or once he has said that his unsaved work may go. */
export function confirmUnsavedChanges(navigation: () => void) {
  if (unsavedChangesStore.getState().dirty) unsavedChangesStore.setState({ pending: navigation });
  else navigation();
}
/** For the router: every move inside the console passes here. */
export const aroundNav = <O>(navigate: (to: string, options?: O) => void, to: string, options?: O) =>
  confirmUnsavedChanges(() => navigate(to, options));

/** While `dirty`, moves, Back and closing the tab ask first. */
export function useUnsavedChangesPrompt(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return;
    const currentUrl = location.href;
    unsavedChangesStore.setState({ dirty: true });
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (unsavedChangesStore.getState().dirty) event.preventDefault();
    };
    // The browser has already gone back when it tells us; we return, ask, and go back again if he means it.
    const onPopState = (event: PopStateEvent) => {
      if (!unsavedChangesStore.getState().dirty) return;
      event.stopImmediatePropagation();
      history.pushState(null, '', currentUrl);
      unsavedChangesStore.setState({ pending: () => history.back() });
    };
    addEventListener('beforeunload', onBeforeUnload);
    addEventListener('popstate', onPopState, { capture: true });
    return () => {
      unsavedChangesStore.setState({ dirty: false });
      removeEventListener('beforeunload', onBeforeUnload);
      removeEventListener('popstate', onPopState, { capture: true });
    };
  }, [dirty]);
}
