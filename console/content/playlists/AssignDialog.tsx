import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceGroups, type DeviceGroup } from '../../../shared/contract/fleet/deviceGroup.ts';
import { devices } from '../../../shared/contract/fleet/device.ts';
import { playlists, type Playlist } from '../../../shared/contract/content/playlist.ts';
import { isQueued } from '../../../shared/net/client.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { PlaylistCell } from '../../fleet/devices/cells.tsx';
import { PresenceCell } from '../../fleet/devices/Presence.tsx';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useWrite } from '../../kit/useWrite.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useCanAccess } from '../../kit/useSave.ts';
import { AssignGroups, type GroupChanges } from './AssignGroups.tsx';

const LIMIT = 100;

/** Screens whose own playlist it is. */
const ownScreens = ({ assigned_to }: Playlist): ReadonlySet<string> =>
  new Set(assigned_to.filter(({ group }) => group === null).map(device => device.id));

/** Which screens and groups play it: checked ones do, unchecked ones no longer. */
export function AssignDialog({ row, close }: DialogProps<Playlist>) {
  const { t } = useTranslation(['playlists', 'common', 'screens']);
  const { client } = useAuth();
  const format = useFormat();
  const write = useWrite();
  const toast = useToast();
  const [q, setQ] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => ownScreens(row));
  const [groupChanges, setGroupChanges] = useState<GroupChanges>(new Map());
  const canChangeGroups = useCanAccess()('devices', 'W');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const found = useQuery(
    read(client, devices.list, { query: { sort: 'name', limit: LIMIT, q: q === '' ? undefined : q } }),
  );

  function toggle(id: string) {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  }
  function toggleGroup(group: DeviceGroup) {
    const next = new Map(groupChanges);
    if (!next.delete(group.id)) next.set(group.id, group);
    setGroupChanges(next);
  }
  /** False: some of them wait for a link. */
  async function assignGroups(): Promise<boolean> {
    let areSent = true;
    for (const { id, name, version, playlist_id } of groupChanges.values()) {
      const body = { playlist_id: playlist_id === row.id ? null : row.id };
      const metadata = { type: 'deviceGroups.patch', description: t('assign.waitingGroup', { name }) };
      const answer = await write(deviceGroups.patch, { params: { id }, version, body }, metadata);
      areSent &&= !isQueued(answer);
      setGroupChanges(changes => new Map([...changes].filter(([changed]) => changed !== id)));
    }
    return areSent;
  }
  async function assign() {
    setBusy(true);
    try {
      const groups = { count: groupChanges.size, shown: format.number(groupChanges.size) };
      const areGroupsSent = await assignGroups();
      const own = ownScreens(row);
      const isSame = own.size === selected.size && [...own].every(id => selected.has(id));
      if (isSame && groups.count > 0) {
        if (areGroupsSent) toast({ tone: 'ok', title: t('assign.doneGroups', groups) });
        return close();
      }
      const answer = await write(
        playlists.actionEndpoints.assign,
        { params: { id: row.id }, body: { device_ids: [...selected] } },
        { type: 'playlists.assign', description: t('assign.waiting', { name: row.name }) },
      );
      const counted = { count: selected.size, shown: format.number(selected.size) };
      if (!isQueued(answer)) toast({ tone: 'ok', title: t('assign.done', counted) });
      close();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('assign.title', { name: row.name })} text={t('assign.text')} close={close}>
      {row.published_version === null && (
        <div className="mb-3">
          <Notice tone="warn">{t('assign.unpublished')}</Notice>
        </div>
      )}
      <label className="block">
        <span className="sr-only">{t('screens:list.search')}</span>
        <input
          type="search"
          className="control"
          placeholder={t('screens:list.search')}
          value={q}
          onChange={e => setQ(e.target.value)}
        />
      </label>
      {found.isPending && <Skeleton rows={4} />}
      {found.isError && <ErrorPanel error={found.error} retry={() => void found.refetch()} />}
      {canChangeGroups && (
        <AssignGroups playlist_id={row.id} q={q} limit={LIMIT} changes={groupChanges} toggle={toggleGroup} />
      )}
      <ul className="mt-2 max-h-[46vh] overflow-y-auto border-t border-line">
        {found.data?.items.map(device => (
          <li key={device.id} className="border-b border-line">
            <label className="flex min-h-12 cursor-pointer items-center gap-3 px-2 hover:bg-neutral-tint">
              <input
                type="checkbox"
                className="size-5 accent-primary"
                checked={selected.has(device.id)}
                onChange={() => toggle(device.id)}
              />
              <span className="min-w-0 flex-1 truncate font-semibold">{device.name}</span>
              {device.playlist_name !== null && device.playlist_id !== row.id && (
                <span className="hidden max-w-40 truncate text-13 text-ink-3 sm:block">
                  <PlaylistCell value={device.playlist_name} row={device} />
                </span>
              )}
              <PresenceCell row={device} />
            </label>
          </li>
        ))}
      </ul>
      {found.data?.items.length === 0 && <p className="py-4 text-ink-2">{t('assign.none')}</p>}
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="flex flex-wrap items-center justify-end gap-2 pt-4">
        <span className="mr-auto text-ink-2">
          {t('assign.count', { count: selected.size, shown: format.number(selected.size) })}
        </span>
        <Button variant="outline" onClick={close}>
          {t('common:cancel')}
        </Button>
        <Button busy={busy} onClick={() => void assign()}>
          {t('assign.submit')}
        </Button>
      </div>
    </Dialog>
  );
}
