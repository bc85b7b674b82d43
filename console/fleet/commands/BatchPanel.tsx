import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'wouter';
import {
  cancelBatch,
  COMMAND_STATES,
  deviceCommands,
  TELLS_PIN,
  WAITING,
} from '../../../shared/contract/fleet/command.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { COMMAND_SIGNS } from './states.ts';
import { PATHS } from '../../app/paths.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { Progress } from '../../kit/ui/display/Progress.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/states.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useMay, useSave } from '../../kit/useSave.ts';
import { BATCH } from './BulkCommands.tsx';

/** While something is on its way, ms. */
const REFRESH_MS = 2_000;
const NAMED = 20;
const MISSED = ['failed', 'expired'];

type Counts = Readonly<Record<string, number>>;
const sumOf = (counts: Counts, states: readonly string[]) =>
  states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

/** What was asked of many at once, and how far it is with each. */
export default function BatchPanel({ batch_id }: { batch_id: string }) {
  const { t } = useTranslation(['commands', 'common']);
  const { client } = useAuth();
  const format = useFormat();
  const [, setParams] = useSearchParams();
  const of: object = { batch_id };
  const answer = useQuery({
    ...read(client, deviceCommands.list, { query: { limit: 1, ...of } }),
    refetchInterval: ({ state }) =>
      sumOf(state.data?.facets.state ?? {}, [...WAITING, 'accepted']) > 0 ? REFRESH_MS : false,
  });
  const counts: Counts = answer.data?.facets.state ?? {};
  const all = sumOf(counts, COMMAND_STATES);
  const waiting = sumOf(counts, WAITING);
  const kind = answer.data?.items[0]?.kind;
  const close = () =>
    setParams(now => {
      const { [BATCH]: _closed, ...rest } = Object.fromEntries(now);
      return new URLSearchParams(rest);
    });
  return (
    <section aria-label={t('batch.title')} className="mb-5 border-y border-line bg-surface px-5 py-3">
      <div className="flex flex-wrap items-center gap-x-4">
        <h2 className="text-16">
          {kind
            ? t('batch.of', { kind: t(`kinds.${kind}`), count: all, shown: format.number(all) })
            : t('batch.title')}
        </h2>
        <span className="flex-1" />
        {waiting > 0 && <CancelRest batch_id={batch_id} waiting={waiting} />}
        <Button look="quiet" onClick={close}>
          {t('common:close')}
        </Button>
      </div>
      {answer.isPending && <Skeleton rows={1} />}
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {all > 0 && (
        <>
          <Progress label={t('batch.progress')} share={(all - waiting - (counts.accepted ?? 0)) / all} />
          <ul role="status" className="flex flex-wrap gap-x-6 gap-y-1 py-2">
            {COMMAND_STATES.filter(state => (counts[state] ?? 0) > 0).map(state => (
              <li key={state}>
                <Mark
                  {...COMMAND_SIGNS[state]}
                  word={`${t(`values.${state}`)}: ${format.number(counts[state] ?? 0)}`}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {kind && TELLS_PIN.includes(kind) && <p className="text-13 text-ink-2">{t('batch.pins')}</p>}
      {sumOf(counts, MISSED) > 0 && <Missed batch_id={batch_id} key={sumOf(counts, MISSED)} />}
    </section>
  );
}

function CancelRest({ batch_id, waiting }: { batch_id: string; waiting: number }) {
  const { t } = useTranslation('commands');
  const format = useFormat();
  const may = useMay();
  const save = useSave();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  if (!may('monitor', 'W')) return null;
  const said = (count: number) => ({ count, shown: format.number(count) });
  async function cancel() {
    setBusy(true);
    try {
      const { cancelled } = await save(c => c.call(cancelBatch, { params: { id: batch_id }, body: {} }));
      toast({ title: t('batch.cancelled', said(cancelled)) });
    } catch {
      toast({ tone: 'danger', title: t('batch.notCancelled') });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button look="outline" busy={busy} onClick={() => void cancel()}>
      {t('batch.cancel', said(waiting))}
    </Button>
  );
}

/** By name, each a way to its sheet, where it stands why. */
function Missed({ batch_id }: { batch_id: string }) {
  const { t } = useTranslation('commands');
  const { client } = useAuth();
  const asked: object = { batch_id, status: MISSED.join() };
  const answer = useQuery(read(client, deviceCommands.list, { query: { limit: NAMED, ...asked } }));
  const rows = answer.data?.items ?? [];
  if (rows.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-ink-2">
      {t('batch.missed')}
      {rows.map(({ id, device_id, device_name }) => (
        <Link
          key={id}
          href={`${PATHS.devices}?${BATCH}=${batch_id}&id=${device_id}`}
          className="inline-flex min-h-11 items-center font-semibold text-primary hover:underline"
        >
          {device_name}
        </Link>
      ))}
    </p>
  );
}
