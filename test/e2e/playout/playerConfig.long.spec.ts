/** The configuration of players: saved, there again after a reload, published to a screen, and taken back. */
import { expect, type Page } from '@playwright/test';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

let server: Wayside;
let users: DemoUsers;
test.beforeAll(async ({ browser }) => {
  server = await Wayside.start();
  users = new DemoUsers(browser, server.origin, { viewport: { width: 1440, height: 900 } });
});
test.afterAll(async () => {
  await users.close();
  await server.remove();
});

const open = (page: Page, name: string) => page.goto(`${server.origin}/admin/player-config/${name}`);
const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
async function save(page: Page) {
  await button(page, 'Save').click();
  await expect(button(page, 'Save')).toHaveAttribute('disabled');
}
async function confirmed(page: Page, name: string, inDialog = name) {
  await button(page, name).click();
  await page.getByRole('dialog').getByRole('button', { name: inDialog, exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
const effective = (page: Page, field: string) =>
  page.getByRole('region', { name: 'On screens now' }).getByRole('row').filter({ hasText: field });

/** contract §8 by hand: the fields of each page, as their labels say them. */
const PAGES = {
  weights: [
    'Content weights',
    ...['Direct campaigns', 'Programmatic', 'House content', 'Local discovery', 'Entertainment'],
    ...['Tourism', 'Deals', 'Jobs', 'News'],
  ],
  pacing: [
    'Pacing',
    ...['Loop length (s)', 'Advertising per loop, at most (%)', 'Gap between plays of one advertiser (s)'],
    ...['Gap between plays of one category (s)', 'Items between plays of one creative', 'Catch-up factor'],
    ...['Shortest item (s)', 'Retry when nothing may play (s)'],
  ],
  weather: [
    ...['Weather', 'Source', 'Sky', 'Temperature (°C)', 'Wind (km/h)'],
    'Discard weather older than (minutes)',
  ],
  'age-gender': [
    'Age and gender',
    ...['Audience estimation', 'Smallest group reported', 'Keep counts for (days)', 'Legal basis'],
    ...['Ages counted separately', 'Reference of the impact assessment'],
  ],
} as const;

test('ROUTE-PCFG-01 ROUTE-PCFG-02 ROUTE-PCFG-04 ROUTE-PCFG-05 OPEN-PCFG-01 the pages open for an admin with all their fields, and lead a device owner to his own', async () => {
  const page = await users.as('Admin');
  for (const [name, [title, ...labels]] of Object.entries(PAGES)) {
    await open(page, name);
    await titled(page, title);
    if (name === 'weather') await page.getByLabel('Source', { exact: true }).selectOption('Entered by hand');
    for (const label of labels) await expect(page.getByLabel(label, { exact: true })).toBeVisible();
  }
  const driver = await users.as('Device owner');
  for (const name of Object.keys(PAGES)) {
    await open(driver, name);
    await expect(driver).toHaveURL(`${server.origin}/owner/dashboard`);
  }
});

test('PCFG-01 weights are saved, there again after a reload, and published once they are a whole', async () => {
  const page = await users.as('Admin');
  await open(page, 'weights');
  await page.getByLabel('Direct campaigns', { exact: true }).fill('30');
  await expect(page.getByText('20 % still to assign.')).toBeVisible();
  await save(page);
  await page.reload();
  await expect(page.getByLabel('Direct campaigns', { exact: true })).toHaveValue('30');
  await expect(button(page, 'Publish')).toBeDisabled();
  await page.getByLabel('House content', { exact: true }).fill('30');
  await expect(page.getByText('The shares add up to 100 %.')).toBeVisible();
  await save(page);
  await expect(page.getByRole('region', { name: 'On screens now' })).toContainText('Nothing is published.');
  await confirmed(page, 'Publish');
  await expect(effective(page, 'House content')).toContainText('30');
  await expect(effective(page, 'House content')).toContainText('All screens');
  await page.getByLabel('Direct campaigns', { exact: true }).fill('20');
  await page.getByLabel('House content', { exact: true }).fill('40');
  await save(page);
  await button(page, 'Publish').click();
  await expect(page.getByRole('dialog')).toContainText('House content30 → 40');
  await page.keyboard.press('Escape');
  await confirmed(page, 'Publish');
  await expect(effective(page, 'House content')).toContainText('40');
  await confirmed(page, 'Roll back');
  await expect(effective(page, 'House content')).toContainText('30');
});

test('PCFG-02 pacing is saved for all screens and for one of them, which inherits what it leaves empty', async () => {
  const page = await users.as('Admin');
  await open(page, 'pacing');
  await page.getByLabel('Loop length (s)', { exact: true }).fill('300');
  await save(page);
  await confirmed(page, 'Publish');
  await expect(effective(page, 'Loop length')).toContainText('300');
  await button(page, 'One screen').click();
  await page.getByRole('combobox', { name: 'Screen' }).click();
  await page.getByRole('option').first().click();
  await expect(page).toHaveURL(/device_id=/);
  const loop = page.getByLabel('Loop length (s)', { exact: true });
  await expect(loop).toHaveAttribute('placeholder', '300');
  await page.getByLabel('Shortest item (s)', { exact: true }).fill('6');
  await save(page);
  await confirmed(page, 'Publish');
  await page.reload();
  await expect(page.getByLabel('Shortest item (s)', { exact: true })).toHaveValue('6');
  await expect(effective(page, 'Shortest item')).toContainText('Screen');
  await expect(effective(page, 'Loop length')).toContainText('All screens');
  await loop.fill('29');
  await loop.blur();
  await expect(loop).toHaveAttribute('aria-invalid', 'true');
  await button(page, 'Discard changes').click();
});

test('PCFG-05 estimation is off, and on only with its checklist complete and signed', async () => {
  const page = await users.as('Admin');
  await open(page, 'age-gender');
  await expect(effective(page, 'Audience estimation')).toContainText('Off');
  await page.getByLabel('Audience estimation', { exact: true }).selectOption('Count people only');
  await save(page);
  await expect(button(page, 'Publish')).toBeDisabled();
  await page.getByLabel('Legal basis', { exact: true }).fill('Art. 6(1)(f) GDPR');
  await page.getByLabel('Reference of the impact assessment', { exact: true }).fill('DPIA 7');
  await page.getByRole('textbox', { name: /English/ }).fill('Passengers are counted.');
  await page.getByRole('textbox', { name: /中文|Chinese/ }).fill('车内统计乘客人数。');
  await save(page);
  await page.reload();
  await expect(page.getByLabel('Legal basis', { exact: true })).toHaveValue('Art. 6(1)(f) GDPR');
  await confirmed(page, 'Publish', 'Sign and publish');
  await expect(effective(page, 'Audience estimation')).toContainText('Count people only');
  await expect(page.getByText(/published by /)).toBeVisible();
});

test('PCFG-04 the weather is saved and there again after a reload; the short address leads to the weights', async () => {
  const page = await users.as('Admin');
  await open(page, 'weather');
  await page.getByLabel('Source', { exact: true }).selectOption('Entered by hand');
  await page.getByLabel('Sky', { exact: true }).selectOption('Rain');
  await page.getByLabel('Temperature (°C)', { exact: true }).fill('11');
  await page.getByLabel('Wind (km/h)', { exact: true }).fill('30');
  await save(page);
  await page.reload();
  await expect(page.getByLabel('Sky', { exact: true })).toHaveValue('rain');
  await page.goto(`${server.origin}/admin/player-config`);
  await expect(page).toHaveURL(`${server.origin}/admin/player-config/weights`);
});
