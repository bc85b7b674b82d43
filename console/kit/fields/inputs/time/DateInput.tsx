import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../text/useFormat.ts';
import type { WidgetProps } from '../props.ts';
import { useSibling } from '../siblings.ts';
import { TypedInput } from '../TypedInput.tsx';
import { parseDate, writeDate } from './date.ts';
import { PickerButton } from './PickerButton.tsx';

/** A day of the calendar, in no zone: typed as the language or ISO writes it, or picked. */
export function DateInput({ input, ...props }: WidgetProps<'date'>) {
  const { t } = useTranslation('inputs');
  const locale = useLocale();
  const other = useSibling(input.notBefore);
  const min = [input.min ?? '', other].sort().at(-1) || undefined;
  const bounds = {
    ...(min === undefined ? {} : { min }),
    ...(input.max === undefined ? {} : { max: input.max }),
  };
  return (
    <TypedInput<string>
      {...props}
      kind="text"
      className="pr-14!"
      blank={input.nullable ? null : ''}
      parse={typed => parseDate(typed, locale, bounds)}
      write={value => writeDate(value, locale)}
      tail={
        <PickerButton
          type="date"
          label={t('pickDay')}
          value={typeof props.value === 'string' ? props.value : ''}
          disabled={props.disabled}
          onPick={props.onChange}
          {...bounds}
        />
      }
    />
  );
}
