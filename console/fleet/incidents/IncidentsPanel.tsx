import { Suspense } from 'react';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import { lazyPage } from '../../kit/lazyPage.ts';
import { Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess } from '../../kit/useSave.ts';

const DeviceIncidents = lazyPage<{ row: Device }>(() => import('./DeviceIncidents.tsx'), ['incidents']);

/** Comes with the sheet, not with the list. */
export function IncidentsPanel({ row }: { row: Device }) {
  const canAccess = useCanAccess();
  if (!canAccess('monitor', 'R')) return null;
  return (
    <Suspense fallback={<Skeleton rows={2} />}>
      <DeviceIncidents row={row} />
    </Suspense>
  );
}
