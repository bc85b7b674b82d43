/** Says what the pages showed when a story failed: a log is all that is left of a machine that is gone. */
import { test, type Browser, type Page } from '@playwright/test';

const MAX_SIGNS = 2_000;

async function shown(page: Page): Promise<string> {
  const text = await page.locator('body').innerText({ timeout: 2_000 });
  return `${page.url()}\n${text.slice(0, MAX_SIGNS)}`;
}

/** To be called once in a file whose stories share a browser. */
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
