/** Filters of a list of earnings: a month, an owner, a screen. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { devices } from '../../../shared/contract/fleet/device.ts';
import { users } from '../../../shared/contract/identity/user.ts';
import { periodBefore, periodOf } from '../../../shared/sales/earnings.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { RowFilter } from '../../kit/fields/RowFilter.tsx';
import type { CustomFilterProps } from '../../kit/resource/defineResource.ts';
import { useNow, useZone } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { useMonthName } from './useMonthName.ts';

const MONTHS = 24;
const MOST_OWNERS = 100;
interface SelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  choose: (value: string) => void;
}
function Select({ label, value, options, choose }: SelectProps) {
  const { t } = useTranslation('screens');
  return (
    <label>
      <span className="sr-only">{label}</span>
      <select
        value={value}
        onChange={e => choose(e.target.value)}
        className={`control w-auto max-w-56 ${value === '' ? '' : 'bg-neutral-tint font-semibold'}`}
      >
        <option value="">{t('list.any', { what: label })}</option>
        {options.map(one => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The last two years; a month that the address names beside them is one of them. */
export function monthsUntil(current: string, chosen: string): string[] {
  const months = [current];
  while (months.length < MONTHS) months.push(periodBefore(months.at(-1) ?? current));
  return chosen === '' || months.includes(chosen) ? months : [...months, chosen];
}
export function MonthFilter({ values, change }: CustomFilterProps) {
  const text = useText('earnings');
  const monthName = useMonthName();
  const current = periodOf(useNow(), useZone());
  const value = values['period'] ?? '';
  return (
    <Select
      label={text('month')}
      value={value}
      options={monthsUntil(current, value).map(one => ({ value: one, label: monthName(one) }))}
      choose={period => change({ period })}
    />
  );
}

export function OwnerFilter({ values, change }: CustomFilterProps) {
  const text = useText('earnings');
  const { client } = useAuth();
  const query = { role: 'device_owner', sort: 'email', limit: MOST_OWNERS };
  const { data } = useQuery(read(client, users.list, { query }));
  return (
    <Select
      label={text('owner')}
      value={values['owner_user_id'] ?? ''}
      options={(data?.items ?? []).map(({ id, first_name, last_name, email }) => ({
        value: id,
        label: [first_name, last_name].filter(Boolean).join(' ') || email,
      }))}
      choose={owner_user_id => change({ owner_user_id })}
    />
  );
}

export function ScreenFilter(props: CustomFilterProps) {
  const text = useText('earnings');
  return <RowFilter {...props} param="device_id" label={text('screen')} list={devices.list} />;
}
