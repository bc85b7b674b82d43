/** The schedule in the sheet of a screen and of a group; it comes with the first look at it. */
import { Suspense } from 'react';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import type { DeviceGroup } from '../../../shared/contract/fleet/deviceGroup.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { WhenSeen } from '../../kit/WhenSeen.tsx';

const SchedulePanel = lazyPanel(
  async () => ({ default: (await import('./SchedulePanel.tsx')).SchedulePanel }),
  ['schedule'],
);

export const DeviceSchedulePanel = ({ row }: { row: Device }) => (
  <WhenSeen>
    <Suspense fallback={<Skeleton rows={8} />}>
      <SchedulePanel owner={{ device_id: row.id }} isOpen={row.state !== 'retired'} />
    </Suspense>
  </WhenSeen>
);
export const GroupSchedulePanel = ({ row }: { row: DeviceGroup }) => (
  <WhenSeen>
    <Suspense fallback={<Skeleton rows={8} />}>
      <SchedulePanel owner={{ group_id: row.id }} isOpen={row.deleted_at === null} />
    </Suspense>
  </WhenSeen>
);
