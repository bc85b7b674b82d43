import { useState } from 'react';
import { isVideo, SLIDE_MIME, type Asset } from '../../../../shared/contract/content/media.ts';
import { Segmented } from '../../../kit/ui/controls/Segmented.tsx';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { useText } from '../../../kit/text/useText.ts';
import { Picture } from '../Picture.tsx';
import { Video } from '../Video.tsx';
import { fitting, FRAMES, nearestFrame, type Fit, type FrameName } from './frames.ts';

function useFrameText() {
  const text = useText('creatives');
  return (key: string, values?: Record<string, unknown>) => text(`frames.${key}`, values);
}

/** Less than this share of a screen or a file is not spoken of. */
const SMALL = 0.005;
/** CSS pixels: no frame is taller than a window. */
const MAX_HEIGHT = '70vh';

/** The file in the frame of a screen, fitted as a screen fits it; in real pixels one of its pixels is one of this display. */
export function FramePreview({ asset, label }: { asset: Asset; label: string }) {
  const t = useFrameText();
  const isSlide = asset.mime === SLIDE_MIME;
  const [name, setName] = useState<FrameName>(() => nearestFrame(asset));
  const [fit, setFit] = useState<Fit>('contain');
  const [isReal, setReal] = useState(false);
  const frame = FRAMES.find(one => one.name === name) ?? FRAMES[0];
  const size = isReal ? { width: frame.w / devicePixelRatio, height: frame.h / devicePixelRatio } : undefined;
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <label>
          <span className="sr-only">{t('screen')}</span>
          <select
            value={name}
            onChange={event => setName(event.target.value as FrameName)}
            className="control w-auto"
          >
            {FRAMES.map(one => (
              <option key={one.name} value={one.name}>
                {t(`frames.${one.name}`, { size: `${one.w}×${one.h}` })}
              </option>
            ))}
          </select>
        </label>
        {!isSlide && (
          <Segmented
            label={t('fit')}
            value={fit}
            options={(['contain', 'cover'] as const).map(value => ({ value, label: t(`fits.${value}`) }))}
            onChange={setFit}
          />
        )}
        <Segmented
          label={t('zoom')}
          value={isReal ? 'real' : 'whole'}
          options={(['whole', 'real'] as const).map(value => ({ value, label: t(`zooms.${value}`) }))}
          onChange={value => setReal(value === 'real')}
        />
      </div>
      <div
        role="group"
        aria-label={t('frameOf', { name: label })}
        tabIndex={isReal ? 0 : undefined}
        className={isReal ? 'max-h-[70vh] overflow-auto border border-line' : ''}
      >
        <div
          className="mx-auto border border-line bg-[#0e1114]"
          style={
            size ?? {
              aspectRatio: `${frame.w} / ${frame.h}`,
              maxWidth: `calc(${MAX_HEIGHT} * ${frame.w / frame.h})`,
            }
          }
        >
          <FittedFile asset={asset} label={label} fit={isSlide ? 'contain' : fit} />
        </div>
      </div>
      {!isSlide && <FitText asset={asset} frame={frame} fit={fit} />}
    </div>
  );
}

function FittedFile({ asset, label, fit }: { asset: Asset; label: string; fit: Fit }) {
  const className = fit === 'cover' ? 'size-full object-cover!' : 'size-full';
  if (asset.state === 'ready' && isVideo(asset.mime))
    return <Video asset={asset} label={label} className={className} />;
  const whole = asset.state === 'ready' ? { ...asset, thumbnail_url: asset.url } : asset;
  return <Picture asset={whole} alt={label} className={className} />;
}

/** What the eye may miss: how much stays black, is cut off, or is drawn larger than the file is. */
function FitText({ asset, frame, fit }: { asset: Asset; frame: (typeof FRAMES)[number]; fit: Fit }) {
  const t = useFrameText();
  const format = useFormat();
  const { scale, bars, cut } = fitting(asset, frame, fit);
  const sentences = [
    bars > SMALL ? t('bars', { share: format.percent(bars) }) : null,
    cut > SMALL ? t('cut', { share: format.percent(cut) }) : null,
    scale > 1 + SMALL ? t('enlarged', { share: format.percent(scale) }) : null,
  ].filter(one => one !== null);
  return (
    <p className="mt-2 text-13 text-ink-2">{sentences.length === 0 ? t('exact') : sentences.join(' ')}</p>
  );
}
