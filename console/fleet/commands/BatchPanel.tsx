import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'wouter';
import {
  cancelBatch,
  COMMAND_STATES,
  deviceCommands,
  PIN_COMMANDS,
  PENDING_STATES,
} from '../../../shared/contract/fleet/command.ts';
import { isQueued } from '../../../shared/net/client.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { COMMAND_BADGES } from './states.ts';
import { PATHS } from '../../app/paths.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { Progress } from '../../kit/ui/display/Progress.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useCanAccess } from '../../kit/useSave.ts';
import { useWrite } from '../../kit/useWrite.ts';
import { BATCH_PARAM } from './BulkCommands.tsx';

/** While something is on its way, ms. */
const REFRESH_MS = 2_000;
const MAX_NAMES = 20;
const FAILED_STATES = ['failed', 'expired'];

type Counts = Readonly<Record<string, number>>;
const sumOf = (counts: Counts, states: readonly string[]) =>
  states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

/** What was asked of many at once, and how far it is with each. */
export default function BatchPanel({ batch_id }: { batch_id: string }) {
  const { t } = useTranslation(['commands', 'common']);
  const { client } = useAuth();
  const format = useFormat();
  const [, setParams] = useSearchParams();
  const batchFilter: object = { batch_id };
  const answer = useQuery({
    ...read(client, deviceCommands.list, { query: { limit: 1, ...batchFilter } }),
    refetchInterval: ({ state }) =>
      sumOf(state.data?.facets.state ?? {}, [...PENDING_STATES, 'accepted']) > 0 ? REFRESH_MS : false,
  });
  const counts: Counts = answer.data?.facets.state ?? {};
  const all = sumOf(counts, COMMAND_STATES);
  const waiting = sumOf(counts, PENDING_STATES);
  const kind = answer.data?.items[0]?.kind;
  const close = () =>
    setParams(now => {
      const { [BATCH_PARAM]: _closed, ...rest } = Object.fromEntries(now);
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
        {waiting > 0 && <CancelWaiting batch_id={batch_id} waiting={waiting} />}
        <Button variant="quiet" onClick={close}>
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
                  {...COMMAND_BADGES[state]}
                  label={`${t(`values.${state}`)}: ${format.number(counts[state] ?? 0)}`}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {kind && PIN_COMMANDS.includes(kind) && <p className="text-13 text-ink-2">{t('batch.pins')}</p>}
      {sumOf(counts, FAILED_STATES) > 0 && (
        <FailedScreens batch_id={batch_id} key={sumOf(counts, FAILED_STATES)} />
      )}
    </section>
  );
}

function CancelWaiting({ batch_id, waiting }: { batch_id: string; waiting: number }) {
  const { t } = useTranslation('commands');
  const format = useFormat();
  const canAccess = useCanAccess();
  const write = useWrite();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  if (!canAccess('monitor', 'W')) return null;
  const countValues = (count: number) => ({ count, shown: format.number(count) });
  async function cancel() {
    setBusy(true);
    try {
      const answer = await write(
        cancelBatch,
        { params: { id: batch_id }, body: {} },
        { type: 'deviceCommands.cancelBatch', description: t('batch.cancel', countValues(waiting)) },
      );
      if (!isQueued(answer)) toast({ title: t('batch.cancelled', countValues(answer.cancelled)) });
    } catch {
      toast({ tone: 'danger', title: t('batch.notCancelled') });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="outline" busy={busy} onClick={() => void cancel()}>
      {t('batch.cancel', countValues(waiting))}
    </Button>
  );
}

/** By name, each a way to its sheet, where it stands why. */
function FailedScreens({ batch_id }: { batch_id: string }) {
  const { t } = useTranslation('commands');
  const { client } = useAuth();
  const query: object = { batch_id, status: FAILED_STATES.join() };
  const answer = useQuery(read(client, deviceCommands.list, { query: { limit: MAX_NAMES, ...query } }));
  const rows = answer.data?.items ?? [];
  if (rows.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-ink-2">
      {t('batch.missed')}
      {rows.map(({ id, device_id, device_name }) => (
        <Link
          key={id}
          href={`${PATHS.devices}?${BATCH_PARAM}=${batch_id}&id=${device_id}`}
          className="inline-flex min-h-11 items-center font-semibold text-primary hover:underline"
        >
          {device_name}
        </Link>
      ))}
    </p>
  );
}
