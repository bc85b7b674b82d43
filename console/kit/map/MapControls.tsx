import { Maximize, Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { roundLength } from '../fields/inputs/place/point.ts';
import { useFormat } from '../text/useFormat.ts';
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

const MOST_PX = 100;
/** A bar of a round length, for what has no streets to measure by. */
export function ScaleBar({ metresAPixel }: { metresAPixel: number }) {
  const format = useFormat();
  const length = roundLength(metresAPixel * MOST_PX);
  return (
    <p
      style={{ width: `${length / metresAPixel}px` }}
      className="pointer-events-none absolute bottom-2 left-2 border-x border-b border-ink-2 text-center font-mono text-12 text-ink-2"
    >
      {format.metres(length)}
    </p>
  );
}

export const Attribution = ({ text }: { text: string }) =>
  text !== '' && (
    <p className="pointer-events-none absolute right-0 bottom-0 bg-surface/85 px-2 text-12 text-ink-2">
      {text}
    </p>
  );
