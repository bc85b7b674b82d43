import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PIN_COMMANDS, type CommandDetail } from '../../shared/contract/fleet/command.ts';
import type { Device } from '../../shared/contract/fleet/device.ts';
import { OWNER_COMMANDS, ownCommands, sendOwnCommand } from '../../shared/contract/fleet/owner.ts';
import { read } from '../../shared/net/queries.ts';
import { useAuth } from '../app/session/auth.tsx';
import { CommandButtons } from '../fleet/commands/CommandButtons.tsx';
import { CommandList, refreshIntervalOf } from '../fleet/commands/CommandList.tsx';
import { useCanAccess } from '../kit/useSave.ts';

/** What an owner may ask of his screen, and what became of what he asked. */
export default function OwnCommands({ row }: { row: Device }) {
  const { t } = useTranslation('commands');
  const { client } = useAuth();
  const canAccess = useCanAccess();
  const answer = useQuery({
    ...read(client, ownCommands, { params: { id: row.id } }),
    refetchInterval: ({ state }) => refreshIntervalOf(state.data?.items),
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
      <CommandList answer={answer} result={command => <Result command={command} />} />
    </>
  );
}

function Result({ command: { kind, state, result } }: { command: CommandDetail }) {
  const { t } = useTranslation('commands');
  const isPin = state === 'done' && PIN_COMMANDS.includes(kind);
  return (
    <>
      {isPin && <p className="text-13 text-ink-2">{t(result ? 'pin' : 'noPin')}</p>}
      {result !== null && (isPin || state === 'failed') && <p className="font-mono text-16">{result}</p>}
    </>
  );
}
