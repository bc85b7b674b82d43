import { Maximize, Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/controls/Button.tsx';

interface MapControlsProps {
  zoomBy: (by: number) => void;
  fit: () => void;
}
export function MapControls({ zoomBy, fit }: MapControlsProps) {
  const { t } = useTranslation('map');
  return (
    <div
      role="group"
      aria-label={t('controls')}
      className="absolute top-2 right-2 flex flex-col rounded-sm border border-line bg-surface print:hidden"
    >
      <IconButton label={t('zoomIn')} onClick={() => zoomBy(1)}>
        <Plus size={20} aria-hidden />
      </IconButton>
      <IconButton label={t('zoomOut')} onClick={() => zoomBy(-1)}>
        <Minus size={20} aria-hidden />
      </IconButton>
      <IconButton label={t('fit')} onClick={fit}>
        <Maximize size={18} aria-hidden />
      </IconButton>
    </div>
  );
}

export const Attribution = ({ text }: { text: string }) =>
  text !== '' && (
    <p className="pointer-events-none absolute right-0 bottom-0 bg-surface/85 px-2 text-12 text-ink-2">
      {text}
    </p>
  );
