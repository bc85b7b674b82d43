import { useState } from 'react';
import type { RefCallBack } from 'react-hook-form';
import type { FieldAria } from '../ui/controls/Field.tsx';
import { decimalOf } from './inputs/amount/decimal.ts';

interface NumberInputProps extends FieldAria {
  name: string;
  value: unknown;
  disabled: boolean;
  className?: string;
  placeholder?: string | undefined;
  /** Factor from typed to stored value: 1,000 when seconds are typed and ms stored. */
  unit?: number;
  onChange: (value: number | undefined) => void;
  onBlur: () => void;
  ref?: RefCallBack;
}

const numberOf = (text: string, unit: number) => {
  if (text.trim() === '') return undefined;
  const number = Number(decimalOf(text) ?? NaN);
  return unit === 1 ? number : Math.round(number * unit);
};

/**
 * Keeps the typed text, with comma or point or parted thousands, while one types; then it shows the number that was
 * read. A value set from outside replaces it.
 */
export function NumberInput({
  value,
  unit = 1,
  className = '',
  onChange,
  onBlur,
  ...rest
}: NumberInputProps) {
  const valueText = typeof value === 'number' ? String(value / unit) : '';
  const [typed, setTyped] = useState(valueText);
  return (
    <input
      {...rest}
      inputMode="decimal"
      className={`control font-mono ${className}`}
      value={Object.is(numberOf(typed, unit), value) ? typed : valueText}
      onChange={e => {
        setTyped(e.target.value);
        onChange(numberOf(e.target.value, unit));
      }}
      onBlur={() => {
        if (Number.isFinite(value)) setTyped(valueText);
        onBlur();
      }}
    />
  );
}
