import { Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { BATCH_PARAM } from '../commands/BulkCommands.tsx';
import { lazyPage } from '../../kit/lazyPage.ts';
import { Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import { PresenceTiles } from './PresenceTiles.tsx';

const BatchPanel = lazyPage<{ batch_id: string }>(() => import('../commands/BatchPanel.tsx'), ['commands']);

/** Counts of the fleet, and what was last asked of many where the address names it. */
export function DevicesSummary() {
  const canAccess = useCanAccess();
  const [params] = useSearchParams();
  const batch_id = params.get(BATCH_PARAM);
  return (
    <>
      <PresenceTiles />
      {batch_id !== null && canAccess('monitor', 'R') && (
        <Suspense fallback={<Skeleton rows={2} />}>
          <BatchPanel key={batch_id} batch_id={batch_id} />
        </Suspense>
      )}
    </>
  );
}
