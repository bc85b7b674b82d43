import { useTranslation } from 'react-i18next';
import { useText } from '../../../text/useText.ts';
import type { WidgetProps } from '../props.ts';
import { Chips } from './Chips.tsx';
import { remaining, withChoice } from './choices.ts';

/** What is chosen stands as chips, in the order of the options; what is left is picked from a list. */
export function ChoicesInput({
  resource,
  input,
  aria,
  name,
  value,
  disabled,
  onChange,
  onBlur,
  ref,
}: WidgetProps<'choices'>) {
  const { t } = useTranslation('inputs');
  const text = useText(resource);
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const { options, max = options.length } = input;
  const left = remaining(options, chosen);
  const isFull = chosen.length >= max;
  return (
    <div className="flex flex-col gap-2">
      <Chips
        label={t('chosen')}
        chips={chosen.map(key => ({ key, text: text(`values.${key}`) }))}
        disabled={disabled}
        remove={option => onChange(chosen.filter(one => one !== option))}
      />
      <select
        {...aria}
        ref={ref}
        name={name}
        disabled={disabled || isFull || left.length === 0}
        className="control"
        value=""
        onChange={event => onChange(withChoice(options, chosen, event.target.value))}
        onBlur={onBlur}
      >
        <option value="">{isFull ? t('full', { n: max }) : t('choices.add')}</option>
        {left.map(option => (
          <option key={option} value={option}>
            {text(`values.${option}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
