import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../text/useFormat.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { TipButton, TipGroup } from '../../ui/overlays/TipButton.tsx';
import { PAGE_SIZES } from './listState.ts';

interface PagerProps {
  /** Where another list of the page is paged, too. */
  label?: string;
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  onPageSize: (pageSize: number) => void;
}

export function Pager({ label, page, pageSize: per, total, onPage, onPageSize }: PagerProps) {
  const { t } = useTranslation(['screens', 'common']);
  const format = useFormat();
  const pages = Math.max(1, Math.ceil(total / per));
  const from = (page - 1) * per + 1;
  return (
    <nav aria-label={label ?? t('list.pages')} className="flex flex-wrap items-center gap-2 py-2 text-ink-2">
      <span>
        {t('list.range', {
          from: format.number(from),
          to: format.number(Math.min(total, from + per - 1)),
          total: format.number(total),
        })}
      </span>
      {pages > 1 && (
        <TipGroup>
          <TipButton label={t('list.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft size={20} aria-hidden />
          </TipButton>
          <span className="font-mono">
            {t('list.pageOf', { page: format.number(page), pages: format.number(pages) })}
          </span>
          <TipButton label={t('list.next')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
            <ChevronRight size={20} aria-hidden />
          </TipButton>
        </TipGroup>
      )}
      {total > PAGE_SIZES[0] && (
        <label className="flex items-center gap-2">
          <span>{t('list.per')}</span>
          <select value={per} onChange={e => onPageSize(Number(e.target.value))} className="control w-auto">
            {PAGE_SIZES.map(size => (
              <option key={size} value={size}>
                {format.number(size)}
              </option>
            ))}
          </select>
        </label>
      )}
    </nav>
  );
}

interface CursorPagerProps {
  first: boolean;
  next: string | null;
  /** Around the rows: others are read from their top. */
  rowsRoot: RefObject<HTMLElement | null>;
  onCursor: (cursor: string) => void;
}

/** A log pages only towards older entries; back is the browser's Back or "newest". */
export function CursorPager({ first, next, rowsRoot, onCursor }: CursorPagerProps) {
  const { t } = useTranslation(['screens', 'common']);
  if (first && next === null) return null;
  const go = (cursor: string) => {
    onCursor(cursor);
    rowsRoot.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <nav aria-label={t('list.pages')} className="flex flex-wrap items-center gap-2 py-2">
      <Button
        variant="outline"
        disabled={first}
        onClick={() => go('')}
        icon={<ChevronLeft size={18} aria-hidden />}
      >
        {t('list.newest')}
      </Button>
      <Button variant="outline" disabled={next === null} onClick={() => next !== null && go(next)}>
        {t('list.older')}
        <ChevronRight size={18} aria-hidden />
      </Button>
    </nav>
  );
}
