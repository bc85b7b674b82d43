import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  deviceCommands,
  PIN_COMMANDS,
  PENDING_STATES,
  type Command,
} from '../../../shared/contract/fleet/command.ts';
import { isNoResponse } from '../../../shared/net/apiError.ts';
import { isQueued } from '../../../shared/net/client.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useCanAccess, useInvalidateTouched } from '../../kit/useSave.ts';
import { useWrite } from '../../kit/useWrite.ts';
import { CommandList, refreshIntervalOf } from './CommandList.tsx';

const SHOWN = 8;
/** Done, these have something to say. */
const WITH_RESULT: readonly Command['kind'][] = ['report_logs', 'screenshot', ...PIN_COMMANDS];

/** What was asked last and what became of it, as it happens. */
export function CommandLog({ device_id }: { device_id: string }) {
  const { client } = useAuth();
  const canAccess = useCanAccess();
  const deviceFilter: object = { device_id };
  const answer = useQuery({
    ...read(client, deviceCommands.list, { query: { limit: SHOWN, ...deviceFilter } }),
    refetchInterval: ({ state }) => refreshIntervalOf(state.data?.items),
  });
  return (
    <CommandList
      answer={answer}
      action={command =>
        PENDING_STATES.includes(command.state) &&
        canAccess('monitor', 'W') && <CancelButton command={command} />
      }
      result={({ id, kind, state }) =>
        (state === 'failed' || (state === 'done' && WITH_RESULT.includes(kind))) && (
          <CommandResult id={id} kind={kind} />
        )
      }
    />
  );
}

function CancelButton({ command }: { command: Command }) {
  const { t } = useTranslation('commands');
  const write = useWrite();
  const invalidate = useInvalidateTouched();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const kind = t(`kinds.${command.kind}`);
  async function cancel() {
    setBusy(true);
    try {
      const answer = await write(
        deviceCommands.actionEndpoints.cancel,
        { params: { id: command.id }, body: {} },
        { type: 'deviceCommands.cancel', description: `${t('cancelOf', { kind })}: ${command.device_name}` },
      );
      if (!isQueued(answer)) toast({ title: t('cancelled', { kind }) });
    } catch (error) {
      if (isNoResponse(error)) toast({ tone: 'danger', title: t('notCancelled', { kind }) });
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
  const title = t(PIN_COMMANDS.includes(kind) ? 'showPin' : 'said');
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center text-primary">{title}</summary>
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {PIN_COMMANDS.includes(kind) && (
        <p className="text-13 text-ink-2">{t(answer.data?.result ? 'pin' : 'noPin')}</p>
      )}
      {kind === 'screenshot' && answer.data?.result?.startsWith('data:image/') ? (
        <img src={answer.data.result} alt={t('shot')} className="w-full max-w-[320px] border border-line" />
      ) : (
        <pre
          tabIndex={0}
          aria-label={title}
          className="max-h-80 overflow-auto bg-bg p-3 text-12 whitespace-pre-wrap"
        >
          {answer.data?.result ?? ''}
        </pre>
      )}
    </details>
  );
}
