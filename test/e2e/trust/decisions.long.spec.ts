/** Three pages that answer three questions: what was found by itself, what people decided, and what is owed by law. */
import { expect } from '@playwright/test';
import { PNG } from 'pngjs';
import { violations } from '../support/pages/axe.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { test } from '../support/server/demoServer.ts';

const SQUARE = Uint8Array.from(PNG.sync.write(new PNG({ width: 66, height: 66 })));
const WITHIN_MS = 60_000;
test.use({ locale: 'en-US' });

test('OPEN-ADMIN-02 checks and their waivers, the page of decisions, and compliance with consents, retention, requests, agreements and versions of texts', async ({
  browser,
  demoServer,
  staff,
}) => {
  test.setTimeout(150_000);
  const users = new DemoUsers(browser, demoServer.origin);
  await staff.upload(new Blob([SQUARE]), SQUARE.length, 'square notice.png');
  try {
    const page = await users.as('Owner');
    const open = (path: string) => page.goto(`${demoServer.origin}${path}`);

    await open('/admin/content-validation?status=warn');
    const check = page.getByRole('row').filter({ hasText: 'square notice' });
    await expect(check).toContainText('Shape', { timeout: WITHIN_MS });
    await check.getByRole('link').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Waive' }).click();
    const question = page.getByRole('dialog', { name: /^Waive this check/ });
    await question.getByLabel('Reason').fill('It is shown beside the map.');
    await question.getByRole('button', { name: 'Waive' }).click();
    await expect(page.getByRole('dialog')).toContainText('Waived');

    await open('/admin/submissions');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await open('/admin/compliance');
    const table = (name: string) => page.getByRole('table', { name });
    const agreements = table('Data processing agreements');
    await expect(agreements.getByRole('row').nth(1)).toContainText('Not accepted');
    await page.getByRole('button', { name: /^Accept version/ }).click();
    await expect(agreements.getByRole('row').nth(1)).toContainText('Accepted');
    await expect(agreements.getByRole('row').nth(1)).toContainText('Owner');
    await expect(table('Consents by purpose and version')).toContainText('Data processing agreement');
    await expect(table('Retention')).toContainText('Plays, proofs and receipts');
    await expect(table('Retention')).toContainText('24 months');
    await expect(table('Retention')).toContainText('10 years');
    await expect(page.getByRole('button', { name: 'New request' }).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await page.getByRole('link', { name: 'Legal texts' }).click();
    await page.getByRole('button', { name: 'New version' }).first().click();
    const form = page.getByRole('dialog', { name: 'New version' });
    await form.getByLabel('Text').selectOption({ label: 'Notice' });
    await form.getByLabel('Language').selectOption({ label: 'English' });
    await form.getByLabel('Version').fill('2027-01');
    await form.getByLabel('Title').fill('Notice in vehicles');
    await form.getByLabel('Body').fill('# Screens\n\nNobody is recorded.');
    await form.getByLabel('In force from').fill('2026-01-01T08:00');
    await form.getByRole('button', { name: 'Save draft' }).click();
    const sheet = page.getByRole('dialog', { name: /Notice in vehicles/ });
    await sheet.getByRole('button', { name: 'Publish' }).click();
    await page
      .getByRole('dialog', { name: /^Publish Notice/ })
      .getByRole('button', { name: 'Publish' })
      .click();
    await expect(sheet.getByText('Published').first()).toBeVisible();
    await open('/admin/compliance');
    await expect(table('Versions of legal texts')).toContainText('2027-01');

    await page.getByRole('link', { name: 'Consents' }).click();
    /** Other companies of the same server may have agreed, too. */
    const own = page.getByRole('row').filter({ hasText: /owner@demo\.example.*Data processing agreement/ });
    await expect(own).toContainText('Given');

    await open('/admin/settings?section=retention');
    await page.getByLabel('Bid requests and responses').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(
      table('Retention').getByRole('row').filter({ hasText: 'Bid requests and responses' }),
    ).toContainText('This tenant');
  } finally {
    await users.close();
  }
});
