/** The browser of a screen: its own profile, can be SIGKILLed, and is observed through the compositor, not through our code. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { launching } from '../pages/browser.ts';

const MARKERS = {
  red: [224, 0, 0],
  yellow: [224, 224, 0],
  green: [0, 192, 0],
  magenta: [224, 0, 224],
  blue: [0, 0, 224],
} as const;
export type Marker = keyof typeof MARKERS;
/** The colour of each creative in fixtures/markers. */
export const SHOWS: Readonly<Record<string, Marker>> = {
  i1: 'red',
  v1: 'yellow',
  i2: 'green',
  v2: 'magenta',
  i3: 'blue',
};
/** Codecs shift flat colours slightly. */
const TOLERANCE = 56;

const ARGS = [
  '--autoplay-policy=no-user-gesture-required',
  '--force-color-profile=srgb',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--no-first-run',
];

export function classify(rgb: readonly number[]): Marker | 'other' {
  for (const [name, colour] of Object.entries(MARKERS))
    if (colour.every((value, i) => Math.abs(value - (rgb[i] ?? 0)) < TOLERANCE)) return name as Marker;
  return 'other';
}

function centreOf(base64: string): readonly number[] {
  const png = PNG.sync.read(Buffer.from(base64, 'base64'));
  const i = ((png.height >> 1) * png.width + (png.width >> 1)) * 4;
  return [...png.data.subarray(i, i + 3)];
}

export interface Frame {
  /** ms since 1970, when the compositor swapped it. */
  at: number;
  seen: Marker | 'other';
  /** Colour in the centre of the frame. */
  rgb: readonly number[];
}
export interface Segment extends Frame {
  until: number;
}

/** Groups consecutive frames that show the same. */
export function segments(frames: readonly Frame[]): Segment[] {
  const runs: Segment[] = [];
  for (const frame of [...frames].sort((a, b) => a.at - b.at)) {
    const last = runs.at(-1);
    if (last?.seen === frame.seen) last.until = frame.at;
    else runs.push({ ...frame, until: frame.at });
  }
  return runs;
}

/** The longest time a screen may show nothing before a viewer notices. */
export const MAX_DARK_MS = 1_000;
/** The longest gap without a picture of the loop. */
export function longestDarkMs(frames: readonly Frame[]): number {
  const dark = segments(frames).map(({ seen, at, until }, i, runs) =>
    seen === 'other' ? (runs[i + 1]?.at ?? until) - at : 0,
  );
  return Math.round(Math.max(0, ...dark));
}

/**
 * A dot that changes ten times a second, so that the compositor keeps producing frames even if the watcher misses one.
 * At every frame it would cost a third of a processor a screen.
 */
function ticking(): void {
  addEventListener('DOMContentLoaded', () => {
    const dot = document.body.appendChild(document.createElement('i'));
    Object.assign(dot.style, {
      position: 'fixed',
      right: '0',
      bottom: '0',
      width: '2px',
      height: '2px',
      zIndex: '9',
    });
    let odd = false;
    const tick = () => {
      odd = !odd;
      dot.style.background = odd ? '#111' : '#222';
      setTimeout(tick, 100);
    };
    tick();
  });
}

export function browserPid(profile: string): number {
  for (const entry of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const line = readFileSync(`/proc/${entry}/cmdline`, 'utf8');
      if (line.includes(profile) && !line.includes('--type=')) return Number(entry);
    } catch (error) {
      if (!/ENOENT|ESRCH/.test(String(error))) throw error;
    }
  }
  throw new Error('the browser process is gone');
}

/** Runs on the page before the first navigation. */
type Before = ((page: Page) => Promise<unknown>) | undefined;

export class Screen {
  readonly profile = mkdtempSync(join(tmpdir(), 'wayside-screen-'));
  context!: BrowserContext;
  page!: Page;
  frames: Frame[] = [];
  private isOpened = false;
  private cast: CDPSession | null = null;
  /** Pictures seen before, which most frames of a flat colour are, with the colour in their centre. */
  private readonly read = new Map<string, readonly number[]>();

