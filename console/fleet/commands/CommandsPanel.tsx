import { Suspense } from 'react';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import { lazyPage } from '../../kit/lazyPage.ts';
import { Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess } from '../../kit/useSave.ts';

const Commands = lazyPage<{ row: Device }>(() => import('./Commands.tsx'), ['commands']);

const FirstCommands = lazyPage<{ row: Device }>(
  async () => ({ default: (await import('./Commands.tsx')).FirstCommands }),
  ['commands'],
);

export const FirstCommandsPanel = ({ row }: { row: Device }) => (
  <Suspense>
    <FirstCommands row={row} />
  </Suspense>
);

/** Comes with the sheet, not with the list. */
export function CommandsPanel({ row }: { row: Device }) {
  const canAccess = useCanAccess();
  if (!canAccess('monitor', 'R')) return null;
  return (
    <Suspense fallback={<Skeleton rows={3} />}>
      <Commands row={row} />
    </Suspense>
  );
}
