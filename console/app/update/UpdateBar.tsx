import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemClock } from '../../../shared/clock.ts';
import { confirmUnsavedChanges } from '../../kit/unsavedChanges.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { watchBuild, type BuildWatchPorts } from './watchBuild.ts';

interface UpdateBarProps extends Pick<BuildWatchPorts, 'build' | 'fetchServedBuild'> {
  clock?: BuildWatchPorts['clock'];
  reload?: () => void;
}

const reloadPage = () => location.reload();

/** Announces a newer build; before reloading it asks about unsaved changes. */
export default function UpdateBar({
  build,
  fetchServedBuild,
  clock = systemClock,
  reload = reloadPage,
}: UpdateBarProps) {
  const { t } = useTranslation('navigation');
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
          <Button
            variant="outline"
            icon={<RefreshCw size={18} aria-hidden />}
            onClick={() => confirmUnsavedChanges(reload)}
          >
            {t('update.reload')}
          </Button>
        </div>
      )}
    </div>
  );
}
