import { Suspense } from 'react';
import type { Device } from '../../shared/contract/device.ts';
import { page } from '../fresh.ts';
import { Skeleton } from '../ui/states.tsx';
import { useMay } from '../useSave.ts';

const DeviceIncidents = page<{ row: Device }>(() => import('./DeviceIncidents.tsx'), ['incidents']);

/** Comes with the sheet, not with the list. */
export function IncidentsPanel({ row }: { row: Device }) {
  const may = useMay();
  if (!may('monitor', 'R')) return null;
  return (
    <Suspense fallback={<Skeleton rows={2} />}>
      <DeviceIncidents row={row} />
    </Suspense>
  );
}
