/** A taxi's browser: a profile of its own that can be SIGKILLed, watched from its compositor, not from our code. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { PNG } from 'pngjs';

const MARKERS = {
  red: [224, 0, 0],
  yellow: [224, 224, 0],
  green: [0, 192, 0],
  magenta: [224, 0, 224],
  blue: [0, 0, 224],
} as const;
export type Marker = keyof typeof MARKERS;
/** Codecs shift flat colours a little. */
const TOLERANCE = 56;

const ARGS = [
  '--no-sandbox',
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

/** Runs of frames that show the same thing. */
export function segments(frames: readonly Frame[]): Segment[] {
  const runs: Segment[] = [];
  for (const frame of [...frames].sort((a, b) => a.at - b.at)) {
    const last = runs.at(-1);
    if (last?.seen === frame.seen) last.until = frame.at;
    else runs.push({ ...frame, until: frame.at });
  }
  return runs;
}

/** A dot that changes with each frame: a frame the watcher misses is followed by another that shows the same. */
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
      requestAnimationFrame(tick);
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

export class Screen {
  readonly profile = mkdtempSync(join(tmpdir(), 'wayside-screen-'));
  context!: BrowserContext;
  page!: Page;
  frames: Frame[] = [];
  private cast: CDPSession | null = null;

  /** Starts the browser and opens the address, watching from before the first frame. */
  async open(url: string, { watch = true } = {}): Promise<void> {
    this.context = await chromium.launchPersistentContext(this.profile, {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      headless: true,
      args: ARGS,
      viewport: { width: 1280, height: 720 },
      serviceWorkers: 'allow',
    });
    this.page = this.context.pages()[0] ?? (await this.context.newPage());
    this.frames = [];
    if (watch) await this.page.addInitScript(ticking);
    if (watch) await this.watch();
    await this.page.goto(url, { waitUntil: 'commit' });
  }

  private async watch(): Promise<void> {
    const cast = await this.context.newCDPSession(this.page);
    const opened = Date.now();
    cast.on('Page.screencastFrame', frame => {
      void cast.send('Page.screencastFrameAck', { sessionId: frame.sessionId }).catch(() => undefined);
      const at = (frame.metadata.timestamp ?? 0) * 1000;
      if (at < opened) return;
      const png = PNG.sync.read(Buffer.from(frame.data, 'base64'));
      const i = ((png.height >> 1) * png.width + (png.width >> 1)) * 4;
      const rgb = [...png.data.subarray(i, i + 3)];
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
    await this.context.close().catch(() => undefined);
    rmSync(this.profile, { recursive: true, force: true });
  }
}
