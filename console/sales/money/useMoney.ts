import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { systemClock } from '../../../shared/clock.ts';
import { ApiError, isTransient } from '../../../shared/net/apiError.ts';
import { randomUuid } from '../../../shared/random.ts';
import { sendDurably } from '../../app/offline/sendDurably.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import { durableOf, type MoneyWrite } from './moneyWrites.ts';

interface MoneyTexts {
  /** What is done, for the list of what waits. */
  label: string;
  done: string;
}
/** Sends what adds to a sum, by way of the outbox, and announces what became of it. */
export function useMoney() {
  const { t } = useTranslation('unsentMoney');
  const session = useAuth();
  const save = useSave();
  const toast = useToast();
  /** Stays where nobody knows whether the server has done it; what was refused may be changed and sent as another. */
  const key = useRef(randomUuid());
  return useCallback(
    async (write: MoneyWrite, { label, done }: MoneyTexts): Promise<void> => {
      const { userOutbox } = await import('../../app/offline/userOutbox.ts');
      const durable = durableOf(write, { key: key.current, label });
      try {
        const at = await save(client =>
          sendDurably({ ...client, clock: systemClock }, userOutbox(session), durable),
        );
        toast(at === 'sent' ? { tone: 'ok', title: done } : { tone: 'warn', title: t('waits.title') });
        key.current = randomUuid();
      } catch (error) {
        if (error instanceof ApiError && !isTransient(error)) key.current = randomUuid();
        throw error;
      }
    },
    [save, session, toast, t],
  );
}
