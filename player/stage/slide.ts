/** Slides of the stage's pool: drawn anew for each play, so that they fit the screen as it is then. */
import { every } from '../../shared/clock.ts';
import type { DrawnSlide } from '../../shared/slides/draw.ts';
import type { LiveFacts } from '../../shared/slides/facts.ts';
import { openSlide } from '../../shared/slides/file.ts';
import { ownLanguage } from '../screens/language.ts';
import { createLayer, type Slot, type SlotPorts } from './slots.ts';

const FRAMES = { rendered: 1, dropped: 0 } as const;
const TICK_MS = 250;

interface SlidePorts extends SlotPorts {
  /** Of the screen's clock. */
  zone: () => string | undefined;
  facts: LiveFacts;
}
export function createSlide({ root, clock, zone, facts }: SlidePorts): Slot {
  const element = root.appendChild(document.createElement('div'));
  const base = createLayer(element);
  let loads = 0;
  let drawn: DrawnSlide | null = null;
  let stopTicks = () => {};
  let urls: string[] = [];

  function releaseMedia() {
    loads++;
    stopTicks();
    drawn = null;
    element.replaceChildren();
    for (const url of urls) URL.revokeObjectURL(url);
    urls = [];
  }
  return {
    lingerMs: 0,
    async load(loading) {
      releaseMedia();
      const thisLoad = loads;
      base.take(loading);
      if (!('slide' in loading.source)) throw new Error('a slide needs its file');
      void import('../fonts/fonts.ts').catch(() => {});
      /** What draws comes with the first slide: most starts begin with something else. */
      const [{ scene, images }, { drawScene }] = await Promise.all([
        openSlide(loading.source.slide),
        import('../../shared/slides/draw.ts'),
      ]);
      if (thisLoad !== loads) return;
      urls = images.map(image => URL.createObjectURL(image));
      drawn = drawScene(element, scene, { language: ownLanguage(), tz: zone(), images: urls, facts });
      drawn.tick(clock.now());
      await drawn.ready;
      if (thisLoad === loads && !loading.isHeld) base.under();
    },
    wake() {
      stopTicks();
      const slide = drawn;
      slide?.tick(clock.now());
      if (slide?.isLive) stopTicks = every(clock, TICK_MS, () => slide.tick(clock.now()));
      return Promise.resolve(base.under());
    },
    toFront: (_volume, entrance) => base.front(entrance),
    makeTranslucent: base.thin,
    toBack: base.back,
    releaseMedia,
    hide: base.hide,
    clear() {
      base.hide();
      releaseMedia();
    },
    frames: () => FRAMES,
    isStuck: () => false,
    /** Made of the page's own elements, which no canvas can draw. */
    picture: () => null,
    volume: () => 0,
    setVolume: () => {},
  };
}
