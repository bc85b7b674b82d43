/** What has the focus before a dialog takes it: there it goes back. Of a menu that closes, the button that opened it. */
export function focusOrigin(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menu = active.closest('[role=menu]');
  return menu === null ? active : document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
}

/** For `onCloseAutoFocus`: Radix gives the focus back to a trigger only, and most of our dialogs have none. */
export const restoreFocus = (origin: HTMLElement | null) => (event: Event) => {
  if (!origin?.isConnected) return;
  event.preventDefault();
  origin.focus();
};
