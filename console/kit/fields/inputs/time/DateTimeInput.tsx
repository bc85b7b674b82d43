import { useTranslation } from 'react-i18next';
import { isTimeZone } from '../../../../../shared/contract/wire/wire.ts';
import { useLocale, useZone } from '../../../text/useFormat.ts';
import { refuse, type Parsed } from '../parsed.ts';
import type { WidgetProps } from '../props.ts';
import { useSetting, useSibling } from '../siblings.ts';
import { TypedInput } from '../TypedInput.tsx';
import { PickerButton } from './PickerButton.tsx';
import { isTwice, localOf, momentOf, parseDateTime, writeDateTime } from './zoned.ts';

/** A moment, shown and typed by the clocks of the zone that stands below; kept in UTC. */
export function DateTimeInput({ input, ...props }: WidgetProps<'dateTime'>) {
  const { t } = useTranslation('inputs');
  const locale = useLocale();
  const own = useZone();
  const zone = useSetting(input.zone);
  const tz = isTimeZone(zone) ? zone : own;
  const first = useSibling(input.notBefore);
  const value = typeof props.value === 'string' ? props.value : '';

  function parse(typed: string): Parsed<string> {
    const parsed = parseDateTime(typed, tz, locale);
    return 'value' in parsed && first !== '' && parsed.value < first
      ? refuse('tooEarly', { day: writeDateTime(first, tz, locale) })
      : parsed;
  }
  /** What the browser's calendar gives may be skipped by the clocks: then it stays as typed text and is refused. */
  function pick(local: string) {
    const moment = momentOf(local, tz);
    props.onChange('iso' in moment ? moment.iso : local.replace('T', ' '));
  }
  return (
    <TypedInput<string>
      {...props}
      kind="text"
      className="pr-14!"
      blank={input.nullable ? null : ''}
      parse={parse}
      write={moment => writeDateTime(moment, tz, locale)}
      note={isTwice(value, tz) ? t('twice', { tz }) : t('inZone', { tz })}
      tail={
        <PickerButton
          type="datetime-local"
          label={t('pickMoment')}
          value={localOf(value, tz)}
          disabled={props.disabled}
          onPick={pick}
        />
      }
    />
  );
}
