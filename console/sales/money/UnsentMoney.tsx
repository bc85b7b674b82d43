/** What was recorded on this device and is not with the server; what it refused stays in sight until it is discarded. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../../../shared/queue/entry.ts';
import { useUnsentEntries } from '../../app/offline/useUnsentEntries.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { isMoneyOf, isStuck, type MoneyKind } from './moneyWrites.ts';

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
  const isWanted = useCallback((entry: Entry) => isMoneyOf(entry, { of, kind }), [of, kind]);
  const { entries, discard } = useUnsentEntries(isWanted, paths);
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
