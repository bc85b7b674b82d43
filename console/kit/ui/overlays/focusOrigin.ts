/** The element that gets the focus back when a dialog closes; for an item of a closing menu, the menu's button. */
export function focusOrigin(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menu = active.closest('[role=menu]');
  return menu === null ? active : document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
}

/** For `onCloseAutoFocus`: Radix returns the focus only to a trigger, and most of our dialogs have none. */
export const restoreFocus = (origin: HTMLElement | null) => (event: Event) => {
  if (!origin?.isConnected) return;
  event.preventDefault();
  origin.focus();
};
