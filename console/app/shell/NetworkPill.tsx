import { useTranslation } from 'react-i18next';
import type { LinkQuality } from '../../../shared/net/quality/assess.ts';
import { Mark, type Shape } from '../../kit/ui/display/Mark.tsx';
import type { Tone } from '../../kit/ui/display/Notice.tsx';
import { useLink } from './useLink.ts';

const LOOKS: Record<LinkQuality['status'], [Shape, Tone]> = {
  online: ['live', 'ok'],
  slow: ['slow', 'warn'],
  degraded: ['degraded', 'warn'],
  offline: ['offline', 'danger'],
};

export default function NetworkPill() {
  const { t } = useTranslation('navigation');
  const link = useLink();
  const [shape, tone] = LOOKS[link];
  return (
    <span className="hidden px-3 min-[420px]:block" title={t(`network.means.${link}`)} data-link={link}>
      <Mark shape={shape} tone={tone} word={t(`network.${link}`)} />
    </span>
  );
}
