import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { read } from '../../../../../shared/net/queries.ts';
import { useAuth } from '../../../../app/session/auth.tsx';
import type { WidgetProps } from '../props.ts';

interface Choices {
  items: readonly { id: string; name: string }[];
}

/** One of a few rows that a call names. */
export function ChoiceInput({
  input,
  aria,
  name,
  value,
  disabled,
  onChange,
  onBlur,
  ref,
}: WidgetProps<'choice'>) {
  const { t } = useTranslation('screens');
  const { client } = useAuth();
  const answer = useQuery(read(client, input.of, {}));
  const { items } = (answer.data as Choices | undefined) ?? { items: [] };
  const chosen = typeof value === 'string' ? value : '';
  return (
    <select
      {...aria}
      ref={ref}
      name={name}
      disabled={disabled}
      className="control"
      value={items.some(({ id }) => id === chosen) ? chosen : ''}
      onChange={event => onChange(event.target.value || (input.nullable ? null : ''))}
      onBlur={onBlur}
    >
      <option value="">{t(input.nullable ? 'none' : 'choose')}</option>
      {items.map(({ id, name: label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}
