import clsx from 'clsx';
import { useQuery } from '@tanstack/react-query';
import { isNoResponse } from '../../../../shared/net/apiError.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../../app/session/auth.tsx';
import type { Resource, Row } from '../../resource/defineResource.ts';
import { Sheet } from '../../ui/overlays/Dialog.tsx';
import { ErrorPanel, Skeleton } from '../../ui/display/placeholders.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { DataAge, LiveData, useIsLive } from '../../live.tsx';
import { useText } from '../../text/useText.ts';
import { RecordBody } from './RecordBody.tsx';
import { isListedWhole, useListedRow } from './useListedRow.ts';
import { PrepareActions, useActions, type ActionItem } from './useActions.tsx';
import { WaitingMark } from './WaitingMark.tsx';

interface RecordSheetProps<R extends Row> {
  resource: Resource<R>;
  id: string;
  /** The row from the list; the only source for logs, which have no read endpoint. */
  listed: R | undefined;
  close: () => void;
}

const SKELETON_ROWS = 6;

const RANKS = { primary: 0, normal: 1, minor: 2 } as const;
type Weight = keyof typeof RANKS;
/** What only leads elsewhere is minor. */
const weightOf = <R extends Row>({ acts, links }: Resource<R>, { name }: ActionItem): Weight =>
  links?.some(link => link.name === name) ? 'minor' : (acts?.[name]?.weight ?? 'normal');

/** Beside a primary one the others are quieter; on a phone those that decide stand in one line. */
function lookOf(weight: Weight, danger: boolean) {
  if (weight === 'minor') return { variant: 'quiet', className: 'px-3!' } as const;
  const variant = weight === 'primary' ? 'primary' : 'outline';
  return { variant, className: clsx('max-sm:px-3!', danger && 'text-danger!') } as const;
}

/** In their order; those that stay in sight by their weight, where one of them is primary. */
function buttonsOf<R extends Row>(resource: Resource<R>, items: readonly ActionItem[]) {
  const weighed = items.map(item => ({ item, weight: weightOf(resource, item) }));
  if (!weighed.some(({ weight }) => weight === 'primary'))
    return items.map(item => ({ item, look: { variant: item.danger ? 'danger' : 'outline' } as const }));
  return weighed
    .sort((a, b) => RANKS[a.weight] - RANKS[b.weight])
    .map(({ item, weight }) => ({ item, look: lookOf(weight, item.danger) }));
}

export function RecordSheet<R extends Row>({ resource: listedBy, id, listed, close }: RecordSheetProps<R>) {
  const { t } = useTranslation();
  const text = useText(listedBy.name);
  const { client } = useAuth();
  const { list, read: readOne } = listedBy.endpoints;
  const answer = useQuery({
    ...read(client, readOne ?? list, { params: { id } }),
    refetchInterval: listedBy.refreshMs,
    enabled: readOne !== undefined,
  });
  const elsewhere = useListedRow(listedBy, id);
  const known = (isListedWhole(listedBy) ? listed : undefined) ?? elsewhere.row;
  const row = readOne ? ((answer.data as R | undefined) ?? known) : known;
  /** Of what is in the sheet, which may be the list's. */
  const updatedAt = answer.dataUpdatedAt || elsewhere.updatedAt;
  const isLive = useIsLive(updatedAt, listedBy.refreshMs);
  const resource = (row && listedBy.definitionOf?.(row)) ?? listedBy;
  const { itemsOf, dialog } = useActions(resource, close);
  return (
    <Sheet
      title={row ? resource.label(row) : answer.isLoading ? t('loading.title') : text('one')}
      mark={<WaitingMark resource={resource} id={id} />}
      close={close}
    >
      {answer.isLoading && !row && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isError && !(row && isNoResponse(answer.error)) && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {!readOne && !row && <Notice tone="neutral" title={t('errors.NOT_FOUND')} />}
      {row && (
        <LiveData isLive={isLive}>
          <PrepareActions items={itemsOf(row)} />
          <DataAge isLive={isLive} updatedAt={updatedAt} />
          <RecordBody resource={resource} row={row} wide={false} />
          {/* Not `bottom-0`, which keeps clear of the question about reports: a sheet lies over that. */}
          <div
            data-sticky-actions={resource.areActionsSticky}
            className={clsx(
              'flex flex-wrap gap-2 border-t border-line empty:hidden',
              resource.areActionsSticky
                ? 'sticky bottom-[0px] z-10 -mx-6 -mb-5 bg-surface px-6 py-3'
                : 'pt-5',
            )}
          >
            {buttonsOf(resource, itemsOf(row)).map(({ item, look }) => (
              <Button key={item.name} data-action={item.name} {...look} onClick={item.run}>
                {item.label}
              </Button>
            ))}
          </div>
        </LiveData>
      )}
      {dialog}
    </Sheet>
  );
}
