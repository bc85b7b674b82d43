import { FileText } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../text/useFormat.ts';
import { previewOf, type MediaLink } from './file.ts';

type Held = File | MediaLink;

/** Gives a picture or a video its address; that of a file ends with what draws it. */
const useSource = (held: Held) =>
  useCallback(
    (element: HTMLImageElement | HTMLVideoElement | null) => {
      if (!element) return;
      if (!(held instanceof File)) {
        element.src = held.url;
        return;
      }
      const url = URL.createObjectURL(held);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [held],
  );

/** The picture or the video, its name and its size; a sign in its place where it cannot be drawn. */
export function Preview({ held }: { held: Held }) {
  const { t } = useTranslation('inputs');
  const format = useFormat();
  const ref = useSource(held);
  const [broken, setBroken] = useState<Held>();
  const [mime, bytes] = held instanceof File ? [held.type, held.size] : [held.mime, held.bytes];
  const name = held.name ?? t('file.present');
  const kind = held === broken ? 'none' : previewOf(mime);
  const common = {
    ref,
    onError: () => setBroken(held),
    className: 'h-28 w-48 border border-line bg-bg object-contain',
  };
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-4">
      {kind === 'image' && <img {...common} alt={t('file.preview', { name })} />}
      {kind === 'video' && (
        <video {...common} controls muted playsInline aria-label={t('file.preview', { name })} />
      )}
      {kind === 'none' && (
        <span className="flex h-28 w-48 items-center justify-center border border-line bg-bg text-ink-3">
          <FileText size={32} aria-hidden />
        </span>
      )}
      <div className="min-w-0">
        <p className="font-semibold break-all">{name}</p>
        {bytes !== undefined && <p className="font-mono text-13 text-ink-2">{format.bytes(bytes)}</p>}
      </div>
    </div>
  );
}
