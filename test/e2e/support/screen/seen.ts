/** Prints what the pages showed when an end-to-end test failed, because on CI only the log remains. */
import { test, type Browser, type Page } from '@playwright/test';

const MAX_SIGNS = 2_000;

async function shown(page: Page): Promise<string> {
  const text = await page.locator('body').innerText({ timeout: 2_000 });
  return `${page.url()}\n${text.slice(0, MAX_SIGNS)}`;
}

/** Call once in a file whose end-to-end tests share a browser. */
export function seenOnFailure(browser: () => Browser): void {
  test.afterEach(async () => {
    const { status, expectedStatus, title } = test.info();
    if (status === expectedStatus) return;
    const pages = browser()
      .contexts()
      .flatMap(context => context.pages());
    for (const page of pages)
      console.log(`Seen by “${title}”: ${await shown(page).catch((error: unknown) => String(error))}`);
  });
}
