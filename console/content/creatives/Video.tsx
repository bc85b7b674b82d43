import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import type { Asset } from '../../../shared/contract/content/media.ts';

interface VideoProps {
  asset: Asset;
  label: string;
  className: string;
}
/** A fresh address is taken while the video stands still: a new one would begin it anew. */
export function Video({ asset, label, className }: VideoProps) {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = element.current;
    if (video?.paused && video.getAttribute('src') !== asset.url) video.src = asset.url;
  }, [asset.url]);
  return (
    <video
      ref={element}
      controls
      muted
      playsInline
      preload="metadata"
      poster={asset.poster_url ?? asset.thumbnail_url ?? undefined}
      aria-label={label}
      className={clsx('bg-[#0e1114]', className)}
    />
  );
}
