import clsx from 'clsx';
import { CornerDownLeft } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../kit/text/errorText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { GROUPS, optionId, type Entry } from './entries.ts';
import type { useRecords } from './useRecords.ts';

interface ResultsProps {
  id: string;
  entries: readonly Entry[];
  active: string | null;
  highlight: (id: string) => void;
  run: (entry: Entry) => void;
  typed: string;
  records: Omit<ReturnType<typeof useRecords>, 'entries'>;
}

/** The grouped results below the field. A failed source is reported below; the other results stay usable. */
export function Results({ id, entries, active, highlight, run, typed, records }: ResultsProps) {
  const { t } = useTranslation(['palette', 'common']);
  const format = useFormat();
  const errorText = useErrorText();
  const { isWaiting, error, retry } = records;
  useEffect(() => {
    if (active !== null) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const statusText = isWaiting
    ? t('searching')
    : t('found', { count: entries.length, n: format.number(entries.length) });
  return (
    <div className="flex min-h-0 flex-col pb-2">
      <p role="status" className="sr-only">
        {statusText}
      </p>
      <div id={id} role="listbox" aria-label={t('results')} className="min-h-0 overflow-y-auto">
        {GROUPS.map(group => {
          const groupEntries = entries.filter(entry => entry.group === group);
          if (groupEntries.length === 0) return null;
          return (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <p id={`${id}-${group}`} role="presentation" className="eyebrow px-5 pt-4 pb-1">
                {t(`groups.${group}`)}
              </p>
              {groupEntries.map(entry => (
                <div
                  key={entry.id}
                  id={optionId(entry.id)}
                  role="option"
                  aria-selected={entry.id === active}
                  onPointerMove={() => highlight(entry.id)}
                  onClick={() => run(entry)}
                  className={clsx(
                    'flex min-h-12 cursor-pointer items-center gap-3 border-l-4 px-4',
                    entry.id === active ? 'border-lamp bg-neutral-tint' : 'border-transparent',
                  )}
                >
                  <span className="min-w-0 flex-1 truncate">{entry.label}</span>
                  {entry.id === active && <CornerDownLeft size={16} aria-hidden className="text-ink-2" />}
                </div>
              ))}
            </div>
          );
        })}
      </div>
      {entries.length === 0 && !isWaiting && (
        <p className="px-5 pt-5 pb-3 text-ink-2">{t('nothing', { typed: typed.trim() })}</p>
      )}
      {isWaiting && (
        <p aria-hidden="true" className="px-5 py-3 text-ink-2">
          {t('searching')}
        </p>
      )}
      {error !== null && (
        <div
          role="alert"
          className="lane mx-5 mt-3 flex flex-wrap items-center gap-3 bg-danger-tint py-2 pr-2 pl-5 text-on-danger-tint [--lane:var(--danger)]"
        >
          <p className="min-w-40 flex-1">{t('failed', { reason: errorText(error) })}</p>
          <Button variant="quiet" onClick={retry}>
            {t('common:retry')}
          </Button>
        </div>
      )}
    </div>
  );
}
