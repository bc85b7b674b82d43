import { SkipForward } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { systemClock } from '../../../../shared/clock.ts';
import type { PlaylistPreview } from '../../../../shared/contract/content/playlistCalls.ts';
import { useText } from '../../../kit/text/useText.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../../kit/ui/overlays/Dialog.tsx';
import { LoopStrip } from '../../../kit/ui/display/LoopStrip.tsx';
import { Notice } from '../../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../../kit/ui/display/placeholders.tsx';
import { lengthOf, playedId, type DraftItem } from '../editor/draftReducer.ts';
import { useItemName } from '../editor/useItemName.ts';
import { MomentFields } from './MomentFields.tsx';
import { momentAt, parsePlayerMessage, previewMessage } from './previewMessage.ts';
import { usePreview, useScreenZones } from './usePreview.ts';
import { VerdictList } from './VerdictList.tsx';
import { besideVerdicts, draftIdOf, verdictsOf } from './verdicts.ts';

interface PreviewProps {
  playlist: { id: string; name: string };
  items: readonly DraftItem[];
  /** The server has these items. */
  isSaved: boolean;
  close: () => void;
}
const SKELETON_ROWS = 6;

/** The player itself, in a frame, with what screens would be given; it pairs with nothing and records nothing. */
export function PreviewDialog({ playlist, items, isSaved, close }: PreviewProps) {
  const text = useText('playlists');
  const preview = usePreview(playlist.id, items, isSaved);
  return (
    <Dialog
      title={text('preview.title', { name: playlist.name })}
      text={text('preview.text')}
      close={close}
      wide
    >
      {preview.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {preview.isError && <ErrorPanel error={preview.error} retry={() => void preview.refetch()} />}
      {preview.data && <Stage playlist={playlist} items={items} preview={preview.data} />}
    </Dialog>
  );
}

interface StageProps extends Pick<PreviewProps, 'playlist' | 'items'> {
  preview: PlaylistPreview;
}
function Stage({ playlist, items, preview }: StageProps) {
  const text = useText('playlists');
  const nameOf = useItemName();
  const zones = useScreenZones(playlist.id);
  const [zone, setZone] = useState<string | null>(null);
  const [at, setAt] = useState(() => systemClock.now());
  const tz = zone ?? zones[0]!;
  const moment = useMemo(() => momentAt(at, tz), [at, tz]);
  const { frame, index, skip } = usePlayerFrame(playlist.name, preview, moment);
  const ids = items.map(({ key }) => key);
  const verdicts = verdictsOf(ids, preview, moment);
  const playing = preview.document.items[index];
  const current = playing ? ids.indexOf(draftIdOf(playing)) : -1;
  /** Local content is named by what plays of it. */
  const title = items[current]?.widget ? nameOf(items[current]) : (playing?.name ?? '');
  const isAnyPlaying = [...verdicts.values()].includes(null);
  return (
    <>
      <iframe
        ref={frame}
        src="/player?preview=1"
        title={text('preview.frame')}
        className="mx-auto block aspect-video w-[min(100%,calc((84dvh-22rem)*16/9))] border-0 bg-[#0e1114]"
      />
      <div className="mt-3">
        <LoopStrip
          tall
          current={current}
          label={text('strip', { count: items.length })}
          parts={items.map(item => ({ creative_id: playedId(item), ms: lengthOf(item) }))}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 truncate" aria-live="polite">
          {playing && isAnyPlaying
            ? text('preview.now', { n: current + 1, total: items.length, name: title })
            : ''}
        </p>
        <Button variant="outline" onClick={skip} icon={<SkipForward size={18} aria-hidden />}>
          {text('preview.skip')}
        </Button>
      </div>
      <div className="mt-3">
        <MomentFields {...{ at, tz, zones, setAt, setZone }} toNow={() => setAt(systemClock.now())} />
      </div>
      {(!isAnyPlaying || preview.is_beside_missing) && (
        <div className="mt-3">
          <Notice tone="warn">
            {!isAnyPlaying && <p>{text('preview.nothing')}</p>}
            {preview.is_beside_missing && <p>{text('preview.besideMissing')}</p>}
          </Notice>
        </div>
      )}
      <VerdictList
        label={text('preview.items')}
        verdicts={items.map(item => ({
          ...{ id: item.key, name: nameOf(item) },
          reason: verdicts.get(item.key) ?? null,
        }))}
      />
      {preview.document.beside && (
        <VerdictList label={text('preview.beside')} verdicts={besideVerdicts(preview, moment)} />
      )}
    </>
  );
}

/** Speaks with the player in its frame; each change of the moment begins the loop anew. */
function usePlayerFrame(name: string, preview: PlaylistPreview, moment: ReturnType<typeof momentAt>) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [index, setIndex] = useState(-1);
  useEffect(() => {
    function onMessage(event: MessageEvent<unknown>) {
      const message = parsePlayerMessage(event, frame.current?.contentWindow ?? null, location.origin);
      if (message?.type === 'preview-ready') setReady(true);
      if (message?.type === 'preview-item') setIndex(message.index);
    }
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, []);
  useEffect(() => {
    const player = frame.current?.contentWindow;
    if (isReady) player?.postMessage(previewMessage(name, preview, moment), location.origin);
  }, [isReady, name, preview, moment]);
  const skip = () => frame.current?.contentWindow?.postMessage({ type: 'preview-skip' }, location.origin);
  return { frame, index, skip };
}
