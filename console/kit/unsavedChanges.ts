/** Asks for confirmation before the user leaves a page with unsaved changes. */
import { useEffect, useId } from 'react';
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

/** Forms of the page and of what stands over it that hold changes, by the names of their drafts. */
const unsavedForms = new Set<string>();
const setUnsaved = () => unsavedChangesStore.setState({ dirty: unsavedForms.size > 0 });

type SettledListener = (form: string | null) => void;
const settledListeners = new Set<SettledListener>();
/** Runs when a form was saved, with its name, and with null when the user chooses to lose what was not. */
export function onSettled(listener: SettledListener): () => void {
  settledListeners.add(listener);
  return () => void settledListeners.delete(listener);
}

/** The form is saved. Where no other holds changes, a navigation that was asked for meanwhile goes on. */
export const markSaved = (form: string) => settle(form);
function settle(form: string | null) {
  for (const listener of settledListeners) listener(form);
  if (form === null) unsavedForms.clear();
  else unsavedForms.delete(form);
  setUnsaved();
  const { dirty, blockedNavigation } = unsavedChangesStore.getState();
  if (dirty) return;
  stayOnPage();
  blockedNavigation?.();
}
export const stayOnPage = () => unsavedChangesStore.setState({ blockedNavigation: null });
export const discardAndLeave = () => settle(null);

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

/** While `dirty`, navigation, Back and closing the tab ask first. `form`: what it is saved as by `markSaved`. */
export function useUnsavedChangesPrompt(dirty: boolean, form?: string) {
  const id = useId();
  const name = form ?? id;
  useEffect(() => {
    if (!dirty) return;
    editedUrl = location.href;
    unsavedForms.add(name);
    setUnsaved();
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (unsavedChangesStore.getState().dirty) event.preventDefault();
    };
    addEventListener('beforeunload', onBeforeUnload);
    return () => {
      unsavedForms.delete(name);
      setUnsaved();
      removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [dirty, name]);
}
