import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemClock } from '../../../shared/clock.ts';
import { whenSafe } from '../../kit/leave.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { watchBuild, type WatchPorts } from './watch.ts';

interface UpdateBarProps extends Pick<WatchPorts, 'build' | 'served'> {
  clock?: WatchPorts['clock'];
  reload?: () => void;
}

const reloadPage = () => location.reload();

/** Says that the server has a newer build. Unsaved work is asked about first. */
export default function UpdateBar({
  build,
  served,
  clock = systemClock,
  reload = reloadPage,
}: UpdateBarProps) {
  const { t } = useTranslation('screens');
  const [isReady, setIsReady] = useState(false);
  useEffect(
    () => watchBuild({ build, served, clock, page: document, found: () => setIsReady(true) }),
    [build, served, clock],
  );
  return (
    <div role="status" className="sticky bottom-0 z-20">
      {isReady && (
        <div className="lane flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface py-1 pr-4 pl-5 [--lane:var(--lamp)]">
          <p className="font-semibold">{t('update.ready')}</p>
          <Button look="outline" icon={<RefreshCw size={18} aria-hidden />} onClick={() => whenSafe(reload)}>
            {t('update.reload')}
          </Button>
        </div>
      )}
    </div>
  );
}
