import { useTranslation } from 'react-i18next';
import { PATHS } from '../../app/paths.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { TileLink } from '../../kit/ui/display/Tiles.tsx';
import { useAlertWatch } from './useAlertWatch.ts';

/** Of the overview: alerts that wait for this user. With one, the way to it; with more, to the list of them. */
export default function WaitingTile() {
  const { t } = useTranslation('navigation');
  const format = useFormat();
  const { waiting } = useAlertWatch();
  const [only, ...others] = waiting ?? [];
  return (
    <TileLink
      href={
        only && others.length === 0 ? `${PATHS.alerts}/${only.id}` : `${PATHS.alerts}?status=pending_approval`
      }
      figure={waiting ? format.number(waiting.length) : '–'}
      label={t('alerts')}
      note={t('alertWatch.waiting')}
      lane={only ? '[--lane:var(--danger)]' : ''}
    />
  );
}
