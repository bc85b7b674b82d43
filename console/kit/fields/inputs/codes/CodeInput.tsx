import { useState } from 'react';
import { useLocale } from '../../../text/useFormat.ts';
import { Combobox } from '../../Combobox.tsx';
import type { WidgetProps } from '../props.ts';
import { codeLabel, codeOptions, findCodes } from './codes.ts';

/** More are found by typing on. */
const LIMIT = 50;

/** A country, currency or time zone, found by its name in the reader's language or by its code. */
export function CodeInput({
  input,
  aria,
  name,
  value,
  disabled,
  onChange,
  onBlur,
  ref,
}: WidgetProps<'code'>) {
  const locale = useLocale();
  const [typed, setTyped] = useState<string | null>(null);
  const code = typeof value === 'string' ? value : '';
  const found = typed === null ? [] : findCodes(codeOptions(input.of, locale), typed).slice(0, LIMIT);
  return (
    <Combobox
      {...aria}
      name={name}
      ref={ref}
      disabled={disabled}
      nullable={input.nullable}
      chosen={code === '' ? '' : codeLabel(input.of, code, locale)}
      options={found.map(option => ({ id: option.code, label: option.label }))}
      typed={typed}
      onType={setTyped}
      onChoose={onChange}
      onBlur={onBlur}
    />
  );
}
