import clsx from 'clsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { useText } from '../../kit/text/useText.ts';
import type { DrawnAlert } from '../../../shared/alerts/draw.ts';
import './preview.css';

const ScreenAlert = lazyWithRetry(() => import('./ScreenAlert.tsx'));
const SHAPES = ['landscape', 'portrait'] as const;

/** What screens show of it, lying and standing. */
export function AlertPreview({ alert }: { alert: DrawnAlert }) {
  const text = useText('alerts');
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
                <ScreenAlert alert={alert} />
              </LazyPart>
            )}
          </div>
          <figcaption className="pt-1 text-13 text-ink-2">{text(`preview.${shape}`)}</figcaption>
        </figure>
      ))}
    </div>
  );
}
