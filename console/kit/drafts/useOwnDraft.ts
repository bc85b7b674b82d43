import { useMemo, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { systemClock } from '../../../shared/clock.ts';
import { useSignedIn } from '../../app/session/auth.tsx';
import { dropDraft, readDraft, saveDraft } from './drafts.ts';

/** The draft of what is no form of fields. `begun`: what was left here before; it is read once. */
export function useOwnDraft(form: string) {
  const { user } = useSignedIn();
  const [owner] = useState({ user: user.id, tenant: user.tenant_id });
  const [begun] = useState(
    () => readDraft(localStorage, owner, { form, now: systemClock.now() })?.values ?? null,
  );
  return useMemo(
    () => ({
      begun,
      keep: (values: FieldValues) =>
        saveDraft(localStorage, owner, { form, values, step: 0, now: systemClock.now() }),
      drop: () => dropDraft(localStorage, owner, form),
    }),
    [begun, form, owner],
  );
}
