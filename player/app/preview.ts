/** The console's preview: the same engine and stage, without pairing, record or network. */
import { systemClock } from '../../shared/clock.ts';
import type { ConfigDocument, PlaylistDocument } from '../../shared/contract/playout/manifest.ts';
import { chooseNext, type Place } from '../engine/choose.ts';
import { onFault } from './player.ts';
import { createRun, type Run, type RunPorts } from '../engine/run.ts';
import { createStage } from '../stage/stage.ts';

/** What the console sends; addresses by SHA-256. */
interface Show {
  type: 'preview';
  document: PlaylistDocument;
  config?: ConfigDocument;
  urls: Record<string, string>;
}
type Told = Show | { type: 'preview-skip' };

const tellParent = (message: { type: 'preview-ready' } | { type: 'preview-item'; index: number }) =>
  parent.postMessage(message, location.origin);

function unrecorded(): RunPorts['plays'] {
  let seq = 0;
  return {
    open: () => Promise.resolve({ epoch: 'preview', seq: ++seq }),
    mark: () => Promise.resolve(),
    beat: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

export function preview(root: HTMLElement): void {
  let show: Show | null = null;
  let after: Place | null = null;
  let run: Run | null = null;
  const items = () => show?.document.items ?? [];
  const stage = createStage({
    root,
    clock: systemClock,
    frame: fn => void requestAnimationFrame(fn),
    isMotionAllowed: () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
    onBroken: reason => run?.tell({ on: 'broken', reason }),
  });
  const begin = () =>
    createRun({
      clock: systemClock,
      stage,
      isVisible: !document.hidden,
      choose: (aside, now) =>
        chooseNext({ items: items(), after, aside, now }, item =>
          Promise.resolve(item.asset.sha256 in (show?.urls ?? {})),
        ),
      wasSpoiled: () => false,
      source: item => Promise.resolve({ url: show?.urls[item.asset.sha256] ?? '', release: () => {} }),
      plays: unrecorded(),
      onShown(item) {
        const index = items().findIndex(one => one.id === item.id);
        after = { item_id: item.id, index };
        tellParent({ type: 'preview-item', index });
      },
      onHouse: () => Promise.resolve(),
      onSkipped: () => {},
      onAlarm: () => {},
      onFault,
      onUpdate: () => {},
    });

  addEventListener('message', (event: MessageEvent<Told>) => {
    if (event.origin !== location.origin || event.source !== parent) return;
    if (event.data.type === 'preview-skip') return run?.tell({ on: 'skip' });
    if (event.data.type !== 'preview') return;
    show = event.data;
    after = null;
    if (show.config) stage.setLook(show.config);
    document.getElementById('ground')?.replaceChildren();
    if (run) run.tell({ on: 'content' });
    else (run = begin()).tell({ on: 'tick' });
  });
  document.addEventListener('visibilitychange', () => run?.setVisible(!document.hidden));
  tellParent({ type: 'preview-ready' });
}
