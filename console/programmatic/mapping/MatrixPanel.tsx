/** Placements × partners: each cell says by which name a partner knows a screen, and gaps stand out. */
import clsx from 'clsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import {
  autoMatch,
  confirmMappings,
  mappingMatrix,
  type MatrixCell,
} from '../../../shared/contract/programmatic/inventoryMapping.ts';
import { placeAllScreens } from '../../../shared/contract/programmatic/placement.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useCanAccess, useSave } from '../../kit/useSave.ts';
import { MAPPING_BADGES } from './states.ts';

const NS = 'programmaticMappings';
const PAGE = 25;
const SKELETON_ROWS = 6;
type Matrix = Answer<typeof mappingMatrix>;
type Partner = Matrix['partners'][number];
const ImportDialog = lazyWithRetry<{ partner: Partner; close: () => void }>(
  () => import('./ImportDialog.tsx'),
);

export default function MatrixPanel() {
  const text = useText(NS);
  const { client } = useAuth();
  const [offset, setOffset] = useState(0);
  const [areGapsAlone, setGapsAlone] = useState(false);
  const answer = useQuery({
    ...read(client, mappingMatrix, {
      query: { limit: PAGE, offset, ...(areGapsAlone && { gaps: '1' as const }) },
    }),
    placeholderData: keepPreviousData,
  });
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  const { partners, rows, total } = answer.data;
  if (total === 0 && !areGapsAlone) return <NoPlacements />;
  if (partners.length === 0)
    return <EmptyState title={text('matrix.noPartners')} text={text('matrix.noPartnersText')} />;
  return (
    <section aria-label={text('matrix.title')} className="mb-8 flex flex-col gap-4">
      <h2 className="text-20">{text('matrix.title')}</h2>
      <div className="grid gap-4 lg:grid-cols-2">
        {partners.map(partner => (
          <PartnerLine key={partner.id} partner={partner} />
        ))}
      </div>
      <label className="inline-flex min-h-12 items-center gap-3">
        <input
          type="checkbox"
          className="size-5"
          checked={areGapsAlone}
          onChange={event => {
            setGapsAlone(event.target.checked);
            setOffset(0);
          }}
        />
        {text('matrix.gapsAlone')}
      </label>
      {rows.length === 0 ? (
        <p className="text-ink-2">{text('matrix.noGaps')}</p>
      ) : (
        <Table partners={partners} rows={rows} />
      )}
      <Paging total={total} offset={offset} setOffset={setOffset} />
    </section>
  );
}

function NoPlacements() {
  const text = useText(NS);
  const canAccess = useCanAccess();
  const { run, busy, failure } = useBusy();
  const place = () =>
    run(
      c => c.call(placeAllScreens, { body: {} }),
      ({ made }) => text('matrix.placed', { count: made, shown: String(made) }),
    );
  return (
    <>
      {failure !== null && <ErrorPanel error={failure} />}
      <EmptyState
        title={text('matrix.none')}
        text={text('matrix.noneText')}
        action={
          canAccess('programmatic', 'W') ? (
            <Button busy={busy} onClick={place}>
              {text('matrix.placeAll')}
            </Button>
          ) : undefined
        }
      />
    </>
  );
}

type SaveClient = Parameters<Parameters<ReturnType<typeof useSave>>[0]>[0];
/** One write at a time, and what came of it. */
function useBusy() {
  const save = useSave();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = <T,>(work: (client: SaveClient) => Promise<T>, done: (answer: T) => string) => {
    setBusy(true);
    setFailure(null);
    save(work)
      .then(answer => toast({ tone: 'ok', title: done(answer) }), setFailure)
      .finally(() => setBusy(false));
  };
  return { run, busy, failure };
}

function PartnerLine({ partner }: { partner: Partner }) {
  const text = useText(NS);
  const format = useFormat();
  const canAccess = useCanAccess();
  const { run, busy, failure } = useBusy();
  const [isImporting, setImporting] = useState(false);
  const { id, name, counts } = partner;
  const body = { partner_id: id };
  const match = () =>
    run(
      c => c.call(autoMatch, { body }),
      ({ pending, conflicts }) => text('matrix.matched', { pending, conflicts }),
    );
  const confirm = () =>
    run(
      c => c.call(confirmMappings, { body }),
      ({ confirmed }) => text('matrix.confirmed', { count: confirmed, shown: format.number(confirmed) }),
    );
  return (
    <div className="flex flex-col gap-2 border border-line bg-surface p-4">
      <p className="font-semibold">{name}</p>
      <p className={counts.gaps + counts.conflict > 0 ? 'text-danger' : 'text-ink-2'}>
        {text('matrix.counts', {
          mapped: format.number(counts.mapped),
          pending: format.number(counts.pending),
          conflict: format.number(counts.conflict),
          gaps: format.number(counts.gaps),
        })}
      </p>
      {failure !== null && <ErrorPanel error={failure} />}
      {canAccess('programmatic', 'W') && (
        <div className="flex flex-wrap gap-2">
          {counts.gaps > 0 && (
            <Button variant="outline" busy={busy} onClick={match}>
              {text('matrix.match')}
            </Button>
          )}
          {counts.pending > 0 && (
            <Button variant="outline" busy={busy} onClick={confirm}>
              {text('matrix.confirm')}
            </Button>
          )}
          <Button variant="quiet" onClick={() => setImporting(true)}>
            {text('matrix.import')}
          </Button>
        </div>
      )}
      {isImporting && (
        <Suspense>
          <ImportDialog partner={partner} close={() => setImporting(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Table({ partners, rows }: Pick<Matrix, 'partners' | 'rows'>) {
  const text = useText(NS);
  return (
    <div
      className="overflow-x-auto border border-line"
      tabIndex={0}
      role="region"
      aria-label={text('matrix.title')}
    >
      <table className="w-full border-collapse bg-surface text-left">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="p-3">
              {text('fields.device_name')}
            </th>
            {partners.map(({ id, name }) => (
              <th key={id} scope="col" className="p-3">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.placement_id} className="border-line not-last:border-b">
              <th scope="row" className="p-3 font-normal">
                {row.device_name}
                {row.zone !== 'full' && <span className="text-ink-2"> · {text(`values.${row.zone}`)}</span>}
              </th>
              {row.cells.map((cell, nth) => (
                <CellOf key={partners[nth]?.id ?? nth} {...cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const isGap = (state: MatrixCell['state']) => state === 'unmapped' || state === 'conflict';
const CellOf = ({ state, external_screen_id }: MatrixCell) => (
  <td className={clsx('p-3 align-top', isGap(state) && 'bg-warn-tint text-on-warn-tint')}>
    <StateMark badge={MAPPING_BADGES[state]} value={state} resource={NS} />
    {external_screen_id !== null && (
      <span className="block font-mono text-13 break-all">{external_screen_id}</span>
    )}
  </td>
);

interface PagingProps {
  total: number;
  offset: number;
  setOffset: (offset: number) => void;
}
function Paging({ total, offset, setOffset }: PagingProps) {
  const text = useText(NS);
  const format = useFormat();
  if (total <= PAGE) return null;
  const to = Math.min(total, offset + PAGE);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="text-ink-2">
        {text('matrix.range', {
          from: format.number(offset + 1),
          to: format.number(to),
          total: format.number(total),
        })}
      </span>
      <Button variant="outline" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - PAGE))}>
        {text('matrix.before')}
      </Button>
      <Button variant="outline" disabled={to >= total} onClick={() => setOffset(offset + PAGE)}>
        {text('matrix.next')}
      </Button>
    </div>
  );
}
