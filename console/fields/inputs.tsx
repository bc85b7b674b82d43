/** How each kind of value is edited. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { read } from '../../shared/net/queries.ts';
import { useAuth } from '../auth.tsx';
import type { Input } from '../resources/define.ts';
import type { FieldAria } from '../ui/Field.tsx';
import { useFormat } from '../useFormat.ts';
import { useText } from '../useText.ts';

interface InputProps {
  resource: string;
  input: Input;
  aria: FieldAria;
  name: string;
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
  onBlur: () => void;
}

const S = 1_000;
const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const asNumber = (text: string) => (text.trim() === '' ? undefined : Number(text.replace(',', '.')));

export function InputOf(props: InputProps) {
  const { input, aria, name, value, disabled, onChange, onBlur } = props;
  const text = useText(props.resource);
  const format = useFormat();
  const common = { ...aria, name, disabled, onBlur };
  switch (input.as) {
    case 'text':
      return (
        <input
          {...common}
          className="control"
          value={asText(value)}
          onChange={e => onChange(input.orNull && e.target.value === '' ? null : e.target.value)}
        />
      );
    case 'area':
      return (
        <textarea
          {...common}
          rows={3}
          className="control py-3"
          value={asText(value)}
          onChange={e => onChange(e.target.value)}
        />
      );
    case 'seconds':
      return (
        <div className="relative">
          <input
            {...common}
            inputMode="decimal"
            className="control pr-24 font-mono"
            defaultValue={typeof value === 'number' ? value / S : ''}
            onChange={e => {
              const seconds = asNumber(e.target.value);
              onChange(seconds === undefined ? undefined : Math.round(seconds * S));
            }}
          />
          <span aria-hidden="true" className="absolute top-0 right-3 flex h-12 items-center text-ink-3">
            {typeof value === 'number' && Number.isFinite(value) ? format.duration(value) : ''}
          </span>
        </div>
      );
    case 'range':
      return (
        <div className="flex min-h-12 items-center gap-4">
          <input
            {...common}
            type="range"
            min={input.min}
            max={input.max}
            className="h-6 flex-1 accent-primary"
            value={Number(value)}
            onChange={e => onChange(Number(e.target.value))}
          />
          <output className="w-12 text-right font-mono">{format.number(Number(value))}</output>
        </div>
      );
    case 'select':
      return (
        <select
          {...common}
          className="control"
          value={asText(value)}
          onChange={e => onChange(input.options.find(option => String(option) === e.target.value))}
        >
          {input.options.map(option => (
            <option key={option} value={option}>
              {text(`values.${option}`)}
            </option>
          ))}
        </select>
      );
    case 'pick':
      return <Pick {...common} from={input.from} value={asText(value)} onChange={onChange} />;
  }
}

interface PickProps extends FieldAria {
  from: Endpoint;
  name: string;
  value: string;
  disabled: boolean;
  onChange: (value: string | null) => void;
  onBlur: () => void;
}

const PICK_LIMIT = 100;

/** One row of another resource, or none. */
function Pick({ from, value, onChange, ...rest }: PickProps) {
  const { t } = useTranslation(['screens', 'common']);
  const { client } = useAuth();
  const answer = useQuery(read(client, from, { query: { sort: 'name', limit: PICK_LIMIT } }));
  const rows = (answer.data as { items: { id: string; name: string }[] } | undefined)?.items ?? [];
  return (
    <select
      {...rest}
      className="control"
      value={value}
      onChange={e => onChange(e.target.value === '' ? null : e.target.value)}
    >
      <option value="">{answer.isPending ? t('common:loading.title') : t('none')}</option>
      {rows.map(row => (
        <option key={row.id} value={row.id}>
          {row.name}
        </option>
      ))}
    </select>
  );
}
