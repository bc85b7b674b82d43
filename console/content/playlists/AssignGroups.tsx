import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deviceGroups, type DeviceGroup } from '../../../shared/contract/fleet/deviceGroup.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';

/** Groups whose playlist is to become this one, or to be none any more, by id. */
export type GroupChanges = ReadonlyMap<string, DeviceGroup>;

interface AssignGroupsProps {
  playlist_id: string;
  /** What is searched for. */
  q: string;
  limit: number;
  changes: GroupChanges;
  toggle: (group: DeviceGroup) => void;
}
/** Which groups play it: their screens do where they have no playlist of their own. */
export function AssignGroups({ playlist_id, q, limit, changes, toggle }: AssignGroupsProps) {
  const { t } = useTranslation('playlists');
  const { client } = useAuth();
  const format = useFormat();
  const answer = useQuery(
    read(client, deviceGroups.list, { query: { sort: 'name', limit, q: q === '' ? undefined : q } }),
  );
  const groups = answer.data?.items ?? [];
  if (groups.length === 0) return null;
  return (
    <fieldset className="mt-3">
      <legend className="font-semibold">{t('assign.groups')}</legend>
      <p className="text-13 text-ink-2">{t('assign.groupsText')}</p>
      <ul className="max-h-[22vh] overflow-y-auto">
        {groups.map(group => (
          <li key={group.id} className="border-b border-line">
            <label className="flex min-h-12 cursor-pointer items-center gap-3 px-2 hover:bg-neutral-tint">
              <input
                type="checkbox"
                className="size-5 accent-primary"
                checked={(group.playlist_id === playlist_id) !== changes.has(group.id)}
                onChange={() => toggle(group)}
              />
              <span className="min-w-0 flex-1 truncate font-semibold">{group.name}</span>
              {group.playlist_id !== null && group.playlist_id !== playlist_id && (
                <span className="hidden max-w-40 truncate text-13 text-ink-3 sm:block">
                  {group.playlist_name}
                </span>
              )}
              <span className="text-13 text-ink-3">
                {t('assign.count', { count: group.screens, shown: format.number(group.screens) })}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
