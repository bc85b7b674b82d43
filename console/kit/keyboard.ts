const isWithin = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;
/** A key there is meant for what has the focus. */
export const isInField = (target: EventTarget | null) =>
  isWithin(target, 'input, textarea, select, [contenteditable], [role=menu]');
/** Tells the shortcut keys of a page from typing, and from what stands above it. */
export const isTyping = (target: EventTarget | null) =>
  isInField(target) || isWithin(target, '[role=dialog]');

export const hasNoModifier = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey;

/** Ctrl+K, on a Mac ⌘K. */
export const isPaletteKey = (
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
) => event.key.toLowerCase() === 'k' && event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey;

export const paletteShortcut = (platform: string) => (/^(Mac|iP)/.test(platform) ? '⌘ K' : 'Ctrl K');
