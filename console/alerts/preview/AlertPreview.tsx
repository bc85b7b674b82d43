import clsx from 'clsx';
import { useCallback, useEffect, useState } from 'react';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { useText } from '../../kit/text/useText.ts';
import type { DrawnAlert, Fit } from '../../../shared/alerts/draw.ts';
import type ScreenPicture from './ScreenAlert.tsx';
import './preview.css';

const ScreenAlert = lazyWithRetry(() => import('./ScreenAlert.tsx')) as typeof ScreenPicture;
/** The smallest screens in use, px: what fits on them fits everywhere. */
const SCREENS = {
  landscape: { width: 1_024, height: 600 },
  portrait: { width: 800, height: 1_280 },
} as const;
type Shape = keyof typeof SCREENS;
const SHAPES = Object.keys(SCREENS) as Shape[];

const RANK: readonly Fit[] = ['all', 'brief', 'cut'];
const worse = (one: Fit, other: Fit) => (RANK.indexOf(one) > RANK.indexOf(other) ? one : other);

interface AlertPreviewProps {
  alert: DrawnAlert;
  /** Called with what the fuller of both screens has room for. */
  onFit?: (fit: Fit) => void;
}
/** What screens show of it, lying and standing. */
export function AlertPreview({ alert, onFit }: AlertPreviewProps) {
  const text = useText('alerts');
  const [fits, setFits] = useState<Partial<Record<Shape, Fit>>>({});
  const note = useCallback(
    (shape: Shape, fit: Fit) => setFits(all => (all[shape] === fit ? all : { ...all, [shape]: fit })),
    [],
  );
  const worst = Object.values(fits).reduce(worse, 'all');
  useEffect(() => onFit?.(worst), [onFit, worst]);
  const isEmpty = Object.keys(alert.texts).length === 0;
  return (
    <div className="alert-preview">
      {SHAPES.map(shape => (
        <figure key={shape} className="min-w-0">
          <div
            role="img"
            aria-label={text(`preview.${shape}`)}
            className={clsx('alert-screen', `is-${shape}`)}
          >
            {isEmpty ? (
              <p className="alert-nothing">{text('preview.empty')}</p>
            ) : (
              <LazyPart>
                <ScreenAlert alert={alert} shape={shape} size={SCREENS[shape]} note={note} />
              </LazyPart>
            )}
          </div>
          <figcaption className="pt-1 text-13 text-ink-2">{text(`preview.${shape}`)}</figcaption>
        </figure>
      ))}
    </div>
  );
}
