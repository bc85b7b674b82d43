/** The console's preview: the same engine and stage, without pairing, record or network. */
import { systemClock } from '../../shared/clock.ts';
import type { ConfigDocument, PlaylistDocument } from '../../shared/contract/playout/manifest.ts';
import { chooseNext, type LoopPosition } from '../engine/choose.ts';
import { onFault } from './faults.ts';
import { createPlayback, type Playback, type PlaybackPorts } from '../engine/playback.ts';
import { createStage } from '../stage/stage.ts';

/** What the console sends; addresses by SHA-256. */
interface PreviewContent {
  type: 'preview';
  document: PlaylistDocument;
  config?: ConfigDocument;
  urls: Record<string, string>;
}
type PreviewMessage = PreviewContent | { type: 'preview-skip' };

const postToParent = (message: { type: 'preview-ready' } | { type: 'preview-item'; index: number }) =>
  parent.postMessage(message, location.origin);

function noLedger(): PlaybackPorts['plays'] {
  let seq = 0;
  return {
    open: () => Promise.resolve({ epoch: 'preview', seq: ++seq }),
    mark: () => Promise.resolve(),
    saveProgress: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

export function preview(root: HTMLElement): void {
  let content: PreviewContent | null = null;
  let lastPosition: LoopPosition | null = null;
  let run: Playback | null = null;
  const items = () => content?.document.items ?? [];
  const stage = createStage({
    root,
    clock: systemClock,
    frame: fn => void requestAnimationFrame(fn),
    isMotionAllowed: () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
    onBroken: reason => run?.tell({ on: 'broken', reason }),
  });
  const createPreviewPlayback = () =>
    createPlayback({
      clock: systemClock,
      stage,
      isVisible: !document.hidden,
      choose: (quarantine, now) =>
        chooseNext({ items: items(), after: lastPosition, quarantine, now }, item =>
          Promise.resolve(item.asset.sha256 in (content?.urls ?? {})),
        ),
      wasDamaged: () => false,
      source: item => Promise.resolve({ url: content?.urls[item.asset.sha256] ?? '', release: () => {} }),
      plays: noLedger(),
      onShown(item) {
        const index = items().findIndex(one => one.id === item.id);
        lastPosition = { item_id: item.id, index };
        postToParent({ type: 'preview-item', index });
      },
      onHouse: () => Promise.resolve(),
      onSkipped: () => {},
      onAlarm: () => {},
      onFault,
      onUpdate: () => {},
    });

  addEventListener('message', (event: MessageEvent<PreviewMessage>) => {
    if (event.origin !== location.origin || event.source !== parent) return;
    if (event.data.type === 'preview-skip') return run?.tell({ on: 'skip' });
    if (event.data.type !== 'preview') return;
    content = event.data;
    lastPosition = null;
    if (content.config) stage.setSettings(content.config);
    document.getElementById('ground')?.replaceChildren();
    if (run) run.tell({ on: 'content' });
    else (run = createPreviewPlayback()).tell({ on: 'tick' });
  });
  document.addEventListener('visibilitychange', () => run?.setVisible(!document.hidden));
  postToParent({ type: 'preview-ready' });
}
