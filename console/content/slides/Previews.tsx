import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../shared/constants.ts';
import { creatives } from '../../../shared/contract/content/creative.ts';
import type { SlideContent } from '../../../shared/contract/content/slide.ts';
import { read } from '../../../shared/net/queries.ts';
import { composeSlide } from '../../../shared/slides/compose.ts';
import type { Orientation } from '../../../shared/slides/scene.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { drawable } from './slideForm.ts';
import { SlideView } from './SlideView.tsx';

const ORIENTATIONS = ['landscape', 'portrait'] as const;
const NOTHING: readonly string[] = [];

/** Both ways a screen may hang, in either language; what does not fit is named before it is saved. */
export function Previews({ slide, label }: { slide: SlideContent; label: string }) {
  const { t, i18n } = useTranslation('slides');
  const [language, setLanguage] = useState(i18n.language as Language);
  const { client } = useAuth();
  const { scene, images } = useMemo(() => composeSlide(drawable(slide)), [slide]);
  const pictures = useQueries({
    queries: images.map(id => read(client, creatives.read, { params: { id } })),
  });
  const addresses = pictures.map(({ data }) => data?.asset.url ?? '');
  const [overflowing, setOverflowing] = useState<Partial<Record<Orientation, readonly string[]>>>({});
  const fields = [...new Set(ORIENTATIONS.flatMap(orientation => overflowing[orientation] ?? NOTHING))];
  const onLandscape = useDrawn('landscape', setOverflowing);
  const onPortrait = useDrawn('portrait', setOverflowing);
  return (
    <section aria-label={t('previews')} className="flex flex-col gap-4 lg:sticky lg:top-24">
      <div role="group" aria-label={t('language')} className="flex gap-2">
        {LANGUAGES.map(one => (
          <Button
            key={one}
            variant={one === language ? 'primary' : 'outline'}
            aria-pressed={one === language}
            onClick={() => setLanguage(one)}
          >
            {t(`languages.${one}`)}
          </Button>
        ))}
      </div>
      <div className="grid grid-cols-[minmax(0,16fr)_minmax(0,5fr)] items-start gap-4">
        {ORIENTATIONS.map(orientation => (
          <figure key={orientation}>
            <SlideView
              scene={scene}
              images={addresses}
              language={language}
              orientation={orientation}
              label={t('preview', { name: label })}
              onDrawn={orientation === 'landscape' ? onLandscape : onPortrait}
            />
            <figcaption className="pt-1 text-13 text-ink-2">{t(`orientations.${orientation}`)}</figcaption>
          </figure>
        ))}
      </div>
      {fields.length > 0 && (
        <Notice tone="warn" title={t('overflow.title')}>
          <p>
            {t('overflow.text', {
              fields: fields
                .map(field => t(`fields.slide.texts.${field}` as 'fields.slide.texts.body'))
                .join(', '),
            })}
          </p>
        </Notice>
      )}
    </section>
  );
}

type SetOverflowing = (
  change: (
    before: Partial<Record<Orientation, readonly string[]>>,
  ) => Partial<Record<Orientation, readonly string[]>>,
) => void;
const useDrawn = (orientation: Orientation, set: SetOverflowing) =>
  useCallback(
    (fields: readonly string[]) =>
      set(before =>
        before[orientation]?.join() === fields.join() ? before : { ...before, [orientation]: fields },
      ),
    [orientation, set],
  );
