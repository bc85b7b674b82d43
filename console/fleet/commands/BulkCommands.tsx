import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { lazyPage } from '../../kit/lazyPage.ts';
import type { BulkProps } from '../../kit/resource/defineResource.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import type { BulkDialogProps } from './BulkDialog.tsx';

const BulkDialog = lazyPage<BulkDialogProps>(
  async () => ({ default: (await import('./BulkDialog.tsx')).BulkDialog }),
  ['commands'],
);

/** Of the list's address: what was asked of many stays in sight, also after a reload. */
export const BATCH_PARAM = 'batch';

export function BulkCommands({ selection, clear }: BulkProps) {
  const { t } = useTranslation('devices');
  const [, setParams] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  function sent(batch_id: string) {
    setOpen(false);
    clear();
    setParams(now => new URLSearchParams({ ...Object.fromEntries(now), [BATCH_PARAM]: batch_id }));
  }
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t('bulk.ask')}
      </Button>
      {isOpen && (
        <Suspense>
          <BulkDialog selection={selection} onSent={sent} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
