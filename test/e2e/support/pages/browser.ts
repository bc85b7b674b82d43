import type { LaunchOptions } from '@playwright/test';

/** The browser of every story: `$CHROMIUM_PATH`, else the tool's own. Whoever runs as root gets no sandbox. */
export function launching(...more: string[]): LaunchOptions {
  const { CHROMIUM_PATH } = process.env;
  return { ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}), args: ['--no-sandbox', ...more] };
}
