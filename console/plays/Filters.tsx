import { useQuery } from '@tanstack/react-query';
import { creatives } from '../../shared/contract/creative.ts';
import { devices } from '../../shared/contract/device.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { read } from '../../shared/net/queries.ts';
import { useAuth } from '../auth.tsx';
import type { OwnFilterProps } from '../resources/define.ts';
import { useText } from '../useText.ts';
import { useTranslation } from 'react-i18next';

const LIMIT = 100;

interface PickProps extends OwnFilterProps {
  name: 'device' | 'creative';
  from: Endpoint;
}

function Pick({ name, from, values, change }: PickProps) {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText('plays');
  const { client } = useAuth();
  const key = `${name}_id`;
  const answer = useQuery(read(client, from, { query: { sort: 'name', limit: LIMIT } }));
  const rows = (answer.data as { items: { id: string; name: string }[] } | undefined)?.items ?? [];
  const value = values[key] ?? '';
  return (
    <label>
      <span className="sr-only">{text(`filters.${name}`)}</span>
      <select
        value={value}
        onChange={e => change({ [key]: e.target.value })}
        className={`control w-auto max-w-56 ${value === '' ? '' : 'bg-neutral-tint font-semibold'}`}
      >
        <option value="">{t('list.any', { what: text(`filters.${name}`) })}</option>
        {rows.map(row => (
          <option key={row.id} value={row.id}>
            {row.name}
          </option>
        ))}
      </select>
    </label>
  );
}

export const DevicePick = (props: OwnFilterProps) => <Pick {...props} name="device" from={devices.list} />;
export const CreativePick = (props: OwnFilterProps) => (
  <Pick {...props} name="creative" from={creatives.list} />
);
