import { useState } from 'react';
import { useUnsavedChangesPrompt } from '../unsavedChanges.ts';
import { useOwnDraft } from './useOwnDraft.ts';

/** A text that is kept on this device until it is sent or thrown away, as that of a form is. */
export function useTextDraft(form: string) {
  const { begun, keep, drop } = useOwnDraft(form);
  const [text, setText] = useState(() => (typeof begun?.['text'] === 'string' ? begun['text'] : ''));
  useUnsavedChangesPrompt(text !== '');
  function set(next: string) {
    setText(next);
    if (next === '') drop();
    else keep({ text: next });
  }
  return { text, set, drop };
}
