/** Asks for confirmation before the user leaves a page with unsaved changes. */
import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';

interface UnsavedChanges {
  dirty: boolean;
  /** The navigation that waits for the user's answer. */
  blockedNavigation: (() => void) | null;
}
export const unsavedChangesStore = createStore<UnsavedChanges>(() => ({
  dirty: false,
  blockedNavigation: null,
}));

const settledListeners = new Set<(isDiscarded: boolean) => void>();
/** Runs when everything was saved, and when the user chooses to lose what was not. */
export function onSettled(listener: (isDiscarded: boolean) => void): () => void {
  settledListeners.add(listener);
  return () => void settledListeners.delete(listener);
}

/** Everything is saved: the next navigation is not blocked, and one that was asked for meanwhile goes on. */
export const markSaved = () => release(false);
function release(isDiscarded: boolean) {
  for (const listener of settledListeners) listener(isDiscarded);
  const { blockedNavigation: pending } = unsavedChangesStore.getState();
  unsavedChangesStore.setState({ dirty: false, blockedNavigation: null });
  pending?.();
}
export const stayOnPage = () => unsavedChangesStore.setState({ blockedNavigation: null });
export const discardAndLeave = () => release(true);

/** Navigates at once, or after the user has agreed to lose unsaved changes. */
export function confirmUnsavedChanges(navigation: () => void) {
  if (unsavedChangesStore.getState().dirty) unsavedChangesStore.setState({ blockedNavigation: navigation });
  else navigation();
}
/** wouter's hook around every navigation inside the console. */
export const aroundNav = <O>(navigate: (to: string, options?: O) => void, to: string, options?: O) =>
  confirmUnsavedChanges(() => navigate(to, options));

/** The page whose changes are not saved. */
let editedUrl = '';
/** popstate fires after the browser has gone back: restore the entry, ask, and go back again if the user agrees. */
export function askBeforeBack(event: PopStateEvent) {
  if (!unsavedChangesStore.getState().dirty) return;
  event.stopImmediatePropagation();
  history.pushState(null, '', editedUrl);
  unsavedChangesStore.setState({ blockedNavigation: () => history.back() });
}

/** While `dirty`, navigation, Back and closing the tab ask first. */
export function useUnsavedChangesPrompt(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return;
    editedUrl = location.href;
    unsavedChangesStore.setState({ dirty: true });
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (unsavedChangesStore.getState().dirty) event.preventDefault();
    };
    addEventListener('beforeunload', onBeforeUnload);
    return () => {
      unsavedChangesStore.setState({ dirty: false });
      removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [dirty]);
}
