import { Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { BATCH } from '../commands/BulkCommands.tsx';
import { lazyPage } from '../../kit/fresh.ts';
import { Skeleton } from '../../kit/ui/display/states.tsx';
import { useMay } from '../../kit/useSave.ts';
import { PresenceTiles } from './PresenceTiles.tsx';

const BatchPanel = lazyPage<{ batch_id: string }>(() => import('../commands/BatchPanel.tsx'), ['commands']);

/** Counts of the fleet, and what was last asked of many where the address names it. */
export function DevicesSummary() {
  const may = useMay();
  const [params] = useSearchParams();
  const batch_id = params.get(BATCH);
  return (
    <>
      <PresenceTiles />
      {batch_id !== null && may('monitor', 'R') && (
        <Suspense fallback={<Skeleton rows={2} />}>
          <BatchPanel key={batch_id} batch_id={batch_id} />
        </Suspense>
      )}
    </>
  );
}
