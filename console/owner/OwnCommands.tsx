import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PENDING_STATES, PIN_COMMANDS, type CommandDetail } from '../../shared/contract/fleet/command.ts';
import type { Device } from '../../shared/contract/fleet/device.ts';
import { OWNER_COMMANDS, ownCommands, sendOwnCommand } from '../../shared/contract/fleet/owner.ts';
import { read } from '../../shared/net/queries.ts';
import { useAuth } from '../app/session/auth.tsx';
import { CommandButtons } from '../fleet/commands/CommandButtons.tsx';
import { COMMAND_BADGES } from '../fleet/commands/states.ts';
import { useFormat, useNow } from '../kit/text/useFormat.ts';
import { Mark } from '../kit/ui/display/Mark.tsx';
import { ErrorPanel, Skeleton } from '../kit/ui/display/placeholders.tsx';
import { useCanAccess } from '../kit/useSave.ts';

/** While something is on its way, and while nothing is, ms. */
const REFRESH_MS = { busy: 2_000, idle: 15_000 } as const;
const isUnderWay = ({ state }: CommandDetail) => state === 'accepted' || PENDING_STATES.includes(state);

/** What an owner may ask of his screen, and what became of what he asked. */
export default function OwnCommands({ row }: { row: Device }) {
  const { t } = useTranslation('commands');
  const { client } = useAuth();
  const canAccess = useCanAccess();
  const answer = useQuery({
    ...read(client, ownCommands, { params: { id: row.id } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? REFRESH_MS.busy : REFRESH_MS.idle),
  });
  return (
    <>
      <h2 className="mb-1 text-16">{t('title')}</h2>
      {canAccess('owner', 'W') && (
        <>
          <p className="mb-3 text-13 text-ink-2">{t('hint')}</p>
          <CommandButtons row={row} kinds={OWNER_COMMANDS} call={sendOwnCommand} />
        </>
      )}
      <section aria-label={t('log')} className="mt-4">
        <h3 className="mb-1 text-13 font-semibold">{t('log')}</h3>
        {answer.isPending && <Skeleton rows={2} />}
        {answer.isError && (
          <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
        )}
        {answer.data?.items.length === 0 && <p className="text-ink-2">{t('none')}</p>}
        <ul className="border-t border-line">
          {answer.data?.items.map(command => (
            <OwnCommand key={command.id} command={command} />
          ))}
        </ul>
      </section>
    </>
  );
}

function OwnCommand({ command }: { command: CommandDetail }) {
  const { t } = useTranslation('commands');
  const format = useFormat();
  const now = useNow();
  const { kind, state, result, created_at } = command;
  const isPin = state === 'done' && PIN_COMMANDS.includes(kind);
  return (
    <li className="border-b border-line py-1.5">
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 font-semibold break-words">{t(`kinds.${kind}`)}</span>
        <Mark {...COMMAND_BADGES[state]} label={t(`values.${state}`)} />
        <time dateTime={created_at} title={format.exact(created_at)} className="text-13 text-ink-2">
          {format.ago(created_at, now)}
        </time>
      </div>
      {isPin && <p className="text-13 text-ink-2">{t(result ? 'pin' : 'noPin')}</p>}
      {result !== null && (isPin || state === 'failed') && <p className="font-mono text-16">{result}</p>}
    </li>
  );
}
