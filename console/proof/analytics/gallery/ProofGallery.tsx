import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { instant } from '../../../../shared/clock.ts';
import { analyticsGallery, type GalleryPlay } from '../../../../shared/contract/proof/gallery.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import { CursorPager } from '../../../kit/screens/list/Pager.tsx';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { useText } from '../../../kit/text/useText.ts';
import { EmptyState, ErrorPanel, Skeleton } from '../../../kit/ui/display/placeholders.tsx';
import type { FigureColumn } from '../parts/FigureTable.tsx';
import { useFilters } from '../parts/filters.ts';
import { Head } from '../parts/Head.tsx';
import { Views } from '../parts/views.tsx';
import { placeText } from '../cellMap.ts';
import { GalleryTile } from './GalleryTile.tsx';

const SKELETON_ROWS = 8;

/** What the file of this page holds; on the screen the same stands on tiles. */
function useFileColumns(): FigureColumn<GalleryPlay>[] {
  const text = useText('proofGallery');
  const plays = useText('plays');
  const column = (key: string, label: string, value: FigureColumn<GalleryPlay>['value']) => ({
    ...{ key, label, value },
    cell: () => null,
  });
  return [
    column('started_at', plays('fields.started_at'), row => row.started_at),
    column('device_name', text('screen'), row => row.device_name),
    column('creative_name', text('creative'), row => row.creative_name),
    column('duration_ms', text('duration'), row => row.duration_ms),
    column('result', text('result'), row => plays(`values.${row.result}`)),
    column('picture', text('verdict'), row => plays(`picture.${row.picture ?? 'none'}`)),
    column('clock_quality', text('grade'), row => row.clock_quality),
    column('uncertainty_ms', plays('fields.uncertainty_ms'), row => row.uncertainty_ms),
    column('cell', text('place'), row => (row.cell === null ? null : placeText(row.cell))),
    column('id', text('id'), row => row.id),
  ];
}

/** Pictures that say what played where: of the file, of the stage where there is one, and how sure each is. */
export default function ProofGallery() {
  const { t } = useTranslation('proofGallery');
  const { client } = useAuth();
  const format = useFormat();
  const columns = useFileColumns();
  const { query, params, change, tz } = useFilters();
  const cursor = params.get('cursor') ?? '';
  const rowsRoot = useRef<HTMLUListElement>(null);
  const answer = useQuery({
    ...read(client, analyticsGallery, { query: cursor === '' ? query : { ...query, cursor } }),
    placeholderData: keepPreviousData,
  });
  const { data } = answer;
  const rows = data?.items ?? [];
  return (
    <>
      <Head
        title={t('title')}
        resource="business-analytics"
        figures={rows.length > 0 ? { name: 'proof-gallery', columns, rows } : null}
      />
      <Views />
      <p className="max-w-[80ch] text-ink-2">{t('note')}</p>
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {data && (
        <p className="mb-4 text-13 text-ink-2">
          {t('of', {
            ...{ from: format.date(data.from), tz },
            to: format.date(instant(Date.parse(data.to) - 1)),
          })}
        </p>
      )}
      {data && rows.length === 0 && <EmptyState title={t('empty')} text={t('emptyText')} />}
      {rows.length > 0 && (
        <ul
          aria-label={t('plays')}
          ref={rowsRoot}
          aria-busy={answer.isPlaceholderData}
          className="grid scroll-mt-20 grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-4 print:grid-cols-3"
        >
          {rows.map(row => (
            <GalleryTile key={row.id} play={row} />
          ))}
        </ul>
      )}
      {data && (
        <CursorPager
          first={cursor === ''}
          next={data.next_cursor}
          rowsRoot={rowsRoot}
          onCursor={next => change({ cursor: next })}
        />
      )}
    </>
  );
}
