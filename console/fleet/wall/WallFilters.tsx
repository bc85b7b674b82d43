import { useTranslation } from 'react-i18next';
import type { Wall } from '../../../shared/contract/fleet/live.ts';
import { GroupFilter } from '../groups/GroupFilter.tsx';
import { PlaylistFilter } from '../PlaylistFilter.tsx';

export interface WallChoice {
  status: string;
  version: string;
  playlist_id: string;
  group_id: string;
}
interface WallFiltersProps {
  chosen: WallChoice;
  versions: Wall['versions'];
  choose: (change: Partial<WallChoice>) => void;
}
/** Narrows the wall to the screens of one build, one playlist or one group. */
export function WallFilters({ chosen, versions, choose }: WallFiltersProps) {
  const { t } = useTranslation(['monitor', 'screens']);
  const { version, playlist_id, group_id } = chosen;
  const known = versions.map(one => one.version);
  const options = version === '' || known.includes(version) ? known : [version, ...known];
  const label = t('version');
  return (
    <div className="mb-2 flex flex-wrap gap-2">
      {options.length > 0 && (
        <label>
          <span className="sr-only">{label}</span>
          <select
            value={version}
            onChange={event => choose({ version: event.target.value })}
            className={`control w-auto max-w-56 ${version === '' ? '' : 'bg-neutral-tint font-semibold'}`}
          >
            <option value="">{t('screens:list.any', { what: label })}</option>
            {options.map(one => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      )}
      <PlaylistFilter
        values={{ playlist_id }}
        change={({ playlist_id: id = '' }) => choose({ playlist_id: id })}
      />
      <GroupFilter values={{ group_id }} change={({ group_id: id = '' }) => choose({ group_id: id })} />
    </div>
  );
}
