import { FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../text/useFormat.ts';
import { previewOf, type MediaLink } from './file.ts';

/** An address for as long as the file is drawn. */
function useAddress(held: File | MediaLink): string | undefined {
  const [made, setMade] = useState<string>();
  useEffect(() => {
    if (!(held instanceof File)) return;
    const url = URL.createObjectURL(held);
    setMade(url);
    return () => URL.revokeObjectURL(url);
  }, [held]);
  return held instanceof File ? made : held.url;
}

/** The picture or the video, its name and its size; a sign in its place where it cannot be drawn. */
export function Preview({ held }: { held: File | MediaLink }) {
  const { t } = useTranslation('inputs');
  const format = useFormat();
  const address = useAddress(held);
  const [broken, setBroken] = useState<string>();
  const [mime, bytes] = held instanceof File ? [held.type, held.size] : [held.mime, held.bytes];
  const name = held.name ?? t('file.present');
  const kind = address === undefined || address === broken ? 'none' : previewOf(mime);
  const common = {
    src: address,
    onError: () => setBroken(address),
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
