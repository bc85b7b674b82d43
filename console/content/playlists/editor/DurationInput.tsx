import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useId } from 'react';
import { decimalOf } from '../../../kit/fields/inputs/amount/decimal.ts';

const S = 1_000;
const MIN_MS = 3_000;
const MAX_MS = 3_600_000;

/** `12` or `7,5` seconds as ms; null where it is no length an item may have. */
export function parseSeconds(text: string): number | null {
  const ms = Math.round(Number(decimalOf(text) ?? NaN) * S);
  return ms >= MIN_MS && ms <= MAX_MS ? ms : null;
}

interface DurationInputProps {
  label: string;
  /** ms */
  value: number;
  disabled: boolean;
  onChange: (ms: number) => void;
}

/** Takes over on leaving and on Enter; what is no length stays, marked, and changes nothing. */
export function DurationInput({ label, value, disabled, onChange }: DurationInputProps) {
  const { t } = useTranslation('playlists');
  const [typed, setTyped] = useState<string | null>(null);
  const note = useId();
  const isInvalid = typed !== null && parseSeconds(typed) === null;
  function commit() {
    const ms = typed === null ? null : parseSeconds(typed);
    if (ms === null) return;
    setTyped(null);
    if (ms !== value) onChange(ms);
  }
  return (
    <span className="relative inline-block w-24">
      <input
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? note : undefined}
        inputMode="decimal"
        disabled={disabled}
        value={typed ?? String(value / S)}
        onChange={e => setTyped(e.target.value)}
        onBlur={commit}
        onKeyDown={e => {
          if (e.key === 'Enter') commit();
          if (e.key === 'Escape') setTyped(null);
        }}
        className="control pr-8 text-right font-mono"
      />
      <span aria-hidden="true" className="absolute top-0 right-3 flex h-12 items-center text-ink-3">
        {t('edit.seconds')}
      </span>
      {isInvalid && (
        <span
          id={note}
          className="absolute top-full right-0 z-10 rounded-sm bg-danger px-2 py-1 text-12 whitespace-nowrap text-surface"
        >
          {t('edit.badDuration')}
        </span>
      )}
    </span>
  );
}
