import { SkipForward } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useZone } from '../../../kit/text/useFormat.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../../kit/ui/overlays/Dialog.tsx';
import { LoopStrip } from '../../../kit/ui/display/LoopStrip.tsx';
import { lengthOf, type DraftItem } from './draftReducer.ts';
import { parsePlayerMessage, previewMessage, withCreative } from './previewMessage.ts';

interface PreviewProps {
  playlist: { id: string; name: string };
  items: readonly DraftItem[];
  close: () => void;
}

/** The player itself, in a frame, with real lengths; it pairs with nothing and records nothing. */
export function PreviewDialog({ playlist, items: all, close }: PreviewProps) {
  const { t } = useTranslation('playlists');
  const tz = useZone();
  const items = useMemo(() => withCreative(all), [all]);
  const frame = useRef<HTMLIFrameElement>(null);
  const [index, setIndex] = useState(-1);
  useEffect(() => {
    function onMessage(event: MessageEvent<unknown>) {
      const player = frame.current?.contentWindow ?? null;
      const message = parsePlayerMessage(event, player, location.origin);
      if (message?.type === 'preview-ready')
        player?.postMessage(previewMessage({ playlist, items, tz }), location.origin);
      if (message?.type === 'preview-item') setIndex(message.index);
    }
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [playlist, items, tz]);
  const skip = () => frame.current?.contentWindow?.postMessage({ type: 'preview-skip' }, location.origin);
  return (
    <Dialog title={t('preview.title', { name: playlist.name })} text={t('preview.text')} close={close} wide>
      <iframe
        ref={frame}
        src="/player?preview=1"
        title={t('preview.frame')}
        className="mx-auto block aspect-video w-[min(100%,calc((84dvh-18rem)*16/9))] border-0 bg-[#0e1114]"
      />
      <div className="mt-3">
        <LoopStrip
          tall
          current={index}
          label={t('strip', { count: items.length })}
          parts={items.map(item => ({ creative_id: item.creative.id, ms: lengthOf(item) }))}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 truncate" aria-live="polite">
          {items[index] &&
            t('preview.now', { n: index + 1, total: items.length, name: items[index].creative.name })}
        </p>
        <Button variant="outline" onClick={skip} icon={<SkipForward size={18} aria-hidden />}>
          {t('preview.skip')}
        </Button>
      </div>
    </Dialog>
  );
}
