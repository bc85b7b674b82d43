import { useEffect, type RefObject } from 'react';

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=menu], [role=dialog]') !== null;

/** j and k walk over the rows, Enter opens (a row's first link has the focus), / goes to the search, n to what makes a new one. */
export function useRowKeys(root: RefObject<HTMLElement | null>) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const links = [...(root.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
      const at = links.indexOf(document.activeElement as HTMLElement);
      const focusOf: Record<string, () => HTMLElement | null | undefined> = {
        j: () => links[Math.min(at + 1, links.length - 1)],
        k: () => links[Math.max(at - 1, 0)],
        '/': () => root.current?.querySelector<HTMLElement>('[type=search]'),
      };
      const target = focusOf[event.key]?.();
      if (target) {
        event.preventDefault();
        target.focus();
      } else if (event.key === 'n') root.current?.querySelector<HTMLElement>('[data-primary]')?.click();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [root]);
}
