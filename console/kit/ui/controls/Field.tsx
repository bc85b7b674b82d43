import { useId, useState, type ReactNode } from 'react';
import { RefusalContext } from './refusal.ts';

export interface FieldAria {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  hint?: string;
  error?: string;
  /** Renders the control with the ids that link it to label, hint and error. */
  children: (aria: FieldAria) => ReactNode;
}

export function Field({ label, hint, error: given, children }: FieldProps) {
  const id = useId();
  const [refusal, setRefusal] = useState<string>();
  const error = refusal ?? given;
  const notes = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return (
    <div className="flex flex-col gap-1.5">
      <label id={`${id}-label`} htmlFor={id} className="font-semibold">
        {label}
      </label>
      <RefusalContext value={setRefusal}>
        {children({
          id,
          'aria-invalid': error === undefined ? undefined : true,
          'aria-describedby': notes.length > 0 ? notes.join(' ') : undefined,
        })}
      </RefusalContext>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-13 text-ink-3">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-13 font-semibold whitespace-pre-line text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
