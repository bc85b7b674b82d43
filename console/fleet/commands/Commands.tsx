import { useTranslation } from 'react-i18next';
import { COMMAND_KINDS, type CommandKind } from '../../../shared/contract/fleet/command.ts';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import { useCanAccess } from '../../kit/useSave.ts';
import { CommandButtons } from './CommandButtons.tsx';
import { FIRST_KINDS, isDestructive } from './commandKinds.ts';
import { CommandLog } from './CommandLog.tsx';

/** Of its id, what the screen shows of itself when it is asked to identify. */
const ID_SUFFIX_CHARS = 6;
const INACTIVE_STATES: readonly Device['state'][] = ['retired', 'unpaired'];

const ORDINARY = [...new Set<CommandKind>([...FIRST_KINDS, ...COMMAND_KINDS])].filter(
  kind => !isDestructive(kind),
);
const DANGEROUS = COMMAND_KINDS.filter(isDestructive);

const useCanCommand = (row: Device) => useCanAccess()('monitor', 'W') && !INACTIVE_STATES.includes(row.state);

/** What is tried first with a screen that misbehaves. */
export function FirstCommands({ row }: { row: Device }) {
  return useCanCommand(row) ? <CommandButtons row={row} kinds={FIRST_KINDS} /> : null;
}

/** All commands, the dangerous ones apart, and what became of those that were sent. */
export default function Commands({ row }: { row: Device }) {
  const { t } = useTranslation('commands');
  const canCommand = useCanCommand(row);
  return (
    <>
      <div className="mb-1 flex flex-wrap items-baseline gap-x-4">
        <h2 className="text-16">{t('title')}</h2>
        <span className="font-mono text-13 text-ink-2">
          {t('number', { number: row.id.slice(-ID_SUFFIX_CHARS).toUpperCase() })}
        </span>
      </div>
      {canCommand && (
        <>
          <p className="mb-3 text-13 text-ink-2">{t('hint')}</p>
          <CommandButtons row={row} kinds={ORDINARY} />
          <h3 className="mt-5 mb-1 text-14">{t('dangerous')}</h3>
          <p className="mb-2 text-13 text-ink-2">{t('dangerousHint')}</p>
          <CommandButtons row={row} kinds={DANGEROUS} />
        </>
      )}
      <CommandLog device_id={row.id} />
    </>
  );
}
