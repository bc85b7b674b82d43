/** The console's preview: the same engine and stage, without pairing, record or network. */
import { systemClock } from '../../shared/clock.ts';
import type {
  ConfigDocument,
  DocumentItem,
  PlaylistDocument,
} from '../../shared/contract/playout/manifest.ts';
import { positionOf, type LoopPosition } from '../../shared/playout/order.ts';
import { refusalOf, type Moment } from '../../shared/playout/rights.ts';
import { chooseNext } from '../engine/choose.ts';
import { onFault } from './faults.ts';
import { createPlayback, type Playback, type PlaybackPorts } from '../engine/playback.ts';
import { createStage } from '../stage/stage.ts';

/** What the console sends; addresses by SHA-256. */
interface PreviewContent {
  type: 'preview';
  document: PlaylistDocument;
  config?: ConfigDocument;
  urls: Record<string, string>;
  /** Plays as at this moment, which goes on from when it came; without one, the rights of items do not count. */
  moment?: Moment;
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
  let receivedAt = 0;
  let run: Playback | null = null;
  function mayBegin(item: DocumentItem, due: number): boolean {
    const moment = content?.moment;
    if (!moment) return true;
    const at = moment.at === null ? null : moment.at + due - receivedAt;
    return refusalOf(item, { ...moment, at }, item.duration_ms) === null;
  }
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
      choose: (quarantine, now, due) =>
        chooseNext(
          {
            loop: content?.document ?? null,
            after: lastPosition,
            quarantine,
            now,
            mayBegin: item => mayBegin(item, due),
          },
          item => Promise.resolve(item.asset.sha256 in (content?.urls ?? {})),
        ),
      mayBegin,
      wasDamaged: () => false,
      source: item => Promise.resolve({ url: content?.urls[item.asset.sha256] ?? '', release: () => {} }),
      plays: noLedger(),
      onShown(item) {
        if (!content) return;
        lastPosition = positionOf(content.document, item, lastPosition);
        postToParent({ type: 'preview-item', index: lastPosition.index });
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
    receivedAt = systemClock.mono();
    if (content.config) stage.setSettings(content.config);
    document.getElementById('ground')?.replaceChildren();
    if (run) run.tell({ on: 'content' });
    else (run = createPreviewPlayback()).tell({ on: 'tick' });
  });
  document.addEventListener('visibilitychange', () => run?.setVisible(!document.hidden));
  postToParent({ type: 'preview-ready' });
}
