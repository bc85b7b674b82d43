import { isVideo, type Asset } from '../../../shared/contract/content/media.ts';
import { Picture } from './Picture.tsx';
import { Video } from './Video.tsx';

interface PreviewProps {
  asset: Asset;
  label: string;
}

/** The file itself: a video to play, a picture as it is. */
export function Preview({ asset, label }: PreviewProps) {
  if (asset.state === 'ready' && asset.url !== '' && isVideo(asset.mime))
    return <Video asset={asset} label={label} className="aspect-video w-full" />;
  return (
    <Picture
      asset={asset.state === 'ready' && asset.url !== '' ? { ...asset, thumbnail_url: asset.url } : asset}
      alt={label}
      className="aspect-video w-full"
    />
  );
}
