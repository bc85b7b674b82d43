import { useState } from 'react';
import type { RefCallBack } from 'react-hook-form';
import type { FieldAria } from '../ui/controls/Field.tsx';

interface NumberInputProps extends FieldAria {
  name: string;
  value: unknown;
  disabled: boolean;
  className?: string;
  /** Steps of the value in one of what is typed: 1,000 where seconds are typed and ms kept. */
  unit?: number;
  onChange: (value: number | undefined) => void;
  onBlur: () => void;
  ref?: RefCallBack;
}

const numberOf = (text: string, unit: number) => {
  if (text.trim() === '') return undefined;
  const number = Number(text.replace(',', '.'));
  return unit === 1 ? number : Math.round(number * unit);
};

/** As typed, with comma or point, for as long as it means the value; a value from elsewhere is written anew. */
export function NumberInput({ value, unit = 1, className = '', onChange, ...rest }: NumberInputProps) {
  const written = typeof value === 'number' ? String(value / unit) : '';
  const [typed, setTyped] = useState(written);
  return (
    <input
      {...rest}
      inputMode="decimal"
      className={`control font-mono ${className}`}
      value={Object.is(numberOf(typed, unit), value) ? typed : written}
      onChange={e => {
        setTyped(e.target.value);
        onChange(numberOf(e.target.value, unit));
      }}
    />
  );
}
