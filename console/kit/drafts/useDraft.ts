import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { systemClock } from '../../../shared/clock.ts';
import { useSignedIn } from '../../app/session/auth.tsx';
import { changedValues } from '../resource/form.ts';
import type { Steps } from '../screens/form/useSteps.ts';
import { onSettled } from '../unsavedChanges.ts';
import { dropDraft, readDraft, saveDraft } from './drafts.ts';

interface DraftOptions {
  /** Names the form and its row; undefined: nothing of it is kept. */
  form: string | undefined;
  initial: FieldValues;
  control: Pick<UseFormReturn, 'getValues' | 'setValue' | 'subscribe'>;
  /** Where a long form is, and how it gets to where it was left. */
  steps: Pick<Steps, 'index' | 'go'>;
}

const SAVE_AFTER_MS = 500;

/**
 * Keeps what is typed until it is sent or thrown away: through a reload, a crash and the end of the session.
 * `isRestored`: the form began with what was typed before.
 */
export function useDraft({ form, initial, control, steps: { index, go } }: DraftOptions) {
  const { user } = useSignedIn();
  const [isRestored, setRestored] = useState(false);
  const owner = useRef({ user: user.id, tenant: user.tenant_id });
  const base = useRef(initial);
  const step = useRef(index);
  const cancelSave = useRef(() => {});
  useEffect(() => void (base.current = initial), [initial]);
  const { getValues, setValue, subscribe } = control;
  const drop = useCallback(() => {
    setRestored(false);
    cancelSave.current();
    if (form !== undefined) dropDraft(localStorage, owner.current, form);
  }, [form]);

  const keep = useCallback(() => {
    if (form === undefined) return;
    const values = changedValues(getValues(), base.current);
    if (Object.keys(values).length === 0) dropDraft(localStorage, owner.current, form);
    else {
      const now = systemClock.now();
      saveDraft(localStorage, owner.current, { form, values, step: step.current, now });
    }
  }, [form, getValues]);

  /** Before the draft is read, so that the step it was left at is none that is new. */
  useEffect(() => {
    if (step.current === index) return;
    step.current = index;
    /** Where nothing is typed, another tab's draft stays. */
    if (Object.keys(changedValues(getValues(), base.current)).length > 0) keep();
  }, [index, keep, getValues]);

  useEffect(() => {
    if (form === undefined) return;
    const draft = readDraft(localStorage, owner.current, { form, now: systemClock.now() });
    const known = Object.entries(draft?.values ?? {}).filter(([name]) => name in base.current);
    if (draft === null || known.length === 0) return;
    for (const [name, value] of known) setValue(name, value, { shouldDirty: true });
    step.current = draft.step;
    go(draft.step);
    setRestored(true);
  }, [form, setValue, go]);

  useEffect(() => {
    if (form === undefined) return;
    let isDue = false;
    const save = () => {
      isDue = false;
      keep();
    };
    const stop = subscribe({
      formState: { values: true },
      callback() {
        cancelSave.current();
        isDue = true;
        cancelSave.current = systemClock.after(SAVE_AFTER_MS, save);
      },
    });
    /** A page that is left waits for nothing: an older draft would stand there as if it were the last one. */
    const saveNow = () => isDue && save();
    addEventListener('pagehide', saveNow);
    const stopSettled = onSettled(settled => {
      if (settled !== null && settled !== form) return;
      isDue = false;
      drop();
    });
    return () => {
      stop();
      removeEventListener('pagehide', saveNow);
      stopSettled();
      cancelSave.current();
    };
  }, [form, keep, subscribe, drop]);

  return { isRestored, drop };
}
