import { Suspense } from 'react';
import type { Device } from '../../shared/contract/device.ts';
import { page } from '../fresh.ts';
import { Skeleton } from '../ui/states.tsx';
import { useMay } from '../useSave.ts';

const Commands = page<{ row: Device }>(() => import('./Commands.tsx'), ['commands']);

/** Comes with the sheet, not with the list. */
export function CommandsPanel({ row }: { row: Device }) {
  const may = useMay();
  if (!may('monitor', 'R')) return null;
  return (
    <Suspense fallback={<Skeleton rows={3} />}>
      <Commands row={row} />
    </Suspense>
  );
}
