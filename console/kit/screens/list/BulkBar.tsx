import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/controls/Button.tsx';
import { useFormat } from '../../text/useFormat.ts';
import { useText } from '../../text/useText.ts';
import type { ListSelection } from './useSelection.ts';

interface BulkBarProps {
  /** Namespace of the list's texts. */
  name: string;
  listSelection: ListSelection;
  total: number;
}

/** Shows how many rows are selected and the bulk actions. */
export function BulkBar({ name, listSelection, total }: BulkBarProps) {
  const { t } = useTranslation('screens');
  const text = useText(name);
  const format = useFormat();
  const { bar: Bar, rowSelection, page, isAll, selectAll, clear } = listSelection;
  const selection = listSelection.selectionOf(total);
  const countText = format.number(selection.count);
  return (
    <div
      role="region"
      aria-label={t('list.chosenOf')}
      className="sticky top-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-t-2 border-lamp bg-raised px-4 py-2"
    >
      <span role="status" className="font-semibold">
        {t('list.chosen', { what: text('count', { count: selection.count, shown: countText }) })}
      </span>
      {!isAll && rowSelection.share === 'all' && total > page.length && (
        <Button variant="quiet" className="text-primary" onClick={selectAll}>
          {t('list.chooseAll', { what: text('count', { count: total, shown: format.number(total) }) })}
        </Button>
      )}
      <span className="flex-1" />
      <Bar selection={selection} clear={clear} />
      <Button variant="quiet" onClick={clear}>
        {t('list.chooseNone')}
      </Button>
    </div>
  );
}
