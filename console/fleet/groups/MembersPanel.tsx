import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { devices, type Device } from '../../../shared/contract/fleet/device.ts';
import { changeDevices, type DeviceChange } from '../../../shared/contract/fleet/deviceChanges.ts';
import type { DeviceGroup } from '../../../shared/contract/fleet/deviceGroup.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess, useSave } from '../../kit/useSave.ts';
import { PresenceCell } from '../devices/Presence.tsx';

const SHOWN = 100;
const AddScreensDialog = lazyWithRetry(async () => ({
  default: (await import('./AddScreensDialog.tsx')).AddScreensDialog,
}));

/** The screens of a group: those put into it can be taken out, those of its rule follow their tags. */
export function MembersPanel({ row }: { row: DeviceGroup }) {
  const text = useText('deviceGroups');
  const format = useFormat();
  const { client } = useAuth();
  const canWrite = useCanAccess()('devices', 'W') && row.deleted_at === null;
  const save = useSave();
  const [isAdding, setAdding] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const answer = useQuery(
    read(client, devices.list, { query: { group_id: row.id, sort: 'name', limit: SHOWN } as object }),
  );
  const change = (device_ids: string[], what: DeviceChange) =>
    save(caller => caller.call(changeDevices, { body: { device_ids, change: what } }));
  const takeOut = (device: Device) => {
    setFailure(null);
    void change([device.id], { remove_groups: [row.id] }).catch(setFailure);
  };
  const members = answer.data?.items ?? [];
  const more = (answer.data?.total ?? 0) - members.length;
  return (
    <>
      {failure !== null && <ErrorPanel error={failure} />}
      {answer.isPending && <Skeleton rows={3} />}
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && members.length === 0 && <p className="py-2 text-ink-2">{text('members.none')}</p>}
      <ul className="border-t border-line empty:hidden">
        {members.map(device => (
          <Member
            key={device.id}
            device={device}
            isByHand={device.group_ids.includes(row.id)}
            takeOut={canWrite ? takeOut : null}
          />
        ))}
      </ul>
      {more > 0 && (
        <p className="py-2 text-ink-2">
          <Link href={`/admin/devices?group_id=${row.id}`} className="text-primary hover:underline">
            {text('members.more', { count: more, shown: format.number(more) })}
          </Link>
        </p>
      )}
      {canWrite && (
        <Button variant="outline" className="mt-4" onClick={() => setAdding(true)}>
          {text('members.add')}
        </Button>
      )}
      {isAdding && (
        <Suspense>
          <AddScreensDialog
            group={row}
            add={ids => change(ids, { add_groups: [row.id] })}
            close={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface MemberProps {
  device: Device;
  isByHand: boolean;
  takeOut: ((device: Device) => void) | null;
}
function Member({ device, isByHand, takeOut }: MemberProps) {
  const text = useText('deviceGroups');
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line">
      <Link
        href={`/admin/devices?id=${device.id}`}
        className="flex min-h-11 min-w-0 flex-1 items-center font-semibold text-primary hover:underline"
      >
        <span className="truncate">{device.name}</span>
      </Link>
      <PresenceCell row={device} />
      {!isByHand && <span className="text-13 text-ink-3">{text('members.byRule')}</span>}
      {isByHand && takeOut && (
        <Button
          variant="quiet"
          aria-label={text('members.removeOf', { name: device.name })}
          onClick={() => takeOut(device)}
        >
          {text('members.remove')}
        </Button>
      )}
    </li>
  );
}
