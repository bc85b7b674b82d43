import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contentItems } from '../../../shared/contract/content/contentItem.ts';
import type { Client } from '../../../shared/net/client.ts';
import type { BulkProps } from '../../kit/resource/defineResource.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';

const VERBS = ['publish', 'pause', 'resume', 'expire', 'archive'] as const;
type Verb = (typeof VERBS)[number];

const act = (client: Client, verb: Verb, id: string) =>
  client.call(contentItems.actionEndpoints[verb], { params: { id }, body: {} });

/** One after the other, with its progress, until all are through or somebody stops it. */
export function BulkActs({ selection, clear }: BulkProps) {
  const { t } = useTranslation('localContent');
  const format = useFormat();
  const save = useSave();
  const toast = useToast();
  const isStopped = useRef(false);
  const [done, setDone] = useState<number | null>(null);
  const { ids } = selection;

  async function actOnAll(verb: Verb) {
    isStopped.current = false;
    let failed = 0;
    let changed = 0;
    await save(async client => {
      for (const id of ids) {
        if (isStopped.current) return;
        setDone(changed);
        await act(client, verb, id).then(
          () => changed++,
          () => failed++,
        );
      }
    });
    setDone(null);
    toast({ tone: 'ok', title: t('bulk.done', { count: changed, shown: format.number(changed) }) });
    if (failed > 0)
      toast({ tone: 'warn', title: t('bulk.failed', { count: failed, shown: format.number(failed) }) });
    clear();
  }

  if (selection.filter !== null) return null;
  if (done === null)
    return VERBS.map(verb => (
      <Button key={verb} variant="outline" onClick={() => void actOnAll(verb)}>
        {t(`actions.${verb}`)}
      </Button>
    ));
  return (
    <>
      <span role="status">{t('bulk.progress', { done: format.number(done), count: ids.length })}</span>
      <Button variant="outline" onClick={() => (isStopped.current = true)}>
        {t('bulk.cancel')}
      </Button>
    </>
  );
}
