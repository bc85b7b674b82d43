import { expect } from '@playwright/test';
import { OWN_PASSWORD } from '../support/server/api.ts';
import { tabTo } from '../support/pages/keys.ts';
import { test } from '../support/server/demoServer.ts';

/** Approving a registration by keyboard alone stands in people.long.spec.ts. */
test(
  'somebody without a pointer signs in, finds a screen, builds a playlist and signs out',
  { tag: '@again' },
  async ({ page, demoServer: server, staff }) => {
    const { email } = staff;
    const { keyboard } = page;
    await page.goto(`${server.origin}/auth`);
    await tabTo(page, page.getByLabel('Email'));
    await keyboard.type(email);
    await keyboard.press('Tab');
    await keyboard.type(OWN_PASSWORD);
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin$/);
    await tabTo(page, page.getByRole('button', { name: /account of/ }));
    await keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/auth$/);

    await tabTo(page, page.getByRole('button', { name: 'Admin', exact: true }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin$/);
    await keyboard.press('Control+K');
    await expect(page.getByRole('combobox')).toBeFocused();
    await keyboard.type('0933');
    await expect(page.getByRole('option', { name: /0933/ })).toBeVisible();
    await keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: /0933/ });
    await expect(sheet).toBeVisible();
    await tabTo(page, sheet.getByRole('tab', { name: 'Overview' }));
    for (const name of ['Schedule', 'Settings']) {
      await keyboard.press('ArrowRight');
      await expect(sheet.getByRole('tab', { name })).toBeFocused();
    }
    await tabTo(page, sheet.getByLabel('Vehicle'));
    await keyboard.type('Tram 28');
    await keyboard.press('Enter');
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
    // The first one may belong to the toast above it.
    await expect(async () => {
      await keyboard.press('Escape');
      await expect(sheet).toBeHidden({ timeout: 1_000 });
    }).toPass();

    await keyboard.press('Control+K');
    await expect(page.getByRole('combobox')).toBeFocused();
    await keyboard.type('Playlists');
    await expect(page.getByRole('option', { name: 'Playlists', exact: true })).toBeVisible();
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Playlists' })).toBeVisible();
    // The key is the list's, which comes after its heading; the palette above it has gone by then.
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await keyboard.press('n');
    await tabTo(page, page.getByLabel('Name', { exact: true }));
    await keyboard.type('Night loop');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/playlists\/[0-9a-f-]{36}\/edit/);
    for (const name of ['Tram 28', 'Museum pass']) {
      await tabTo(page, page.getByRole('button', { name: new RegExp(`^Add ${name} `) }));
      await keyboard.press('Enter');
    }
    const second = page.getByRole('listitem', { name: /^2\. Museum pass/ });
    await tabTo(page, second.getByRole('button', { name: /^Move/ }));
    await keyboard.press('Alt+ArrowUp');
    await expect(page.getByRole('listitem', { name: /^1\. Museum pass/ })).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Publish' }));
    await keyboard.press('Enter');
    await expect(page.getByText(/^Published\./).first()).toBeVisible();
  },
);
