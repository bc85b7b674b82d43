import { useTranslation } from 'react-i18next';
import type { LinkQuality } from '../../../shared/net/quality/assess.ts';
import { Mark, type Shape } from '../../kit/ui/display/Mark.tsx';
import type { Tone } from '../../kit/ui/display/Notice.tsx';
import { useNetworkStatus } from '../../kit/useNetworkStatus.ts';

const MARKS: Record<LinkQuality['status'], [Shape, Tone]> = {
  online: ['live', 'ok'],
  slow: ['slow', 'warn'],
  degraded: ['degraded', 'warn'],
  offline: ['offline', 'danger'],
};

export default function NetworkPill() {
  const { t } = useTranslation('navigation');
  const status = useNetworkStatus();
  const [shape, tone] = MARKS[status];
  return (
    <span className="hidden px-3 min-[420px]:block" title={t(`network.means.${status}`)} data-link={status}>
      <Mark shape={shape} tone={tone} label={t(`network.${status}`)} />
    </span>
  );
}
