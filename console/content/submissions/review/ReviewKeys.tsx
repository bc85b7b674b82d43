import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { useSignedIn } from '../../../app/session/auth.tsx';
import { hasNoModifier, isInField } from '../../../kit/keyboard.ts';
import { useText } from '../../../kit/text/useText.ts';

/** What each key presses; its button is there where the state allows it. */
const ACTION_KEYS: Record<string, string> = {
  s: 'assign',
  a: 'approve',
  c: 'request-changes',
  r: 'reject',
};
const STEPS: Record<string, number> = { j: 1, k: -1 };
const isInDialogAbove = () => document.querySelectorAll('[role=dialog]').length > 1;

/** One hand on the keyboard goes through the queue: the next, the one before, and the decision. */
export function ReviewKeys() {
  const text = useText('submissions');
  const [, setParams] = useSearchParams();
  const { shortcuts } = useSignedIn().user.prefs;
  useEffect(() => {
    if (!shortcuts) return;
    function onKeyDown(event: KeyboardEvent) {
      if (isInField(event.target) || !hasNoModifier(event) || isInDialogAbove()) return;
      const step = STEPS[event.key];
      const verb = ACTION_KEYS[event.key];
      if (step === undefined && verb === undefined) return;
      event.preventDefault();
      if (verb !== undefined)
        return document.querySelector<HTMLElement>(`[role=dialog] [data-action="${verb}"]`)?.click();
      setParams(params => {
        const ids = [...document.querySelectorAll<HTMLElement>('[data-row-link]')].map(
          row => row.dataset['id'],
        );
        const next = ids[ids.indexOf(params.get('id') ?? '') + (step ?? 0)];
        if (next !== undefined) params.set('id', next);
        return params;
      });
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [shortcuts, setParams]);
  return shortcuts ? <p className="text-13 text-ink-2 pointer-coarse:hidden">{text('keys')}</p> : null;
}
