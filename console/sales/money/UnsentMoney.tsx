/** What was recorded on this device and is not with the server; what it refused stays in sight until it is discarded. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../../../shared/queue/entry.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useInvalidateTouched } from '../../kit/useSave.ts';
import { isMoneyOf, isStuck, type MoneyKind } from './moneyWrites.ts';

const loadOutbox = () => import('../../app/offline/userOutbox.ts');
const warn = (error: unknown) => console.warn('the outbox of the user could not be read', error);

interface UnsentMoneyProps {
  /** Id of the row whose sum it changes; all rows where none is named. */
  of?: string;
  /** All kinds where none is named. */
  kind?: MoneyKind;
  /** Lists that are read again once something has gone. */
  paths: readonly string[];
}
export default function UnsentMoney({ of, kind, paths }: UnsentMoneyProps) {
  const { t } = useTranslation('unsentMoney');
  const session = useAuth();
  const invalidate = useInvalidateTouched();
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const touched = paths.join(' ');
  useEffect(() => {
    let isOver = false;
    let count = 0;
    let stop = () => {};
    async function begin() {
      const { onOutboxChange, userOutbox } = await loadOutbox();
      const look = async () => {
        const found = ((await userOutbox(session)?.list()) ?? []).filter(entry =>
          isMoneyOf(entry, { of, kind }),
        );
        if (isOver) return;
        setEntries(found);
        if (found.length < count) await invalidate(...touched.split(' '));
        count = found.length;
      };
      if (isOver) return;
      stop = onOutboxChange(() => void look().catch(warn));
      await look();
    }
    void begin().catch(warn);
    return () => {
      isOver = true;
      stop();
    };
  }, [of, kind, session, invalidate, touched]);
  const discard = ({ seq }: Entry) =>
    void loadOutbox()
      .then(({ userOutbox }) => userOutbox(session)?.withdraw(seq))
      .catch(warn);
  return (
    <>
      {entries.map(entry => (
        <div key={entry.seq} className="mb-4 print:hidden">
          {isStuck(entry) ? (
            <Notice tone="danger" title={t(entry.reason === 'too_old' ? 'old.title' : 'refused.title')}>
              <p>{entry.metadata.description}</p>
              <p>{t(entry.reason === 'too_old' ? 'old.text' : 'refused.text')}</p>
              <Button variant="outline" onClick={() => discard(entry)}>
                {t('discard')}
              </Button>
            </Notice>
          ) : (
            <Notice tone="warn" title={t('waits.title')}>
              <p>{entry.metadata.description}</p>
              <p>{t('waits.text')}</p>
            </Notice>
          )}
        </div>
      ))}
    </>
  );
}
