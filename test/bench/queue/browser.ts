/** A Chromium with a profile that outlives it, and the bench's service worker in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import { browserPid } from '../../e2e/support/screen/screen.ts';
import { chromium as chromiumPath } from '../../tools/machine.ts';
import type { Ask, Told } from './say.ts';

/** The worker as one file, as a service worker of today may be: minified, production. */
export async function bundle(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'worker.ts'), formats: ['iife'], name: 'bench' },
    },
  })) as Rolldown.RolldownOutput[];
  return built[0]!.output[0].code;
}

async function asked(ask: Ask): Promise<Told> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  return new Promise<Told>(done => {
    port1.onmessage = event => done(event.data as Told);
    active!.postMessage(ask, [port2]);
  });
}

export class Browser {
  private context!: BrowserContext;
  private page!: Page;
  private readonly profile = mkdtempSync(join(tmpdir(), 'wayside-queue-bench-'));

  private readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }
  async open(): Promise<void> {
    this.context = await chromium.launchPersistentContext(this.profile, {
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--no-first-run'],
    });
    this.page = this.context.pages()[0] ?? (await this.context.newPage());
    await this.page.goto(this.origin);
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js');
      await navigator.serviceWorker.ready;
    });
  }
  ask(ask: Ask): Promise<Told> {
    return this.page.evaluate(asked, ask);
  }
  async kill(): Promise<void> {
    const closed = new Promise<void>(done => this.context.once('close', () => done()));
    process.kill(browserPid(this.profile), 'SIGKILL');
    await closed;
  }
  async remove(): Promise<void> {
    await this.context.close().catch(() => undefined);
    rmSync(this.profile, { recursive: true, force: true });
  }
}
