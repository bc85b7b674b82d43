import { defineConfig } from '@playwright/test';
import { launching } from './test/e2e/support/pages/browser.ts';

/** All of the console at length, piece by piece, page by page, definition by definition: `npm run test:long -- console definitions`. */
const CONSOLE = /(everyPage|look|gallery|pseudo|resources)\.spec\.ts$/;
/** Stories whose clock is the picture: each frame counts, so each has a processor to itself. */
const FRAMES = /(ignition|kills|tunnel)\.spec\.ts$/;
/**
 * What must never be lost, doubled or seen by another: holds each time it is tried, or does not hold. All of it on the
 * embedded engine, as is a newcomer's first hour.
 */
const PROMISES = /(corruption|newcomer|noUser|power|queue|queueFaults|security)\.spec\.ts$/;

/** Tells again, by another way, what a shorter story tells: `npm run test:long -- again-screen`, and so on. */
const AGAIN = /@again/;
/** Stories of one area that need be told again only once something of it changes: `npm run test:long -- people`, and so on. */
const LONG = /\.long\.spec\.ts$/;

/**
 * Where a person only has to wait: a second try is allowed, and named at the end of the run. To install the service
 * worker costs each new context as much processor time as ten page loads, so a file whose pages need it allows it.
 */
const OF_PAGES = { grepInvert: AGAIN, retries: 1, use: { serviceWorkers: 'block' } } as const;

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/support/server/built.ts',
  retries: 0,
  /** With three, two slow cores were busy all the time: the run took as long, and stories ran out of time. */
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  projects: [
    { name: 'frames', testMatch: FRAMES, grepInvert: AGAIN },
    { name: 'console', testMatch: CONSOLE },
    { name: 'promises', testMatch: PROMISES, grepInvert: AGAIN },
    { name: 'pages', testIgnore: [FRAMES, CONSOLE, PROMISES, LONG], ...OF_PAGES },
    { name: 'long', testMatch: LONG, ...OF_PAGES },
    { name: 'again', testIgnore: CONSOLE, grep: AGAIN },
  ],
  reporter: [['list'], ['json', { outputFile: `test/reports/${process.env['E2E_REPORT'] ?? 'e2e'}.json` }]],
  outputDir: '.cache/e2e',
  use: {
    // Where people and their machines keep the same time; a story that wants another says so.
    timezoneId: 'UTC',
    launchOptions: launching(),
  },
});
