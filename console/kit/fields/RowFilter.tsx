import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { OwnFilterProps } from '../resource/define.ts';

const LIMIT = 100;

interface RowFilterProps extends OwnFilterProps {
  /** Its key in the address. */
  field: string;
  what: string;
  from: Endpoint;
  /** Not drawn where there is nothing to choose. */
  isSpare?: true;
}

/** Narrows a list to what belongs to one row of another. */
export function RowFilter({ field, what, from, isSpare, values, change }: RowFilterProps) {
  const { t } = useTranslation('screens');
  const { client } = useAuth();
  const answer = useQuery(read(client, from, { query: { sort: 'name', limit: LIMIT } }));
  const rows = (answer.data as { items: { id: string; name: string }[] } | undefined)?.items ?? [];
  const value = values[field] ?? '';
  if (isSpare && value === '' && rows.length === 0) return null;
  return (
    <label>
      <span className="sr-only">{what}</span>
      <select
        value={value}
        onChange={e => change({ [field]: e.target.value })}
        className={`control w-auto max-w-56 ${value === '' ? '' : 'bg-neutral-tint font-semibold'}`}
      >
        <option value="">{t('list.any', { what })}</option>
        {rows.map(row => (
          <option key={row.id} value={row.id}>
            {row.name}
          </option>
        ))}
      </select>
    </label>
  );
}
