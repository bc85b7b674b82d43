import { useTranslation } from 'react-i18next';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import { useCanAccess } from '../../kit/useSave.ts';
import { CommandButtons } from './CommandButtons.tsx';
import { CommandLog } from './CommandLog.tsx';

/** Of its id, what the screen shows of itself when it is asked to identify. */
const ID_SUFFIX_CHARS = 6;
const INACTIVE_STATES: readonly Device['state'][] = ['retired', 'unpaired'];

/** What may be asked of a screen from here. */
export default function Commands({ row }: { row: Device }) {
  const { t } = useTranslation('commands');
  const canAccess = useCanAccess();
  const canCommand = canAccess('monitor', 'W') && !INACTIVE_STATES.includes(row.state);
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
          <CommandButtons row={row} />
        </>
      )}
      <CommandLog device_id={row.id} />
    </>
  );
}
