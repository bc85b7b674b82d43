/** What is printed, as whoever saves it as a PDF finds it. */
import { spawnSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import { pdftotext } from '../../../tools/machine.ts';

/** Where a browser would ask for the printer, this one goes on. */
function holdPrint(): void {
  globalThis.print = () => void (document.body.dataset['printing'] = document.title);
}
/** Also for a page that prints as it opens. */
export const holdPrinter = (page: Page) => page.addInitScript(holdPrint);

export interface Print {
  /** That the browser proposes for the file. */
  name: string;
  /** Without its spaces. */
  text: string;
  pdf: Buffer;
}
/** `press`: what makes the page print, where it does not by itself. */
export async function printOf(page: Page, press?: () => Promise<void>): Promise<Print> {
  await page.evaluate(holdPrint);
  await press?.();
  const body = page.locator('body[data-printing]');
  await expect(body).toBeAttached();
  const name = (await body.getAttribute('data-printing')) ?? '';
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  await page.evaluate(() => {
    delete document.body.dataset['printing'];
    dispatchEvent(new Event('afterprint'));
  });
  const { stdout } = spawnSync(pdftotext(), ['-raw', '-', '-'], { input: pdf, encoding: 'utf8' });
  return { name, text: stdout.replace(/\s+/g, ''), pdf };
}
export function expectParts({ text }: Print, parts: readonly string[]): void {
  const missing = parts.map(part => part.replace(/\s+/g, '')).filter(part => !text.includes(part));
  expect([text, missing]).toEqual([text, []]);
}
