/** Pictures of the stage's pool: still ones drawn from a bitmap, moving ones played by an element. */
import { lightOf } from './light.ts';
import { createLayer, type Slot, type SlotPorts } from './slots.ts';

const FRAMES = { rendered: 1, dropped: 0 } as const;
const LINGER_MS = 100;

/** No picture is kept larger than the screen shows it. */
async function bitmapOf(blob: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(blob);
  const longest = Math.max(screen.width, screen.height) * devicePixelRatio;
  const scale = longest / Math.min(whole.width, whole.height);
  if (scale >= 1) return whole;
  const [resizeWidth, resizeHeight] = [whole.width, whole.height].map(side => Math.round(side * scale));
  const smaller = await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: 'high' });
  whole.close();
  return smaller;
}

/** The browser caches what an image element decoded, for hundreds of megabytes; a bitmap is ours to give back. */
export function createStill({ root }: SlotPorts): Slot {
  const element = root.appendChild(document.createElement('canvas'));
  const base = createLayer(element);
  const pen = element.getContext('bitmaprenderer');
  let loads = 0;
  /** Drawn with what else changes in that frame. */
  let next: ImageBitmap | null = null;
  const draw = () => {
    if (next) {
      /** What fits it to the screen goes by the size of the element. */
      if (element.width !== next.width) element.width = next.width;
      if (element.height !== next.height) element.height = next.height;
      pen?.transferFromImageBitmap(next);
    }
    next = null;
    base.under();
  };
  const drop = () => {
    loads++;
    next?.close();
    next = null;
  };
  return {
    lingerMs: LINGER_MS,
    async load(loading) {
      drop();
      const thisLoad = loads;
      base.take(loading);
      if (!('still' in loading.source)) throw new Error('a still picture needs its bytes');
      const bitmap = await bitmapOf(loading.source.still);
      if (thisLoad !== loads) return bitmap.close();
      next = bitmap;
      if (!loading.isHeld) draw();
    },
    wake: () => Promise.resolve(draw()),
    toFront: (_volume, entrance) => base.front(entrance),
    makeTranslucent: base.thin,
    toBack: base.back,
    /** Keeps its picture until the next one: to wipe it would cost a frame. */
    releaseMedia: drop,
    hide: base.hide,
    clear() {
      drop();
      base.hide();
      pen?.transferFromImageBitmap(null);
    },
    frames: () => FRAMES,
    isStuck: () => false,
    picture() {
      const light = lightOf(element);
      return light === null ? null : { media_ms: null, light };
    },
    volume: () => 0,
    setVolume: () => {},
  };
}

export function createMoving({ root }: SlotPorts): Slot {
  const element = root.appendChild(new Image());
  const base = createLayer(element);
  /** Never drawn before it is decoded, not even for one frame. */
  element.decoding = 'sync';
  const releaseMedia = () => {
    element.removeAttribute('src');
    base.release();
  };
  return {
    lingerMs: LINGER_MS,
    async load(loading) {
      base.take(loading);
      if (!('url' in loading.source)) throw new Error('a moving picture needs an address');
      element.src = loading.source.url;
      await element.decode();
      if (!loading.isHeld) base.under();
    },
    wake: () => Promise.resolve(base.under()),
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
    /** Drawn elsewhere it shows its first frame, whatever it shows here. */
    picture: () => null,
    volume: () => 0,
    setVolume: () => {},
  };
}
