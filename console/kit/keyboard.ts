/** Tells shortcut keys from typing. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=menu], [role=dialog]') !== null;

export const hasNoModifier = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey;

/** Ctrl+K, on a Mac ⌘K. */
export const isPaletteKey = (
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
) => event.key.toLowerCase() === 'k' && event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey;

export const paletteShortcut = (platform: string) => (/^(Mac|iP)/.test(platform) ? '⌘ K' : 'Ctrl K');
