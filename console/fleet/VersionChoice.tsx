import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { liveDevices, type Wall } from '../../shared/contract/fleet/live.ts';
import { useAuth } from '../app/session/auth.tsx';
import type { CustomFilterProps } from '../kit/resource/defineResource.ts';

const DATA = 'data: ';
/** The one event of a wall that is looked at once. */
const wallOf = (text: string) => JSON.parse(text.trim().slice(DATA.length)) as Wall;

/** The builds that screens report, as the live wall counts them. One that no screen reports any more can be lifted. */
export function VersionChoice({ values, change }: CustomFilterProps) {
  const { t } = useTranslation(['devices', 'screens']);
  const { client } = useAuth();
  const answer = useQuery({
    queryKey: [liveDevices.path, 'versions'],
    queryFn: async ({ signal }) => {
      const wall = wallOf(await (await client.call(liveDevices, { query: { limit: 1 }, signal })).text());
      return wall.versions.map(({ version }) => version);
    },
  });
  const value = values['app_version'] ?? '';
  const reported = answer.data ?? [];
  const options = value === '' || reported.includes(value) ? reported : [value, ...reported];
  if (options.length === 0) return null;
  const label = t('devices:fields.version');
  return (
    <label>
      <span className="sr-only">{label}</span>
      <select
        value={value}
        onChange={event => change({ app_version: event.target.value })}
        className={`control w-auto max-w-56 ${value === '' ? '' : 'bg-neutral-tint font-semibold'}`}
      >
        <option value="">{t('screens:list.any', { what: label })}</option>
        {options.map(version => (
          <option key={version} value={version}>{`${label} ${version}`}</option>
        ))}
      </select>
    </label>
  );
}
