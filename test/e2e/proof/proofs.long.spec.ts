/** What was played is proven: in the console to whoever sells it, and on a page of its own to whoever pays for it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ATTACKS } from '../../support/proof/attacks.ts';
import { makeBundle } from '../../support/proof/bundle.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { violations } from '../support/pages/axe.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const WITHIN_MS = 5_000;
let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofs-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
test.use({ locale: 'en-US' });

const fileOf = (lines: readonly object[]): string => {
  const path = join(folder, 'plays.proof.jsonl');
  writeFileSync(path, lines.map(line => JSON.stringify(line)).join('\n'));
  return path;
};
/** Counts what the page asks of anybody. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', request => void calls.push(request.url()));
  return calls;
}
const heading = (page: Page) => page.getByRole('status').getByRole('heading');

test.describe('the page for whoever was handed a proof', () => {
  let made: Awaited<ReturnType<typeof makeBundle>>;
  test.beforeAll(async () => {
    made = await makeBundle(25);
  });
  const open = async (page: Page, address: string) => {
    await page.goto(address);
    await page.getByLabel('Keys of the operator that you trust').fill(made.serverKey.key_id);
  };

  test('needs no sign-in, calls nobody, and says of a pasted proof that it holds', async ({
    page,
    demoServer,
  }) => {
    await open(page, `${demoServer.origin}/verify.html`);
    const calls = callsOf(page);
    await page.getByLabel('Proof', { exact: true }).fill(JSON.stringify(made.proof));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(heading(page)).toHaveText('The proof holds');
    await page.getByLabel('Proof', { exact: true }).fill(JSON.stringify({ ...made.proof, index: 1 }));
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(heading(page)).toHaveText('The proof does not hold');
    await page.getByRole('button', { name: '中文' }).click();
    await expect(heading(page)).toHaveText('证明不成立');
    await expect(page).toHaveTitle('核对播放证明 · Wayside');
    expect(await violations(page)).toEqual([]);
    expect(calls).toEqual([]);
  });

  test('believes the keys of the server that handed it out, until somebody names others', async ({
    page,
    demoServer,
  }) => {
    await page.goto(`${demoServer.origin}/verify.html`);
    await expect(page.getByLabel('Keys of the operator that you trust')).toHaveValue(/^[\w-]{43}$/);
    await page.getByLabel('Or choose a file').setInputFiles(fileOf(made.lines));
    await expect(page.getByRole('status')).toContainText('which is none of those you trust');
  });

  for (const { name, code, tamper } of ATTACKS)
    test(`names ${name}, from a saved copy without a network: ${code}`, async ({ page, demoServer }) => {
      const copy = join(folder, 'verify.html');
      writeFileSync(copy, await (await fetch(`${demoServer.origin}/verify.html`)).text());
      await open(page, `file://${copy}`);
      await page.context().setOffline(true);
      await page.getByLabel('Or choose a file').setInputFiles(fileOf(await tamper(made.lines)));
      await expect(heading(page)).toHaveText('The proof does not hold');
      const sentences: Record<string, RegExp> = {
        record: /Play 5 of screen .* is not as the screen wrote it/,
        missing: /Missing seq 6 of screen/,
        duplicate: /Play 2 of screen .* is there twice/,
        fork: /Two different plays have number 7/,
        checkpoint: /has not signed that its ledger stood at number 10/,
        extra: /Play 99 of screen .* does not belong to this file/,
        clock: /The clock of screen .* ran backwards before play 9/,
      };
      await expect(page.getByRole('status')).toContainText(sentences[code] ?? /never/);
    });

  test('checks ten thousand plays within five seconds', async ({ page, demoServer }) => {
    const many = await makeBundle(5_000, made.serverKey);
    await open(page, `${demoServer.origin}/verify.html`);
    const file = fileOf(many.lines);
    const begin = Date.now();
    await page.getByLabel('Or choose a file').setInputFiles(file);
    await expect(heading(page)).toHaveText('The proof holds');
    expect(Date.now() - begin).toBeLessThan(WITHIN_MS);
    await expect(page.getByRole('status')).toContainText('10000');
  });
});

test('PROG-03 proof of play shows what has played, its proof, and what is missing of a ledger; the proof holds elsewhere', async ({
  browser,
}) => {
  const server = await Wayside.first('--demo', 'on');
  const users = new DemoUsers(browser, server.origin, { acceptDownloads: true });
  try {
    const page = await users.as('Owner');
    const to = new Date(Date.now() - 2 * 86_400_000).toISOString();
    await page.goto(`${server.origin}/admin/programmatic/proof-of-play?to=${to}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Proof of play' })).toBeVisible();
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('Checked in this browser: the proof holds')).toBeVisible();
    const [single] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: 'Download proof' }).click(),
    ]);
    const proof = JSON.parse(readFileSync(await single.path(), 'utf8')) as {
      record: { device_id: string };
    };
    const from = new Date(Date.parse(to) - 2 * 86_400_000).toISOString();
    const query = new URLSearchParams({ device_id: proof.record.device_id, from, to });
    await page.goto(`${server.origin}/admin/programmatic/proof-of-play?${query}`);
    await expect(page.getByRole('region', { name: 'Integrity of the ledger' })).toBeVisible();
    await expect(page.getByRole('button', { name: /: Complete, \d/ }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Proofs of these plays' }).click();
    const [bundle] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download file' }).click(),
    ]);
    const stranger = await users.newPage();
    await stranger.goto(`${server.origin}/verify.html`);
    for (const file of [await single.path(), await bundle.path()]) {
      await stranger.getByLabel('Or choose a file').setInputFiles(file);
      await expect(heading(stranger)).toHaveText('The proof holds');
    }
    expect(await violations(page)).toEqual([]);
  } finally {
    await users.close();
    await server.remove();
  }
});
