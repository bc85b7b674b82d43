import { useState, type ReactNode } from 'react';
import type { RefCallBack } from 'react-hook-form';
import type { FieldAria } from '../../ui/controls/Field.tsx';
import { useRefusal } from '../../ui/controls/refusal.ts';
import { useText } from '../../text/useText.ts';
import { isRefused, type Parsed } from './parsed.ts';

interface TypedInputProps<V extends number | string> {
  aria: FieldAria;
  /** Its name where the field's label is not enough: one of several controls. */
  label?: string;
  name: string;
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  ref?: RefCallBack;
  kind: V extends number ? 'number' : 'text';
  parse: (typed: string) => Parsed<V>;
  write: (value: V) => string;
  /** What an empty field means. */
  blank: null | undefined | '';
  inputMode?: 'decimal' | 'text';
  className?: string;
  /** What the value means, read out with the field. */
  note?: ReactNode;
  /** Drawn inside, at the end. */
  tail?: ReactNode;
  /** Asked of a text that is left behind; true: it was taken elsewhere. */
  onLeave?: (typed: string) => boolean;
}

/**
 * A text that means a value. What is typed stays as it is for as long as it means the value, and is written anew when
 * the field is left. A text without meaning becomes a value that no schema takes, and the field says why.
 */
export function TypedInput<V extends number | string>(props: TypedInputProps<V>) {
  const { aria, label, name, value, disabled, onChange, onBlur, ref, kind, parse, write, blank } = props;
  const text = useText('inputs');
  const [typed, setTyped] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const isValue = kind === 'number' ? typeof value === 'number' : typeof value === 'string' && value !== '';
  const written = isValue ? write(value as V) : '';

  function meaning(of: string): unknown {
    const parsed = parse(of);
    if ('value' in parsed) return parsed.value;
    if ('blank' in parsed) return blank;
    return kind === 'number' ? NaN : of;
  }
  const isKept = typed !== null && Object.is(meaning(typed), value ?? blank);
  /** A text from elsewhere that means nothing is shown as it is. */
  const display = isKept ? typed : written === '' && typeof value === 'string' ? value : written;
  const parsed = parse(display);
  const isShownWrong = isRefused(parsed) && (!isFocused || aria['aria-invalid'] === true);
  useRefusal(isShownWrong ? text(`refused.${parsed.refused}`, parsed.values) : undefined);

  const note = props.note === undefined ? undefined : `${aria.id}-note`;
  return (
    <>
      <div className="relative">
        <input
          {...aria}
          aria-label={label}
          aria-describedby={[aria['aria-describedby'], note].filter(Boolean).join(' ') || undefined}
          ref={ref}
          name={name}
          disabled={disabled}
          autoComplete="off"
          inputMode={props.inputMode ?? 'text'}
          className={`control font-mono ${props.className ?? ''}`}
          value={display}
          onFocus={() => setFocused(true)}
          onChange={event => {
            setTyped(event.target.value);
            onChange(meaning(event.target.value));
          }}
          onBlur={() => {
            setFocused(false);
            if (props.onLeave?.(display) || !isRefused(parsed)) setTyped(null);
            onBlur();
          }}
        />
        {props.tail}
      </div>
      {note !== undefined && (
        <p id={note} className="text-13 text-ink-3">
          {props.note}
        </p>
      )}
    </>
  );
}

/** A unit or a reading at the end of a field, seen only: the note says it to all. */
export const Tail = ({ children }: { children: ReactNode }) => (
  <span
    aria-hidden="true"
    className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-ink-2"
  >
    {children}
  </span>
);
