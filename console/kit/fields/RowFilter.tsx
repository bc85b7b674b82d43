import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { CustomFilterProps } from '../resource/defineResource.ts';

const LIMIT = 100;

interface RowFilterProps extends CustomFilterProps {
  /** Its URL parameter. */
  param: string;
  label: string;
  list: Endpoint;
  /** Hidden when there is nothing to choose. */
  hideWhenEmpty?: true;
}

/** Filters a list by one row of another resource. */
export function RowFilter({ param, label, list, hideWhenEmpty, values, change }: RowFilterProps) {
  const { t } = useTranslation('screens');
  const { client } = useAuth();
  const answer = useQuery(read(client, list, { query: { sort: 'name', limit: LIMIT } }));
  const rows = (answer.data as { items: { id: string; name: string }[] } | undefined)?.items ?? [];
  const value = values[param] ?? '';
  if (hideWhenEmpty && value === '' && rows.length === 0) return null;
  return (
    <label>
      <span className="sr-only">{label}</span>
      <select
        value={value}
        onChange={e => change({ [param]: e.target.value })}
        className={`control w-auto max-w-56 ${value === '' ? '' : 'bg-neutral-tint font-semibold'}`}
      >
        <option value="">{t('list.any', { what: label })}</option>
        {rows.map(row => (
          <option key={row.id} value={row.id}>
            {row.name}
          </option>
        ))}
      </select>
    </label>
  );
}
