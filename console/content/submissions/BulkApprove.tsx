import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { submissions } from '../../../shared/contract/content/submission.ts';
import type { Client } from '../../../shared/net/client.ts';
import type { BulkProps } from '../../kit/resource/defineResource.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';

/** What still waits is taken into review first: each step is in the log of its own. */
async function approve(client: Client, id: string): Promise<void> {
  const params = { id };
  const { state } = await client.call(submissions.read, { params });
  const { assign, approve: approveCall } = submissions.actionEndpoints;
  if (state === 'pending') await client.call(assign, { params, body: {} });
  await client.call(approveCall, { params, body: {} });
}

/** One after the other, with its progress, until all are through or somebody stops it. */
export function BulkApprove({ selection, clear }: BulkProps) {
  const { t } = useTranslation('submissions');
  const format = useFormat();
  const save = useSave();
  const toast = useToast();
  const isStopped = useRef(false);
  const [done, setDone] = useState<number | null>(null);
  const { ids } = selection;

  async function approveAll() {
    isStopped.current = false;
    let failed = 0;
    let approved = 0;
    await save(async client => {
      for (const id of ids) {
        if (isStopped.current) return;
        setDone(approved);
        await approve(client, id).then(
          () => approved++,
          () => failed++,
        );
      }
    });
    setDone(null);
    /** One toast, because a second one would take the place of the first. */
    toast({
      tone: failed > 0 ? 'warn' : 'ok',
      title: t('bulk.done', { count: approved, shown: format.number(approved) }),
      ...(failed > 0 && { text: t('bulk.failed', { count: failed, shown: format.number(failed) }) }),
    });
    clear();
  }

  if (selection.filter !== null) return null;
  if (done === null) return <Button onClick={() => void approveAll()}>{t('bulk.approve')}</Button>;
  return (
    <>
      <span role="status">{t('bulk.progress', { done: format.number(done), count: ids.length })}</span>
      <Button variant="outline" onClick={() => (isStopped.current = true)}>
        {t('bulk.cancel')}
      </Button>
    </>
  );
}
