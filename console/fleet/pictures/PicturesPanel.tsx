import { Suspense } from 'react';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import { lazyPage } from '../../kit/lazyPage.ts';
import { useCanAccess } from '../../kit/useSave.ts';

const Pictures = lazyPage<{ row: Device }>(() => import('./Pictures.tsx'), ['devices']);

/** Comes with the sheet, not with the list. */
export function PicturesPanel({ row }: { row: Device }) {
  const canAccess = useCanAccess();
  if (row.state === 'unpaired' || !canAccess('monitor', 'R')) return null;
  return (
    <Suspense>
      <Pictures row={row} />
    </Suspense>
  );
}
