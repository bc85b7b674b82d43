import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusal } from '../../../ui/controls/refusal.ts';
import { useLocale } from '../../../text/useFormat.ts';
import { Combobox } from '../../Combobox.tsx';
import type { WidgetProps } from '../props.ts';
import { codeLabel, codeOfText, codeOptions, findCodes } from './codes.ts';

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
  const { t } = useTranslation('inputs');
  const locale = useLocale();
  const [typed, setTyped] = useState<string | null>(null);
  const [unknown, setUnknown] = useState('');
  const isRefused = unknown !== '' && Number.isNaN(value);
  const code = typeof value === 'string' ? value : '';
  const found = typed === null ? [] : findCodes(codeOptions(input.of, locale), typed).slice(0, LIMIT);
  useRefusal(isRefused ? t(`refused.${input.of}`, { text: unknown }) : undefined);

  /** A text that was left without choosing stays and says why it is refused: the code before would seem to be it. */
  function leave() {
    if (typed !== null && typed.trim() !== '') {
      const matching = codeOfText(codeOptions(input.of, locale), typed);
      if (matching === undefined) setUnknown(typed.trim());
      onChange(matching ?? NaN);
    }
    onBlur();
  }
  return (
    <Combobox
      {...aria}
      name={name}
      ref={ref}
      disabled={disabled}
      nullable={input.nullable}
      chosen={isRefused ? unknown : code === '' ? '' : codeLabel(input.of, code, locale)}
      options={found.map(option => ({ id: option.code, label: option.label }))}
      typed={typed}
      onType={setTyped}
      onChoose={onChange}
      onBlur={leave}
    />
  );
}
