import type { LaunchOptions } from '@playwright/test';

/** The browser of every end-to-end test: `$CHROMIUM_PATH`, else Playwright's own. As root it runs without sandbox. */
export function launching(...more: string[]): LaunchOptions {
  const { CHROMIUM_PATH } = process.env;
  return {
    ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
    args: ['--no-sandbox', '--disable-gpu', ...more],
  };
}

/** With a WebGL that needs no graphics card. */
export function launchingWithWebGl(): LaunchOptions {
  const args = [
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--ignore-gpu-blocklist',
  ];
  return { ...launching(), args };
}
