/** The console's preview: the same engine and stage, without pairing, record or network. */
import { systemClock } from '../../shared/clock.ts';
import type {
  ConfigDocument,
  DocumentItem,
  PlaylistDocument,
} from '../../shared/contract/playout/manifest.ts';
import { positionOf, type LoopPosition } from '../../shared/playout/order.ts';
import { refusalOf, type Moment } from '../../shared/playout/rights.ts';
import { layoutOf, loopIn, type ZonePlace } from '../../shared/playout/zones.ts';
import { SAMPLE_FACTS } from '../../shared/slides/sampleFacts.ts';
import { chooseNext } from '../engine/choose.ts';
import { onFault } from './faults.ts';
import { createPlayback, type Playback, type PlaybackPorts } from '../engine/playback.ts';
import { createZones, type Zones } from '../engine/zones.ts';
import type { Source } from '../stage/slots.ts';
import { createStage, type Stage } from '../stage/stage.ts';

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
  const positions: Record<ZonePlace, LoopPosition | null> = { main: null, second: null };
  let receivedAt = 0;
  let running: { run: Playback; zones: Zones } | null = null;
  function mayBegin(item: DocumentItem, due: number): boolean {
    const moment = content?.moment;
    if (!moment) return true;
    const at = moment.at === null ? null : moment.at + due - receivedAt;
    return refusalOf(item, { ...moment, at }, item.duration_ms) === null;
  }
  const stagePorts = {
    clock: systemClock,
    frame: (fn: (at: number) => void) => void requestAnimationFrame(fn),
    isMotionAllowed: () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
    facts: SAMPLE_FACTS,
  };
  const stage = createStage({
    ...stagePorts,
    root,
    onBroken: reason => running?.run.tell({ on: 'broken', reason }),
  });
  async function sourceOf({ kind, asset }: DocumentItem): Promise<Source> {
    const url = content?.urls[asset.sha256] ?? '';
    return kind === 'slide' ? { slide: await (await fetch(url)).blob() } : { url, release: () => {} };
  }
  const playIn = (place: ZonePlace, on: Stage, onPosition: (position: LoopPosition) => void) =>
    createPlayback({
      clock: systemClock,
      stage: on,
      isVisible: place === 'main' && !document.hidden,
      choose: (quarantine, now, due) =>
        chooseNext(
          {
            loop: loopIn(content?.document, place),
            after: positions[place],
            quarantine,
            now,
            mayBegin: item => mayBegin(item, due),
          },
          item => Promise.resolve(item.asset.sha256 in (content?.urls ?? {})),
        ),
      mayBegin,
      wasDamaged: () => false,
      source: sourceOf,
      plays: noLedger(),
      onShown(item) {
        const loop = loopIn(content?.document, place);
        if (!loop) return;
        const position = (positions[place] = positionOf(loop, item, positions[place]));
        onPosition(position);
      },
      onHouse: () => Promise.resolve(running?.zones.settle()),
      onSkipped: () => {},
      onAlarm: () => {},
      onFault,
      onUpdate: () => {},
    });

  function start() {
    const run = playIn('main', stage, ({ index }) => {
      postToParent({ type: 'preview-item', index });
      zones.settle();
    });
    const zones = createZones({
      layout: () => layoutOf(content?.document),
      main: run,
      shownLayout: stage.layout,
      isVisible: () => !document.hidden,
      isLit: () => true,
      async open(layout) {
        const { createSecondZone } = await import('../stage/secondZone.ts');
        const play = (second: Stage) => playIn('second', second, () => {});
        return createSecondZone({ screen: root, layout, stage: stagePorts, settings: stage.settings, play });
      },
      onFault,
    });
    return { run, zones };
  }

  addEventListener('message', (event: MessageEvent<PreviewMessage>) => {
    if (event.origin !== location.origin || event.source !== parent) return;
    if (event.data.type === 'preview-skip') return running?.run.tell({ on: 'skip' });
    if (event.data.type !== 'preview') return;
    content = event.data;
    positions.main = positions.second = null;
    receivedAt = systemClock.mono();
    const settings = content.config ?? stage.settings();
    stage.setSettings({ ...settings, layout: layoutOf(content.document) });
    document.getElementById('ground')?.replaceChildren();
    if (running) running.zones.tellAll({ on: 'content' });
    else (running = start()).run.tell({ on: 'tick' });
  });
  document.addEventListener('visibilitychange', () => {
    running?.run.setVisible(!document.hidden);
    running?.zones.setVisible(!document.hidden);
  });
  postToParent({ type: 'preview-ready' });
}
