import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { systemClock } from '../../../shared/clock.ts';
import { useSignedIn } from '../../app/session/auth.tsx';
import { changedValues } from '../resource/form.ts';
import { onSettled } from '../unsavedChanges.ts';
import { dropDraft, readDraft, saveDraft } from './drafts.ts';

interface DraftOptions {
  /** Names the form and its row; undefined: nothing of it is kept. */
  form: string | undefined;
  initial: FieldValues;
  control: Pick<UseFormReturn, 'getValues' | 'setValue' | 'subscribe'>;
}

const SAVE_AFTER_MS = 500;

/**
 * Keeps what is typed until it is sent or thrown away: through a reload, a crash and the end of the session.
 * `isRestored`: the form began with what was typed before.
 */
export function useDraft({ form, initial, control }: DraftOptions) {
  const { user } = useSignedIn();
  const [isRestored, setRestored] = useState(false);
  const owner = useRef({ user: user.id, tenant: user.tenant_id });
  const base = useRef(initial);
  const cancelSave = useRef(() => {});
  useEffect(() => void (base.current = initial), [initial]);
  const { getValues, setValue, subscribe } = control;
  const drop = useCallback(() => {
    setRestored(false);
    cancelSave.current();
    if (form !== undefined) dropDraft(localStorage, owner.current, form);
  }, [form]);

  useEffect(() => {
    if (form === undefined) return;
    const now = systemClock.now();
    const values = readDraft(localStorage, owner.current, { form, now }) ?? {};
    const known = Object.entries(values).filter(([name]) => name in base.current);
    for (const [name, value] of known) setValue(name, value, { shouldDirty: true });
    if (known.length > 0) setRestored(true);
  }, [form, setValue]);

  useEffect(() => {
    if (form === undefined) return;
    const keep = () => {
      const values = changedValues(getValues(), base.current);
      if (Object.keys(values).length === 0) dropDraft(localStorage, owner.current, form);
      else saveDraft(localStorage, owner.current, { form, values, now: systemClock.now() });
    };
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
    const stopSettled = onSettled(() => {
      isDue = false;
      drop();
    });
    return () => {
      stop();
      removeEventListener('pagehide', saveNow);
      stopSettled();
      cancelSave.current();
    };
  }, [form, getValues, subscribe, drop]);

  return { isRestored, drop };
}
