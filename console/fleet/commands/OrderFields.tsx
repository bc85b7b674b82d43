import { useTranslation } from 'react-i18next';
import { MAX_RECORDED, type CommandKind } from '../../../shared/contract/fleet/command.ts';
import { BRIGHTNESS } from '../../../shared/contract/fleet/device.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';

/** Half an hour of a screen. */
const USUAL_DECISIONS = 200;
interface OrderFieldsProps {
  kind: CommandKind;
  /** What they begin with. */
  volume: number;
  isKiosk: boolean;
}

/** What a kind needs to be told; nothing of most. */
export function OrderFields({ kind, volume, isKiosk }: OrderFieldsProps) {
  const { t } = useTranslation('commands');
  if (kind === 'set_volume')
    return (
      <Field label={t('fields.volume')} hint={t('hints.set_volume')}>
        {aria => (
          <input
            {...aria}
            name="volume"
            type="number"
            min={0}
            max={100}
            step={1}
            required
            defaultValue={volume}
            className="control font-mono"
          />
        )}
      </Field>
    );
  if (kind === 'set_brightness')
    return (
      <Field label={t('fields.mode')}>
        {aria => (
          <select {...aria} name="mode" className="control">
            {BRIGHTNESS.map(mode => (
              <option key={mode} value={mode}>
                {t(`modes.${mode}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
    );
  if (kind === 'set_kiosk')
    return (
      <Field label={t('fields.enabled')} hint={t('hints.set_kiosk')}>
        {aria => (
          <select {...aria} name="enabled" className="control" defaultValue={isKiosk ? 'off' : 'on'}>
            <option value="on">{t('kiosk.on')}</option>
            <option value="off">{t('kiosk.off')}</option>
          </select>
        )}
      </Field>
    );
  if (kind === 'record_decisions')
    return (
      <Field label={t('fields.decisions')} hint={t('hints.record_decisions')}>
        {aria => (
          <input
            {...aria}
            name="decisions"
            type="number"
            min={1}
            max={MAX_RECORDED}
            step={1}
            required
            defaultValue={USUAL_DECISIONS}
            className="control font-mono"
          />
        )}
      </Field>
    );
  return null;
}
