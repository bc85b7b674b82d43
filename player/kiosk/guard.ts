/** What a page can keep a passenger from. Home and power are the machine's: what they do is only noticed. */
import './guard.css';
import type { Clock } from '../../shared/clock.ts';

/** Of the browser and the system, without a key that modifies. */
const KEYS =
  /^(F\d+|ContextMenu|Browser\w+|Launch\w+|PrintScreen|Help|Find|Print|Save|Open|New|Close|ZoomIn|ZoomOut)$/;

/** Shortcuts of browser and system; plain keys belong to whoever types a PIN. */
export const isShortcut = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>) =>
  ctrlKey || metaKey || altKey || KEYS.test(key);

const BLOCKED_EVENTS = ['contextmenu', 'selectstart', 'dragstart', 'gesturestart', 'dblclick'];
const isZoom = (event: Event) => event instanceof WheelEvent && event.ctrlKey;
/** A panel scrolls; anything else that moves under a finger is the browser's own swipe. */
const isSwipe = (event: Event) => !(event.target instanceof Element && event.target.closest('dialog'));
const isLink = (event: Event) => event.target instanceof Element && event.target.closest('a[href]') !== null;
const isPinch = (event: Event) => 'touches' in event && (event as TouchEvent).touches.length > 1;

export function guard(page: Document): void {
  page.documentElement.dataset['kiosk'] = '';
  const block = (names: readonly string[], when: (event: Event) => boolean) => {
    const stop = (event: Event) => void (when(event) && event.preventDefault());
    for (const name of names) page.addEventListener(name, stop, { passive: false, capture: true });
  };
  block(BLOCKED_EVENTS, () => true);
  block(['wheel'], isZoom);
  block(['touchstart'], isPinch);
  block(['touchmove'], event => isPinch(event) || isSwipe(event));
  block(['click', 'auxclick'], isLink);
  block(['keydown'], event => event instanceof KeyboardEvent && isShortcut(event));
}

interface KeyboardLock {
  keyboard?: { lock?: () => Promise<void> };
}
type LockableOrientation = ScreenOrientation & { lock?: (type: OrientationType) => Promise<void> };

/** Browsers give the whole screen to a hand only: each touch asks for it, until it is there. */
export function fillScreen(page: Document, onFault: (error: unknown) => void): void {
  const ask = async () => {
    /** Beneath an open panel it would take the panel's place. */
    const isPanel = page.querySelector('dialog[open]') !== null;
    if (page.fullscreenElement || !page.fullscreenEnabled || isPanel) return;
    await page.documentElement.requestFullscreen({ navigationUI: 'hide' });
    const { orientation } = screen as { orientation?: LockableOrientation };
    /** Most browsers have neither, and a desktop turns no screen. */
    await Promise.allSettled([
      (navigator as KeyboardLock).keyboard?.lock?.(),
      orientation?.lock?.(orientation.type),
    ]);
  };
  for (const name of ['pointerup', 'keydown']) page.addEventListener(name, () => void ask().catch(onFault));
}

/** Longer out of sight than this, and somebody has left the player. */
const ESCAPE_MS = 5_000;

/** `away` hears of each absence once it is over, with its length in ms. */
export function watchEscapes(
  page: Pick<Document, 'hidden' | 'addEventListener'>,
  clock: Pick<Clock, 'mono'>,
  onEscape: (ms: number) => void,
): void {
  let since: number | null = null;
  page.addEventListener('visibilitychange', () => {
    if (page.hidden) return void (since ??= clock.mono());
    const ms = since === null ? 0 : clock.mono() - since;
    since = null;
    if (ms > ESCAPE_MS) onEscape(ms);
  });
}
