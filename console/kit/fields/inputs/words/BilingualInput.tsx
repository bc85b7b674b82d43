import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusal } from '../../../ui/controls/refusal.ts';
import { Group, partAria } from '../Group.tsx';
import type { WidgetProps } from '../props.ts';
import { isFilled, TONGUES, withTongue, type Bilingual } from './bilingual.ts';

/** One text in two languages; where one is empty, its readers see the other. */
export function BilingualInput({
  input,
  aria,
  name,
  value,
  disabled,
  onChange,
  onBlur,
  ref,
}: WidgetProps<'bilingual'>) {
  const { t } = useTranslation('inputs');
  const [isLeft, setLeft] = useState(false);
  const texts = (value ?? undefined) as Bilingual | undefined;
  const isMissing = input.isRequired === true && !isFilled(texts);
  useRefusal(isMissing && (isLeft || aria['aria-invalid']) ? t('refused.bilingual') : undefined);
  const Control = input.area ? 'textarea' : 'input';
  return (
    <Group aria={aria}>
      <div className="grid gap-3 sm:grid-cols-2">
        {TONGUES.map((tongue, i) => (
          <div key={tongue} className="flex flex-col gap-1">
            <label htmlFor={`${aria.id}-${tongue}`} className="text-13 text-ink-2">
              {t(`tongues.${tongue}`)}
            </label>
            <Control
              {...partAria(aria, tongue)}
              ref={i === 0 ? ref : undefined}
              name={`${name}.${tongue}`}
              lang={tongue}
              disabled={disabled}
              rows={input.area ? 3 : undefined}
              className={input.area ? 'control py-3' : 'control'}
              value={texts?.[tongue] ?? ''}
              onChange={event => onChange(withTongue(texts, tongue, event.target.value, input.nullable))}
              onBlur={() => {
                setLeft(true);
                onBlur();
              }}
            />
          </div>
        ))}
      </div>
    </Group>
  );
}
