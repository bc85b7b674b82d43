/** When the second zone comes, changes and goes: with the main zone's picture of the same layout, or where that has none. */
import type { Layout } from '../../shared/playout/zones.ts';
import type { SecondZone } from '../stage/secondZone.ts';
import type { Playback } from './playback.ts';
import type { Event } from './state.ts';

interface Ports {
  /** How the version to be played parts the screen. */
  layout: () => Layout;
  /** The main zone: its item on screen, and how the screen is parted for it. */
  main: Pick<Playback, 'onScreen' | 'tell'>;
  shownLayout: () => Layout;
  isVisible: () => boolean;
  isLit: () => boolean;
  /** Fetches the code of a second zone where it is not here yet. */
  open: (layout: Layout) => Promise<SecondZone>;
  onFault: (error: unknown) => void;
}

export function createZones({ layout, main, shownLayout, isVisible, isLit, open, onFault }: Ports) {
  /** The one that is seen, and one that prepares for another layout. */
  let seconds: SecondZone[] = [];
  let isOpening = false;
  let isCovered = false;

  async function prepare(wanted: Layout) {
    if (isOpening) return;
    isOpening = true;
    const zone = await open(wanted).finally(() => (isOpening = false));
    zone.run.setLit(isLit());
    if (isCovered) zone.run.tell({ on: 'cover' });
    seconds.push(zone);
    settle();
  }

  /** To be called whenever the version, or what the main zone shows, may have changed. */
  function settle(): void {
    const wanted = layout();
    if (wanted !== 'full' && !seconds.some(zone => zone.layout === wanted)) prepare(wanted).catch(onFault);
    if (main.onScreen() && shownLayout() !== wanted) return;
    for (const zone of seconds)
      if (zone.layout === wanted) zone.reveal(isVisible());
      else zone.end();
    seconds = seconds.filter(zone => zone.layout === wanted);
  }

  return {
    settle,
    /** To both zones. */
    tellAll(event: Event) {
      if (event.on === 'cover' || event.on === 'uncover') isCovered = event.on === 'cover';
      main.tell(event);
      for (const { run } of seconds) run.tell(event);
      if (event.on === 'content') settle();
    },
    setVisible: (isVisible: boolean) => seconds.forEach(zone => zone.setVisible(isVisible)),
    setLit: (isLit: boolean) => seconds.forEach(({ run }) => run.setLit(isLit)),
    applySettings: () => seconds.forEach(zone => zone.applySettings()),
    /** The page changes: what plays in the second zone ends with it. */
    endSecond: () => seconds.forEach(({ run }) => run.tell({ on: 'end' })),
    /** Of the second zone. */
    onScreen: () => seconds[0]?.run.onScreen() ?? null,
  };
}
export type Zones = ReturnType<typeof createZones>;
