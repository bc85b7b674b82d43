import { Suspense, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import clsx from 'clsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { isVideo, SLIDE_MIME, type Asset } from '../../../shared/contract/content/media.ts';

const StoredSlide = lazyWithRetry(async () => ({
  default: (await import('../slides/StoredSlide.tsx')).StoredSlide,
}));

interface PictureProps {
  asset: Asset;
  alt: string;
  className?: string;
}

/** A still of the file: its thumbnail, the picture itself, or a video's first frame. Never a broken image. */
export function Picture({ asset, alt, className }: PictureProps) {
  const { t } = useTranslation('creatives');
  const [failed, setFailed] = useState<string | null>(null);
  const box = clsx('bg-[#0e1114] object-contain', className);
  const source = asset.thumbnail_url ?? asset.url;
  const queries = useQueryClient();
  /** The address of a list that was kept may have expired: the list is read again, which brings a new one. */
  function onError() {
    setFailed(source);
    void queries.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false });
  }
  const isQuarantined = asset.state === 'quarantined' || source === '';
  if (asset.state !== 'ready' || isQuarantined || failed === source)
    return (
      <div
        className={clsx(
          box,
          'flex items-center justify-center text-center text-12 tracking-tight text-[#aeb6bf]',
        )}
      >
        {isQuarantined
          ? t('values.quarantined')
          : asset.state === 'processing'
            ? t('processing')
            : t('noPicture')}
      </div>
    );
  if (asset.mime === SLIDE_MIME)
    return (
      <Suspense fallback={<div className={box} />}>
        <StoredSlide asset={asset} label={alt} className={className ?? ''} />
      </Suspense>
    );
  if (asset.thumbnail_url === null && isVideo(asset.mime))
    return (
      <video
        muted
        playsInline
        preload="metadata"
        src={`${asset.url}#t=0.1`}
        aria-label={alt}
        onError={onError}
        className={box}
      />
    );
  return <img src={source} alt={alt} loading="lazy" decoding="async" onError={onError} className={box} />;
}
