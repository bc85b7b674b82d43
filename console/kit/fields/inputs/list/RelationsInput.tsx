import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { read } from '../../../../../shared/net/queries.ts';
import { useAuth } from '../../../../app/session/auth.tsx';
import { RelationPicker } from '../../RelationPicker.tsx';
import { nameOf, useRelation, type PickerRow } from '../../relation.ts';
import { useRefusal } from '../../../ui/controls/refusal.ts';
import type { WidgetProps } from '../props.ts';
import { Chips } from './Chips.tsx';

/** Rows of another resource, looked for by name one after another. */
export function RelationsInput({
  input,
  aria,
  name,
  value,
  disabled,
  onChange,
  onBlur,
  ref,
}: WidgetProps<'relations'>) {
  const { t } = useTranslation('inputs');
  const { client } = useAuth();
  const relation = useRelation(input.of);
  const ids = Array.isArray(value) ? (value as string[]) : [];
  const answers = useQueries({ queries: ids.map(id => read(client, relation.read, { params: { id } })) });
  const isFull = input.max !== undefined && ids.length >= input.max;
  useRefusal(
    input.max !== undefined && ids.length > input.max ? t('refused.tooMany', { n: input.max }) : undefined,
  );
  const chips = ids.map((id, i) => ({
    key: id,
    text: nameOf(answers[i]?.data as PickerRow | undefined) || '…',
  }));
  return (
    <div
      className="flex flex-col gap-2"
      onKeyDown={event => {
        const field = event.target as HTMLElement;
        if (event.key === 'Backspace' && field instanceof HTMLInputElement && field.value === '' && !disabled)
          onChange(ids.slice(0, -1));
      }}
    >
      <Chips
        label={t('chosen')}
        chips={chips}
        disabled={disabled}
        remove={id => onChange(ids.filter(one => one !== id))}
      />
      <RelationPicker
        {...aria}
        input={input}
        name={name}
        value=""
        disabled={disabled || isFull}
        except={ids}
        onChange={id => id !== null && !ids.includes(id) && onChange([...ids, id])}
        onBlur={onBlur}
        ref={ref}
      />
      {isFull && <p className="text-13 text-ink-3">{t('full', { n: input.max })}</p>}
    </div>
  );
}
