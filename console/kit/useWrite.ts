import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer, Endpoint } from '../../shared/contract/wire/endpoint.ts';
import { isQueued, type CallInput, type Queued } from '../../shared/net/client.ts';
import type { Metadata } from '../../shared/queue/entry.ts';
import { useToast } from './ui/toasts/useToasts.ts';
import { useSave } from './useSave.ts';

/**
 * A write that may wait for a link (`shared/queue/eligible.ts` lists what may not). One that waits is
 * announced by a toast; `isQueued` tells it from an answer. `metadata` names it in the list of pending changes.
 */
export function useWrite() {
  const { t } = useTranslation('screens');
  const save = useSave();
  const toast = useToast();
  return useCallback(
    async <E extends Endpoint>(
      endpoint: E,
      input: CallInput<E>,
      metadata: Metadata,
    ): Promise<Answer<E> | Queued> => {
      const answer = await save(client => client.write(endpoint, input, metadata));
      if (isQueued(answer)) toast({ tone: 'warn', title: t('waiting.queued') });
      return answer;
    },
    [save, toast, t],
  );
}
