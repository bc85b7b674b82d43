import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../text/useFormat.ts';
import { roundLength, type Point } from './point.ts';

const SIZE = 200;
const MIDDLE = SIZE / 2;
const MARGIN = 10;
const CROSS = 6;
/** Two neighbours among 1, 2 and 5 are at most this far apart: the picture always holds the circle. */
const APART = 2.5;

/** The circle to scale, with a bar of a round length; no map lies under it. */
export function Circle({ point }: { point: Point | null }) {
  const { t } = useTranslation('inputs');
  const format = useFormat();
  const reach = roundLength((point?.radius_m ?? 1) * APART);
  const perMetre = (MIDDLE - MARGIN) / reach;
  const bar = roundLength(reach * 0.8);
  const label = point
    ? t('point.drawn', { latitude: point.lat, longitude: point.lng, radius: format.metres(point.radius_m) })
    : t('point.missing');
  return (
    <div className="border border-line bg-surface">
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={label} className="size-48">
        <path d={`M0 ${MIDDLE}H${SIZE}M${MIDDLE} 0V${SIZE}`} className="stroke-line" fill="none" />
        {point && (
          <circle
            cx={MIDDLE}
            cy={MIDDLE}
            r={point.radius_m * perMetre}
            className="fill-primary/15 stroke-primary"
            strokeWidth="2"
          />
        )}
        <path
          d={`M${MIDDLE - CROSS} ${MIDDLE}h${CROSS * 2}M${MIDDLE} ${MIDDLE - CROSS}v${CROSS * 2}`}
          className={point ? 'stroke-primary' : 'stroke-ink-3'}
          strokeWidth="2"
        />
        {point && (
          <>
            <path
              d={`M${MARGIN} ${SIZE - MARGIN - 4}v4h${bar * perMetre}v-4`}
              className="stroke-ink-2"
              fill="none"
              strokeWidth="1.5"
            />
            <text x={MARGIN + 4} y={SIZE - MARGIN - 6} className="fill-ink-2 font-mono text-12">
              {format.metres(bar)}
            </text>
          </>
        )}
      </svg>
    </div>
  );
}