  /** Starts the browser and opens the address, watching from before the first frame. */
  async open(url: string, { watch = true, first = undefined as Before } = {}): Promise<void> {
    this.context = await chromium.launchPersistentContext(this.profile, {
      ...launching(...ARGS),
      headless: true,
      viewport: { width: 1280, height: 720 },
      serviceWorkers: 'allow',
    });
    this.isOpened = true;
    this.read.clear();
    this.page = this.context.pages()[0] ?? (await this.context.newPage());
    this.frames = [];
    if (watch) await this.page.addInitScript(ticking);
    if (watch) await this.watch();
    await first?.(this.page);
    await this.page.goto(url, { waitUntil: 'commit' });
  }

  private async watch(): Promise<void> {
    const cast = await this.context.newCDPSession(this.page);
    const opened = Date.now();
    cast.on('Page.screencastFrame', frame => {
      void cast.send('Page.screencastFrameAck', { sessionId: frame.sessionId }).catch(() => undefined);
      const at = (frame.metadata.timestamp ?? 0) * 1000;
      if (at < opened) return;
      const rgb = this.read.get(frame.data) ?? centreOf(frame.data);
      this.read.set(frame.data, rgb);
      this.frames.push({ at, seen: classify(rgb), rgb });
    });
    await cast.send('Page.enable');
    await cast.send('Page.startScreencast', { format: 'png', maxWidth: 64, maxHeight: 36, everyNthFrame: 1 });
    this.cast = cast;
  }

  /** Waits until a marker is on screen; throws after `withinMs`. */
  async content(withinMs: number): Promise<number> {
    const started = Date.now();
    while (Date.now() - started < withinMs) {
      const first = this.frames.find(frame => frame.seen !== 'other');
      if (first) return first.at - started;
      await this.wait(10);
    }
    throw new Error(`no content within ${withinMs} ms`);
  }

  /** Waits until each of them has been on screen in this life. */
  async sees(markers: readonly Marker[], withinMs = 30_000): Promise<void> {
    const missing = () => markers.filter(marker => !this.frames.some(({ seen }) => seen === marker));
    for (let waited = 0; missing().length > 0; waited += 50) {
      if (waited > withinMs) throw new Error(`${missing().join(', ')} not seen within ${withinMs} ms`);
      await this.wait(50);
    }
  }

  /** Waits until the browser has written these bytes to its profile: it writes behind the promise of a cache. */
  async keeps(bytes: Buffer, withinMs = 30_000): Promise<void> {
    const isThere = () =>
      readdirSync(this.profile, { recursive: true, withFileTypes: true }).some(entry => {
        try {
          return entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(bytes);
        } catch (error) {
          if (!/ENOENT/.test(String(error))) throw error;
          return false;
        }
      });
    for (let waited = 0; !isThere(); waited += 100) {
      if (waited > withinMs) throw new Error(`not written to the profile within ${withinMs} ms`);
      await this.wait(100);
    }
  }

  wait = (ms: number) => new Promise<void>(done => setTimeout(done, ms));

  /** Ends the browser as a cut of the ignition does: no page of it hears of it. */
  async kill(): Promise<void> {
    const pid = browserPid(this.profile);
    const closed = new Promise<void>(done => this.context.once('close', () => done()));
    process.kill(pid, 'SIGKILL');
    await closed;
    for (let tries = 0; tries < 100 && this.living(); tries++) await this.wait(20);
    this.cast = null;
  }
  private living(): boolean {
    try {
      return execFileSync('pgrep', ['-f', '--', this.profile], { encoding: 'utf8' }).trim() !== '';
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    await this.cast?.detach().catch(() => undefined);
    await this.context.close();
  }
  async remove(): Promise<void> {
    if (this.isOpened) await this.context.close().catch(() => undefined);
    rmSync(this.profile, { recursive: true, force: true });
  }
}
