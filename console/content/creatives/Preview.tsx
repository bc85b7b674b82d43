import { useEffect, useRef } from 'react';
import { isVideo, type Asset } from '../../../shared/contract/content/media.ts';
import { Picture } from './Picture.tsx';

interface PreviewProps {
  asset: Asset;
  label: string;
}

/** The file itself: a video to play, a picture as it is. */
export function Preview({ asset, label }: PreviewProps) {
  if (asset.state === 'ready' && isVideo(asset.mime)) return <Video asset={asset} label={label} />;
  return (
    <Picture
      asset={asset.state === 'ready' ? { ...asset, thumbnail_url: asset.url } : asset}
      alt={label}
      className="aspect-video w-full"
    />
  );
}

/** A fresh address is taken while the video stands still: a new one would begin it anew. */
function Video({ asset, label }: PreviewProps) {
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
      className="aspect-video w-full bg-[#0e1114]"
    />
  );
}
