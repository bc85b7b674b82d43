import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../shared/constants.ts';
import type { Asset } from '../../../shared/contract/content/media.ts';
import { openSlide } from '../../../shared/slides/file.ts';
import type { Orientation } from '../../../shared/slides/scene.ts';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { SlideView } from './SlideView.tsx';

const LIMIT_MS = 30_000;
const ORIENTATIONS = ['landscape', 'portrait'] as const satisfies readonly Orientation[];

interface StoredSlideProps {
  asset: Pick<Asset, 'sha256' | 'url'>;
  label: string;
  orientation?: Orientation;
  /** Left out: that of the page. */
  language?: Language;
  className?: string;
}
/** The file of a slide, as screens have it: fetched once, because its bytes never change. */
export function StoredSlide({
  asset,
  label,
  orientation = 'landscape',
  language,
  className,
}: StoredSlideProps) {
  const { i18n } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['slide file', asset.sha256],
    queryFn: async ({ signal }) => {
      const answer = await fetch(asset.url, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
      });
      if (!answer.ok) throw new Error(`the file of the slide: ${answer.status}`);
      return openSlide(await answer.blob());
    },
    staleTime: Infinity,
    meta: { persist: false },
  });
  const images = useMemo(() => data?.images.map(image => URL.createObjectURL(image)) ?? [], [data]);
  useEffect(() => () => images.forEach(url => URL.revokeObjectURL(url)), [images]);
  if (error !== null && data === undefined) return <ErrorPanel error={error} retry={() => void refetch()} />;
  if (data === undefined) return <div className={className} />;
  const { scene } = data;
  return (
    <SlideView
      {...{ scene, images, label, orientation }}
      language={language ?? (i18n.language as Language)}
      className={className ?? ''}
    />
  );
}

/** All that one file shows: the screen picks by its language and by the way it hangs. */
export function AllFaces({ asset, label }: Pick<StoredSlideProps, 'asset' | 'label'>) {
  const { t } = useTranslation('slides');
  return (
    <div className="flex flex-col gap-3">
      {LANGUAGES.map(language => (
        <figure key={language}>
          <div className="grid grid-cols-[minmax(0,16fr)_minmax(0,5fr)] items-start gap-3">
            {ORIENTATIONS.map(orientation => (
              <StoredSlide
                key={orientation}
                {...{ asset, orientation, language }}
                label={`${label}, ${t(`languages.${language}`)}, ${t(`orientations.${orientation}`)}`}
              />
            ))}
          </div>
          <figcaption className="pt-1 text-13 text-ink-2">{t(`languages.${language}`)}</figcaption>
        </figure>
      ))}
    </div>
  );
}
