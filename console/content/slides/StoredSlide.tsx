import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../shared/constants.ts';
import type { Asset } from '../../../shared/contract/content/media.ts';
import { openSlide } from '../../../shared/slides/file.ts';
import type { Orientation } from '../../../shared/slides/scene.ts';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { SlideView } from './SlideView.tsx';

const LIMIT_MS = 30_000;

interface StoredSlideProps {
  asset: Pick<Asset, 'sha256' | 'url'>;
  label: string;
  orientation?: Orientation;
  className?: string;
}
/** The file of a slide, as screens have it: fetched once, because its bytes never change. */
export function StoredSlide({ asset, label, orientation = 'landscape', className }: StoredSlideProps) {
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
      language={i18n.language as Language}
      className={className ?? ''}
    />
  );
}

/** As it stands on screens that hang either way. */
export function BothWays({ asset, label }: Pick<StoredSlideProps, 'asset' | 'label'>) {
  return (
    <div className="grid grid-cols-[minmax(0,16fr)_minmax(0,5fr)] items-start gap-3">
      <StoredSlide asset={asset} label={label} />
      <StoredSlide asset={asset} label={label} orientation="portrait" />
    </div>
  );
}
