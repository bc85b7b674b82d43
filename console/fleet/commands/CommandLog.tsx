import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  deviceCommands,
  PIN_COMMANDS,
  PENDING_STATES,
  type Command,
} from '../../../shared/contract/fleet/command.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { COMMAND_BADGES } from './states.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useCanAccess, useInvalidateTouched, useSave } from '../../kit/useSave.ts';

const SHOWN = 8;
/** While something is on its way, and while nothing is, ms. */
const REFRESH_MS = { busy: 2_000, idle: 15_000 } as const;
/** Done, these have something to say. */
const WITH_RESULT: readonly Command['kind'][] = ['report_logs', 'screenshot', ...PIN_COMMANDS];
const isUnderWay = ({ state }: Command) => state === 'accepted' || PENDING_STATES.includes(state);

/** What was asked last and what became of it, as it happens. */
export function CommandLog({ device_id }: { device_id: string }) {
  const { t } = useTranslation('commands');
  const { client } = useAuth();
  const deviceFilter: object = { device_id };
  const answer = useQuery({
    ...read(client, deviceCommands.list, { query: { limit: SHOWN, ...deviceFilter } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? REFRESH_MS.busy : REFRESH_MS.idle),
  });
  return (
    <section aria-label={t('log')} className="mt-4">
      <h3 className="mb-1 text-13 font-semibold">{t('log')}</h3>
      {answer.isPending && <Skeleton rows={2} />}
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.data?.items.length === 0 && <p className="text-ink-2">{t('none')}</p>}
      <ul className="border-t border-line">
        {answer.data?.items.map(command => (
          <CommandRow key={command.id} command={command} />
        ))}
      </ul>
    </section>
  );
}

function CommandRow({ command }: { command: Command }) {
  const { t } = useTranslation('commands');
  const format = useFormat();
  const now = useNow();
  const canAccess = useCanAccess();
  const { kind, state } = command;
  return (
    <li className="border-b border-line py-1.5">
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 font-semibold break-words">{t(`kinds.${kind}`)}</span>
        <Mark {...COMMAND_BADGES[state]} label={t(`values.${state}`)} />
        <time
          dateTime={command.created_at}
          title={format.exact(command.created_at)}
          className="text-13 text-ink-2"
        >
          {format.ago(command.created_at, now)}
        </time>
        {PENDING_STATES.includes(state) && canAccess('monitor', 'W') && <CancelButton command={command} />}
      </div>
      {(state === 'failed' || (state === 'done' && WITH_RESULT.includes(kind))) && (
        <CommandResult id={command.id} kind={kind} />
      )}
    </li>
  );
}

function CancelButton({ command }: { command: Command }) {
  const { t } = useTranslation('commands');
  const save = useSave();
  const invalidate = useInvalidateTouched();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const kind = t(`kinds.${command.kind}`);
  async function cancel() {
    setBusy(true);
    try {
      await save(client =>
        client.call(deviceCommands.actionEndpoints.cancel, { params: { id: command.id }, body: {} }),
      );
      toast({ title: t('cancelled', { kind }) });
    } catch {
      // The screen was quicker: the list says so.
      await invalidate(deviceCommands.path);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="quiet" busy={busy} aria-label={t('cancelOf', { kind })} onClick={() => void cancel()}>
      {t('cancel')}
    </Button>
  );
}

/** Read only where somebody opens it: a report may be long. */
function CommandResult({ id, kind }: Pick<Command, 'id' | 'kind'>) {
  const { t } = useTranslation('commands');
  const { client } = useAuth();
  const [open, setOpen] = useState(false);
  const answer = useQuery({ ...read(client, deviceCommands.read, { params: { id } }), enabled: open });
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center text-primary">{t('said')}</summary>
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {PIN_COMMANDS.includes(kind) && (
        <p className="text-13 text-ink-2">{t(answer.data?.result ? 'pin' : 'noPin')}</p>
      )}
      {kind === 'screenshot' && answer.data?.result?.startsWith('data:image/') ? (
        <img src={answer.data.result} alt={t('shot')} className="w-full max-w-[320px] border border-line" />
      ) : (
        <pre
          tabIndex={0}
          aria-label={t('said')}
          className="max-h-80 overflow-auto bg-bg p-3 text-12 whitespace-pre-wrap"
        >
          {answer.data?.result ?? ''}
        </pre>
      )}
    </details>
  );
}
