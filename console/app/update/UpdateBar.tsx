import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemClock } from '../../../shared/clock.ts';
import { confirmUnsavedChanges } from '../../kit/leave.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { watchBuild, type BuildWatchPorts } from './watch.ts';

interface UpdateBarProps extends Pick<BuildWatchPorts, 'build' | 'served'> {
  clock?: BuildWatchPorts['clock'];
  reload?: () => void;
}

const reloadPage = () => location.reload();

/** Says that the server has a newer build. Unsaved work is asked about first. */
export default function UpdateBar({
  build,
  served: fetchServedBuild,
  clock = systemClock,
  reload = reloadPage,
}: UpdateBarProps) {
  const { t } = useTranslation('screens');
  const [isReady, setIsReady] = useState(false);
  useEffect(
    () => watchBuild({ build, fetchServedBuild, clock, page: document, onNewBuild: () => setIsReady(true) }),
    [build, fetchServedBuild, clock],
  );
  return (
    <div role="status" className="sticky bottom-0 z-20">
      {isReady && (
        <div className="lane flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface py-1 pr-4 pl-5 [--lane:var(--lamp)]">
          <p className="font-semibold">{t('update.ready')}</p>
          <Button look="outline" icon={<RefreshCw size={18} aria-hidden />} onClick={() => confirmUnsavedChanges(reload)}>
            {t('update.reload')}
          </Button>
        </div>
      )}
    </div>
  );
}
