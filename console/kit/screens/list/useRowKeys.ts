import { useEffect, type RefObject } from 'react';
import { useSignedIn } from '../../../app/session/auth.tsx';
import { hasNoModifier, isTyping } from '../../keyboard.ts';

/**
 * j and k walk over the rows, Enter opens (a row's first link has the focus), and so does e where the record has a form,
 * / goes to the search, n to what makes a new one. Whoever turned single keys off has none of them.
 */
export function useRowKeys(root: RefObject<HTMLElement | null>, hasForm: boolean) {
  const { shortcuts } = useSignedIn().user.prefs;
  useEffect(() => {
    if (!shortcuts) return;
    function onKeyDown(event: KeyboardEvent) {
      if (isTyping(event.target) || !hasNoModifier(event)) return;
      const links = [...(root.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
      const at = links.indexOf(document.activeElement as HTMLElement);
      const focusOf: Record<string, () => HTMLElement | null | undefined> = {
        j: () => links[Math.min(at + 1, links.length - 1)],
        k: () => links[Math.max(at - 1, 0)],
        '/': () => root.current?.querySelector<HTMLElement>('[type=search]'),
      };
      const pressOf: Record<string, () => HTMLElement | null | undefined> = {
        n: () => root.current?.querySelector<HTMLElement>('[data-primary]'),
        e: () => (hasForm ? links[at] : null),
      };
      const target = focusOf[event.key]?.();
      if (target) {
        event.preventDefault();
        target.focus();
      } else pressOf[event.key]?.()?.click();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [root, shortcuts, hasForm]);
}
