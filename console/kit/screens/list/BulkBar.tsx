import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/controls/Button.tsx';
import { useFormat } from '../../text/useFormat.ts';
import { useText } from '../../text/useText.ts';
import type { Selected } from './useSelection.ts';

interface BulkBarProps {
  /** Of the list's texts. */
  name: string;
  selected: Selected;
  total: number;
}

/** Says how many rows are chosen and what may be done to them. */
export function BulkBar({ name, selected, total }: BulkBarProps) {
  const { t } = useTranslation('screens');
  const text = useText(name);
  const format = useFormat();
  const { bar: Bar, choosing, page, isAll, chooseAll, clear } = selected;
  const chosen = selected.chosen(total);
  const shown = format.number(chosen.count);
  return (
    <div
      role="region"
      aria-label={t('list.chosenOf')}
      className="sticky top-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-t-2 border-lamp bg-raised px-4 py-2"
    >
      <span role="status" className="font-semibold">
        {t('list.chosen', { what: text('count', { count: chosen.count, shown }) })}
      </span>
      {!isAll && choosing.share === 'all' && total > page.length && (
        <Button look="quiet" className="text-primary" onClick={chooseAll}>
          {t('list.chooseAll', { what: text('count', { count: total, shown: format.number(total) }) })}
        </Button>
      )}
      <span className="flex-1" />
      <Bar chosen={chosen} clear={clear} />
      <Button look="quiet" onClick={clear}>
        {t('list.chooseNone')}
      </Button>
    </div>
  );
}
