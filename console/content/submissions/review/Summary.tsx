import { LazyPart } from '../../../kit/LazyPart.tsx';
import { lazyWithRetry } from '../../../kit/lazyPage.ts';
import { useCanAccess } from '../../../kit/useSave.ts';
import { AWAITED_QUEUE } from './queue.ts';

const CampaignsWait = lazyWithRetry(async () => ({
  default: (await import('./CampaignsWait.tsx')).CampaignsWait,
}));

/** Who decides looks here first, so that campaigns that wait are named here, too. */
export function Summary() {
  const canAccess = useCanAccess();
  return (
    <>
      <AWAITED_QUEUE.Note />
      {canAccess('campaigns', 'A') && (
        <LazyPart>
          <CampaignsWait />
        </LazyPart>
      )}
    </>
  );
}
